import Foundation
import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import MatchmarkTestSupport
import Synchronization
import Testing

@Suite("Verification beyond the oracle's budget")
struct OracleSamplingTests {
  /// The oracle has time for two of the keystrokes.
  private func suite(seed: UInt64 = 1) -> Suite {
    var suite = HarnessFixtures.suite(seed: seed)
    suite.effort.oracleRowTests = 2 * HarnessFixtures.rows.count
    suite.effort.oracleShare = 0
    suite.effort.measures = false
    return suite
  }

  private func verification(_ entries: [MatcherEntry]) throws -> VerificationRecord {
    try #require(try HarnessFixtures.run(entries, suite()).first).verification
  }

  @Test("The oracle answers every keystroke if its budget suffices")
  func all() throws {
    let cells = try HarnessFixtures.run([HarnessFixtures.linear])
    let verification = try #require(cells.first).verification
    #expect(verification.keystrokeCount == 24)
    #expect(verification.oracleCount == 24)
    #expect(!verification.isSampled)
  }

  @Test("Matchers that agree are trusted on keystrokes beyond the oracle's budget")
  func agreement() throws {
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, HarnessFixtures.inverted], suite())
    let cell = try #require(cells.first)
    let cover = SampleOrder(cell.keystrokes, seed: 1).covering(cell.keystrokes)
    #expect(cell.verification.oracleCount == cover.coverCount)
    #expect(cell.verification.isSampled)
    #expect(cell.matchers.allSatisfy { $0.status == .verified })
    #expect(cell.keystrokes.allSatisfy { $0.matchCount != nil })
  }

  @Test("The oracle is asked more than in any case while its share of the time lasts")
  func share() throws {
    var suite = suite()
    suite.effort.oracleShare = 0.9
    suite.effort.cellSeconds = 60
    let cells = try HarnessFixtures.run([HarnessFixtures.linear, HarnessFixtures.inverted], suite)
    let verification = try #require(cells.first).verification
    #expect(verification.oracleCount == 24)
    #expect(verification.oracleNanoseconds ?? 0 > 0)
  }

  @Test("The oracle is asked beyond its budget if only one exact matcher answers")
  func alone() throws {
    #expect(try verification([HarnessFixtures.linear]).oracleCount == 24)
    // A matcher that answers a superset cannot verify another.
    #expect(
      try verification([HarnessFixtures.linear, HarnessFixtures.faulty(.answersSuperset)])
        .oracleCount == 24)
  }

  @Test("A matcher too slow to be timed on a keystroke confirms another's answer to it")
  func slowWitness() throws {
    var suite = suite()
    // Half a millisecond for each of 24 keystrokes.
    suite.effort.roundSeconds = 0.012
    suite.effort.checksTimedOnly = true
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.faulty(.isSlow), HarnessFixtures.inverted], suite)
    let cell = try #require(cells.first)
    #expect(try HarnessFixtures.record(of: "broken-is-slow", in: cells).isSampled)
    #expect(cell.verification.isSampled)
    #expect(cell.keystrokes.allSatisfy { $0.matchCount != nil })
  }

  @Test("The oracle decides if matchers disagree, not the majority")
  func disagreement() throws {
    let wrong = HarnessFixtures.faulty(.dropsLastRow)
    let other = MatcherEntry(
      descriptor: MatcherDescriptor(id: "broken-too", summary: ""), support: wrong.support,
      build: wrong.build)
    let cells = try HarnessFixtures.run([wrong, other, HarnessFixtures.linear], suite())
    #expect(try HarnessFixtures.record(of: "linear-scan", in: cells).status == .verified)
    for id in ["broken-drops-last-row", "broken-too"] {
      #expect(try HarnessFixtures.record(of: id, in: cells).status == .voided)
    }
  }

  @Test("An inexact matcher that loses rows is found on keystrokes on which the others agree")
  func inexact() throws {
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, HarnessFixtures.inverted, HarnessFixtures.faulty(.losesCandidates)],
      suite())
    #expect(cells.first?.verification.isSampled == true)
    #expect(
      try HarnessFixtures.record(of: "broken-loses-candidates", in: cells).status == .voided)
  }
}

