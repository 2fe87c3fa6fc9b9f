import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Every deliberate fault is found by random worlds, and shrinks to something a person can read.
@Suite("The deliberate faults")
struct FaultTests {
  @Test("A matcher without a planted fault agrees with the oracle on random worlds")
  func faultless() throws {
    let entry = FaultyMatchers.entry(nil)
    var world = RandomWorld(seed: 3)
    for index in 0..<400 {
      let situation = try world.situation(rowCount: index % 12)
      let disagreement = try Disagreement(of: entry, in: situation)
      #expect(disagreement == nil, "\(disagreement?.description ?? "")")
    }
  }

  @Test(
    "Each planted fault is caught on random worlds and shrinks to a few rows and scalars",
    arguments: Fault.allCases.every(TestAmount.faultStride))
  func caught(fault: Fault) throws {
    let entry = FaultyMatchers.entry(fault)
    let found = try #require(try RandomHunt.disagreement(of: entry), "\(fault.id) was not caught")
    let small = found.shrunk(of: entry)
    let situation = small.situation
    if fault != .stopsAt50Rows {
      #expect(situation.rows.count <= 3, "\(small)")
    }
    if !Self.longFaults.contains(fault) {
      #expect(situation.query.text.unicodeScalars.count <= 3, "\(small)")
      for cell in situation.rows.map({ $0[0] + $0[1] }) {
        #expect(cell.unicodeScalars.count <= 4, "\(small)")
      }
    }
    #expect(small.shrunk(of: entry).description == small.description, "not a local minimum")
  }

  /// Faults that need a query of this length.
  private static let longFaults: Set<Fault> = [
    .cutsLongText, .comparesEightBytes, .termsInOneField,
  ]

  @Test("Planted faults have unique ids and sentences")
  func names() {
    #expect(Set(Fault.allCases.map(\.id)).count == Fault.allCases.count)
    #expect(Set(Fault.allCases.map(\.sentence)).count == Fault.allCases.count)
    #expect(Fault.asciiCaseOnly.id == "faulty-ascii-case-only")
    #expect(Fault.numbersInASCIIOnly.id == "faulty-numbers-in-ascii-only")
    #expect(Fault.stopsAt50Rows.id == "faulty-stops-at-50-rows")
    #expect(Fault.allCases.count >= 20)
  }
}

/// Searches one world after the other for a disagreement.
enum RandomHunt {
  private struct World {
    var seed: UInt64
    var situation: Situation
    var right: SituationReply
  }

  /// The worlds with their right answers, made once for all faults.
  private static let worlds = Result {
    try (1...6_000 as ClosedRange<UInt64>).map { seed in
      var world = RandomWorld(seed: seed)
      let situation = try world.situation(rowCount: seed % 40 == 0 ? 60 : Int(seed) % 12)
      return World(seed: seed, situation: situation, right: try situation.oracleReply())
    }
  }

  static func disagreement(of entry: MatcherEntry) throws -> Disagreement? {
    for world in try worlds.get() where try world.situation.reply(of: entry) != world.right {
      let replay = "seed \(world.seed)"
      if let found = try Disagreement(of: entry, in: world.situation, replay: replay) {
        return found
      }
    }
    return nil
  }
}
