import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("Standings in a cell")
struct StandingsTests {
  private static let count = 120

  /// A cell of 120 keystrokes that take the reference 1 µs each, in three rounds.
  ///
  /// - Parameter times: The others' nanoseconds by keystroke; a keystroke without any was not
  ///   timed.
  private func cell(
    _ times: [String: [Int: Int]], change: (inout MatcherRecord) -> Void = { _ in }
  ) throws -> CellRecord {
    var cell = RecordFixtures.full.cells[0]
    cell.keystrokes = (0..<Self.count).map { index in
      KeystrokeRecord(
        trace: "t\(index / 10)", query: SearchQuery("q\(index)"),
        eventClass: index.isMultiple(of: 10) ? "first-key" : "later-key", matchCount: 1)
    }
    let all = Dictionary(uniqueKeysWithValues: (0..<Self.count).map { ($0, 1_000) })
    cell.matchers = [try matcher("linear-scan", all, cell)]
    for (id, times) in times.sorted(by: { $0.key < $1.key }) {
      var matcher = try matcher(id, times, cell)
      change(&matcher)
      cell.matchers.append(matcher)
    }
    cell.settle(reference: "linear-scan", seed: 1)
    return cell
  }

  private func matcher(
    _ id: String, _ times: [Int: Int], _ cell: CellRecord
  ) throws -> MatcherRecord {
    var record = MatcherRecord(id: id)
    record.isSampled = times.count < Self.count
    let samples = (0..<3).flatMap { round in
      times.sorted { $0.key < $1.key }.map {
        Sample(round: round, keystroke: $0, order: 0, batch: 1, totalNanoseconds: $1)
      }
    }
    record.packedSamples = SamplePacking.pack(samples)
    record.figures = FigureCalculation(
      keystrokes: cell.keystrokes, rowCount: 7, samples: samples, warmUpRounds: 0
    ).figures()
    return record
  }

  private func times(_ parts: [(Range<Int>, Int)]) -> [Int: Int] {
    parts.reduce(into: [:]) { times, part in
      for keystroke in part.0 { times[keystroke] = part.1 }
    }
  }

  @Test("Participants that have every keystroke are ranked by their ratios over all keystrokes")
  func complete() throws {
    let standings = Standings(
      try cell(["a": times([(0..<120, 2_000)]), "b": times([(0..<120, 500)])]))
    #expect(standings.typedCount == 120 && standings.commonCount == nil)
    #expect(standings.entries.map(\.id) == ["b", "linear-scan", "a"])
    #expect(standings.entries.map(\.rank) == [1, 2, 3])
    #expect(standings.entries.allSatisfy { $0.common == nil && $0.whole?.keystrokeCount == 120 })
    #expect(abs((standings.entry("b")?.whole?.ratio ?? 0) - 0.5) < 1e-9)
    #expect(standings.entry("b")?.whole?.interval != nil)
  }

  @Test("Sampled participants are compared only over the keystrokes that all participants share")
  func sampled() throws {
    // Over its own keystrokes `quick` takes 0.41 of the reference's time, `slow` 1.29.
    let cell = try cell([
      "index": times([(0..<120, 400)]), "quick": times([(0..<20, 300), (20..<24, 2_000)]),
      "slow": times([(20..<24, 600), (40..<60, 1_500)]),
    ])
    #expect(cell.commonKeystrokes == [20, 21, 22, 23])
    let standings = Standings(cell)
    #expect(standings.entries.map(\.id) == ["index", "linear-scan", "slow", "quick"])
    #expect(standings.entries.map { $0.whole?.keystrokeCount } == [120, 120, nil, nil])
    #expect(standings.entries.map { $0.common?.keystrokeCount } == [4, 4, 4, 4])
    let ratios = standings.entries.map { $0.common?.ratio ?? 0 }
    for (ratio, expected) in zip(ratios, [0.4, 1, 0.6, 2]) { #expect(abs(ratio - expected) < 1e-9) }
    #expect(standings.entry("quick")?.common?.tail == 2_000)
    #expect(cell.matchers.map { $0.figures?.rank } == [2, 1, 4, 3])
    #expect(cell.matchers[2].figures?.ratioToReference == nil)
    #expect(
      cell.matchers[2].figures?.common?.classRatios.keys.sorted() == ["first-key", "later-key"])
  }

  @Test(
    "Declining slow keystrokes improves neither a participant's rank nor its ratio",
    arguments: [false, true])
  func declined(isDiverging: Bool) throws {
    let index = times([(0..<120, 400)])
    let other = times([(0..<120, 5_000)])
    let engine = times([(0..<90, 500), (90..<120, 50_000)])
    let whole = Standings(try cell(["index": index, "other": other, "engine": engine]))
    #expect(whole.entries.map(\.id) == ["index", "linear-scan", "engine", "other"])
    let part = Standings(
      try cell(["index": index, "other": other, "engine": engine.filter { $0.key < 90 }]) {
        guard $0.id == "engine" else { return }
        $0.isSampled = false
        if isDiverging {
          $0.ledger = [LedgerUse(entry: 0, askedCount: 30, divergedCount: 30)]
        } else {
          $0.declinedCount = 30
        }
      })
    #expect(part.entries.map(\.id) == ["index", "linear-scan", "other", "engine"])
    #expect(part.entry("engine")?.whole == nil)
    // Its remaining keystrokes are compared with the same keystrokes of the others.
    #expect(part.entries.map { $0.common?.keystrokeCount } == [90, 90, 90, 90])
  }