@Suite("Runs")
struct RunTests {
  /// The order in which participants were timed, without the times.
  private func schedule(seed: UInt64) throws -> [[Int]] {
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, HarnessFixtures.inverted], HarnessFixtures.suite(seed: seed))
    let record = try HarnessFixtures.record(of: "linear-scan", in: cells)
    return try SamplePacking.unpack(record.packedSamples).map {
      [$0.round, $0.keystroke, $0.order]
    }
  }

  @Test("A seed reproduces the schedule of a run, and another seed changes it")
  func seeds() throws {
    let first = try schedule(seed: 1)
    #expect(first.count == 21 * 24)
    #expect(try schedule(seed: 1) == first)
    #expect(try schedule(seed: 2) != first)
  }

  @Test("Warm-up rounds are kept in the record, but left out of every figure")
  func warmUp() throws {
    let record = try HarnessFixtures.record(
      of: "linear-scan", in: try HarnessFixtures.run([HarnessFixtures.linear]))
    #expect(record.warmUpRounds == 1)
    #expect(record.figures?.roundCount == 20)
    #expect(Set(try SamplePacking.unpack(record.packedSamples).map(\.round)).count == 21)
  }

  @Test("A matcher too slow for a round is timed on a seeded sample, and checked on all keystrokes")
  func slowButChecked() throws {
    var suite = HarnessFixtures.suite()
    suite.effort.roundSeconds = 1e-12
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, HarnessFixtures.faulty(.isSlow)], suite)
    let cell = try #require(cells.first)
    let record = try HarnessFixtures.record(of: "broken-is-slow", in: cells)
    #expect(record.isSampled)
    #expect(record.answers?.checkedCount == cell.keystrokes.count)
    #expect(!record.isCheckedInPart(in: cell))
    suite.effort.measures = false
    let verified = try HarnessFixtures.record(
      of: "broken-is-slow", in: try HarnessFixtures.run([HarnessFixtures.faulty(.isSlow)], suite))
    #expect(verified.answers?.checkedCount == cell.keystrokes.count)
  }

  @Test(
    "A matcher that is slow at first is timed on a sample only if other keystrokes are slow, too",
    arguments: [false, true])
  func slowAtFirst(eachTextIsSlow: Bool) throws {
    let texts = [.activate(by: .user)] + (0..<2_000).map { SessionEvent.setText("\($0)") }
    var suite = HarnessFixtures.suite(
      cells: [HarnessFixtures.cell(traces: [Trace(name: "texts", events: texts)])])
    suite.effort.minimumRounds = 1
    suite.effort.maximumRounds = 1
    // If each keystroke took as long as the first ones, a round would take longer than this.
    suite.effort.roundSeconds = 3
    let known = Mutex<Set<String>>([])
    let entry = MatcherEntry(id: "mine", summary: "slow at first") { titles in
      let search = HarnessFixtures.search(titles)
      return { text in
        let isSlow = known.withLock { known in
          known.insert(text).inserted && (eachTextIsSlow || known.count <= 10)
        }
        if isSlow { Thread.sleep(forTimeInterval: 2e-3) }
        return search(text)
      }
    }
    let cells = try HarnessFixtures.run([entry], suite)
    let record = try HarnessFixtures.record(of: "mine", in: cells)
    #expect(record.isSampled == eachTextIsSlow)
    #expect(cells.first?.keystrokes.count == 2_001)
  }

  @Test("A matcher too slow for a round is timed on a seeded sample, in a few rounds")
  func sampled() throws {
    var suite = HarnessFixtures.suite()
    suite.effort.roundSeconds = 1e-12
    let entries = [HarnessFixtures.linear, HarnessFixtures.faulty(.isSlow)]
    let timed = try (0..<2).map { _ in
      let record = try HarnessFixtures.record(
        of: "broken-is-slow", in: try HarnessFixtures.run(entries, suite))
      #expect(record.isSampled)
      #expect(record.status == .verified)
      #expect(record.figures?.roundCount == 3)
      return Set(try SamplePacking.unpack(record.packedSamples).map(\.keystroke))
    }
    #expect(timed.first?.count == 8)
    #expect(timed.first == timed.last)
  }

  @Test("Browsing and suggestions have figures of their own", arguments: EmptyPolicy.allCases)
  func eventClasses(empty: EmptyPolicy) throws {
    let plan = HarnessFixtures.cell(HarnessFixtures.profile(empty: empty))
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear], HarnessFixtures.suite(cells: [plan]))
    let record = try HarnessFixtures.record(of: "linear-scan", in: cells)
    let idle = empty == .browse ? "browse" : "suggestions"
    let classes = Set(["first-key", "later-key", "token-change", "scope-change", idle])
    #expect(Set(record.figures.map { Array($0.classes.keys) } ?? []) == classes)
    #expect(Set(record.wallSeconds.keys) == classes)
    #expect(record.figures?.typed.keystrokeCount == 22)
    #expect(record.figures?.classes[idle]?.keystrokeCount == 2)
  }

  @Test("Slow matchers share one seeded sample of keystrokes, with each class in proportion")
  func sharedSample() throws {
    let slower = MatcherEntry(
      descriptor: MatcherDescriptor(id: "slower", summary: ""),
      support: HarnessFixtures.linear.support, build: HarnessFixtures.linear.build)
    func keystrokes(seed: UInt64) throws -> [Set<Int>] {
      var suite = HarnessFixtures.suite(seed: seed)
      suite.effort.roundSeconds = 1e-12
      let cell = try #require(
        try HarnessFixtures.run([HarnessFixtures.linear, HarnessFixtures.inverted, slower], suite)
          .first)
      #expect(cell.matchers.allSatisfy { $0.isSampled })
      let sets = try cell.matchers.map {
        Set(try SamplePacking.unpack($0.packedSamples).map(\.keystroke))
      }
      #expect(cell.commonKeystrokes == sets[0].filter { cell.keystrokes[$0].isTyped }.sorted())
      let count = cell.keystrokes.count { $0.eventClass == "later-key" }
      let share = 8 * count / cell.keystrokes.count
      let later = sets[0].count { cell.keystrokes[$0].eventClass == "later-key" }
      #expect((share...share + 1).contains(later), "\(later) of \(count)")
      return sets
    }
    let (first, other) = (try keystrokes(seed: 1), try keystrokes(seed: 2))
    #expect(Set(first).count == 1 && first[0].count == 8)
    #expect(try keystrokes(seed: 1) == first)
    #expect(other != first)
  }

  @Test("Ratios are relative to the reference, and do not exist if the reference is wrong")
  func reference() throws {
    let entries = [HarnessFixtures.linear, HarnessFixtures.faulty(.dropsLastRow)]
    var suite = HarnessFixtures.suite()
    let own = try HarnessFixtures.record(
      of: "linear-scan", in: try HarnessFixtures.run(entries, suite))
    #expect(own.figures?.ratioToReference == 1)
    suite.reference = "broken-drops-last-row"
    let other = try HarnessFixtures.record(
      of: "linear-scan", in: try HarnessFixtures.run(entries, suite))
    #expect(other.figures != nil)
    #expect(other.figures?.ratioToReference == nil)
  }

  @Test("A run that fails fast stops after the first cell with a wrong answer")
  func failsFast() throws {
    let suite = HarnessFixtures.suite(
      cells: [HarnessFixtures.cell(), HarnessFixtures.cell(HarnessFixtures.profile(.prefix))])
    let wrong = [HarnessFixtures.faulty(.dropsLastRow)]
    #expect(try HarnessFixtures.run(wrong, suite, failsFast: true).count == 1)
    #expect(try HarnessFixtures.run(wrong, suite).count == 2)
    #expect(try HarnessFixtures.run([HarnessFixtures.linear], suite, failsFast: true).count == 2)
  }

  @Test("An observer of a run is told of every cell and of progress, which never decreases")
  func events() throws {
    let events = Mutex<[RunEvent]>([])
    let suite = HarnessFixtures.suite(
      cells: [HarnessFixtures.cell(), HarnessFixtures.cell(HarnessFixtures.profile(.prefix))])
    _ = try HarnessFixtures.run([HarnessFixtures.inverted], suite) { event in
      events.withLock { $0.append(event) }
    }
    var started: [String] = []
    var built: [String] = []
    var finished = 0
    var fractions: [Double] = []
    for event in events.withLock({ $0 }) {
      switch event {
      case .cellStarted(let index, let count, let id): started.append("\(index)/\(count) \(id)")
      case .building(let matcher, _, let fraction): built.append("\(matcher) \(fraction)")
      case .progressed(let fraction): fractions.append(fraction)
      case .forkStarted: Issue.record("a run in one process starts no fork")
      case .cellFinished: finished += 1
      }
    }
    #expect(started == ["0/2 plants.plants", "1/2 plants.plants"])
    #expect(built.first == "inverted-index 0.0")
    #expect(finished == 2)
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
  }

  private struct Unloadable: Error, Equatable {}

  @Test("A corpus that cannot be loaded ends the run with its own error")
  func unloadable() {
    let plan = CellPlan(
      corpus: CorpusPlan(name: "x", family: "x", rowCount: nil, argument: "x") {
        throw Unloadable()
      },
      profile: HarnessFixtures.profile(), workload: .written([], file: "none"))
    #expect(throws: Unloadable()) {
      try HarnessFixtures.run([HarnessFixtures.linear], HarnessFixtures.suite(cells: [plan]))
    }
  }

  @Test("A matcher is verified and has no figures in a cell without keystrokes")
  func idle() throws {
    let plan = HarnessFixtures.cell(traces: [])
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear], HarnessFixtures.suite(cells: [plan]))
    let record = try HarnessFixtures.record(of: "linear-scan", in: cells)
    #expect(record.status == .verified)
    #expect(record.figures == nil)
  }
}