  @Test("A participant that declined keystrokes ranks below a sampled one, whatever the ratios")
  func order() throws {
    let standings = Standings(
      try cell(["declining": times([(0..<90, 10)]), "sampled": times([(0..<12, 90_000)])]) {
        if $0.id == "declining" { ($0.isSampled, $0.declinedCount) = (false, 30) }
      })
    #expect(standings.entries.map(\.id) == ["linear-scan", "sampled", "declining"])
  }

  @Test("Keystrokes that are not shared are not compared, and a wrong matcher has no standing")
  func apart() throws {
    let cell = try cell(["a": times([(0..<10, 10)]), "b": times([(10..<20, 10)])])
    let standings = Standings(cell)
    #expect(standings.commonCount == 0)
    #expect(standings.entries.allSatisfy { $0.common == nil })
    let right = try self.cell(["a": times([(0..<10, 10)]), "b": times([(10..<20, 10)])]) {
      if $0.id == "b" { $0.status = .voided }
    }
    #expect(right.commonKeystrokes == Array(0..<10))
    #expect(Standings(right).entry("b") == nil)
  }

  @Test("Every delivery has standings of its own")
  func deliveries() throws {
    var cell = try cell(["a": times([(0..<120, 2_000)])])
    for index in cell.matchers.indices {
      let times = index == 0 ? times([(0..<120, 1_000)]) : times([(0..<30, 500)])
      let count = try matcher("x", times, cell)
      cell.matchers[index].otherDeliveries = [
        DeliveryRecord(delivery: .count, figures: count.figures, packedSamples: count.packedSamples)
      ]
    }
    cell.settle(reference: "linear-scan", seed: 1)
    #expect(Standings(cell).commonCount == nil)
    let counted = Standings(cell, delivery: .count)
    #expect(counted.commonCount == 30)
    #expect(abs((counted.entry("a")?.common?.ratio ?? 0) - 0.5) < 1e-9)
  }

  @Test("An older record gets standings when it is read, and keeps its intervals")
  func earlier() throws {
    var record = RecordFixtures.full
    var cell = try cell([
      "index": times([(0..<120, 400)]), "quick": times([(0..<20, 300), (20..<24, 2_000)]),
    ])
    cell.commonKeystrokes = nil
    for index in cell.matchers.indices {
      cell.matchers[index].figures?.common = nil
      cell.matchers[index].figures?.rank = nil
      cell.matchers[index].figures?.typed.maximumOfMedians = nil
      cell.matchers[index].figures?.ratioToReference = 0.25
    }
    let kept = RatioInterval(
      ratio: 0.4, lower: 0.3, upper: 0.5, confidence: 0.95, standardError: 0.1)
    cell.matchers[1].figures?.ratioInterval = kept
    record.cells = [cell]
    record.formatVersion = 2
    let read = try RunRecord(decoding: try record.encoded()).cells[0]
    #expect(read.commonKeystrokes == Array(0..<24))
    #expect(read.matchers[1].figures?.ratioInterval == kept)
    #expect(read.matchers[2].figures?.ratioToReference == nil)
    #expect(read.matchers[2].figures?.typed.tail == 2_000)
    #expect(read.matchers.map { $0.figures?.rank } == [2, 1, 3])
  }

  @Test("A baseline has the same standings as its record")
  func baseline() throws {
    var record = RecordFixtures.full
    record.suite.reference = "linear-scan"
    record.cells = [
      try cell([
        "index": times([(0..<120, 400)]), "quick": times([(0..<20, 300), (20..<24, 2_000)]),
        "slow": times([(20..<24, 600), (40..<60, 1_500)]),
      ])
    ]
    var cell = try Baseline(record).cells[0]
    let found = Standings(cell, reference: "linear-scan")
    let expected = Standings(record.cells[0])
    #expect(found.entries.map(\.id) == expected.entries.map(\.id))
    #expect(found.entries.map { $0.whole?.ratio } == expected.entries.map { $0.whole?.ratio })
    for (one, other) in zip(found.entries, expected.entries) {
      #expect(abs((one.common?.ratio ?? 0) - (other.common?.ratio ?? 1)) < 1e-9)
    }
    // Fewer participants share more keystrokes.
    cell.matchers.removeAll { !["linear-scan", "quick"].contains($0.id) }
    let pair = Standings(cell, reference: "linear-scan")
    #expect(pair.commonCount == 24)
  }
}
