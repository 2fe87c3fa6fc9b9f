import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Records with invented figures for the reports; every time is in nanoseconds.
enum RecordFixtures {
  static let keystrokes = [
    KeystrokeRecord(
      trace: "t", query: SearchQuery("r"), eventClass: "first-key", matchCount: 2),
    KeystrokeRecord(
      trace: "t",
      query: SearchQuery(
        "ro\u{1B}", tokens: [SearchToken(facet: "kind", value: "herb")], scope: "2010"),
      eventClass: "later-key", matchCount: 1),
    KeystrokeRecord(trace: "t", query: SearchQuery(), eventClass: "browse", matchCount: 9),
  ]

  /// The number that a p99 needs, including the three.
  static let manyKeystrokes =
    keystrokes
    + (0..<98).map { index in
      KeystrokeRecord(
        trace: "u", query: SearchQuery("u\(index)"), eventClass: "later-key", matchCount: 1)
    }

  /// A verified matcher for which each of a hundred keystrokes takes `time`.
  static func measured(
    _ id: String, time: Int, ratio: Double?, indexSize: Int = 50, isExact: Bool = true
  ) -> MatcherRecord {
    matcher(
      id, time: time, ratio: ratio, indexSize: indexSize, isExact: isExact,
      keystrokes: manyKeystrokes)
  }

  /// A verified matcher for which every keystroke takes `time`.
  static func matcher(
    _ id: String, time: Int, ratio: Double?, indexSize: Int = 50, isExact: Bool = true,
    keystrokes: [KeystrokeRecord] = RecordFixtures.keystrokes
  ) -> MatcherRecord {
    var record = MatcherRecord(id: id, isExact: isExact)
    let samples = keystrokes.indices.map {
      Sample(round: 0, keystroke: $0, order: 0, batch: 1, totalNanoseconds: time)
    }
    record.figures = FigureCalculation(
      keystrokes: keystrokes, rowCount: 10, samples: samples, warmUpRounds: 0
    ).figures()
    record.figures?.ratioToReference = ratio
    let classes = record.figures?.classes ?? [:]
    record.figures?.classRatios = ratio.map { ratio in classes.mapValues { _ in 2 * ratio } }
    record.packedSamples = SamplePacking.pack(samples)
    record.build = BuildFigures(
      nanoseconds: 7_000, indexSizeInBytes: indexSize, peakGrowthInBytes: nil)
    record.wallSeconds = ["first-key": 0.25, "later-key": 0.5, "browse": 1]
    return record
  }

  /// A matcher that ended in another state.
  static func matcher(
    _ id: String, _ status: MatcherStatus, reason: String?, wrong: [Counterexample] = []
  ) -> MatcherRecord {
    var record = MatcherRecord(id: id)
    record.status = status
    record.reason = reason
    record.counterexamples = wrong
    if status == .voided {
      record.wallSeconds = ["first-key": 0.25, "later-key": 0.5, "browse": 1]
    }
    return record
  }

  /// The command line of a counterexample to the second keystroke.
  static let replayLine = #"""
    ./matchmark query --corpus titles-1000 --profile titles --matcher wrong --token kind=herb \#
    --scope 2010 -- 'ro'"$(printf '\033')"''
    """#

  static func counterexample(_ keystroke: Int, row: Int = 4) -> Counterexample {
    let entry = keystrokes[keystroke]
    return Counterexample(
      keystroke: keystroke, query: entry.query, eventClass: entry.eventClass,
      difference: "row \(row) is missing (1 missing, 0 extra)", firstRow: row,
      firstRowText: "it's\u{1B}[31m",
      replay: ReplayRecord(
        corpus: "titles-1000", profile: "titles", matcher: "wrong", isOwnEngine: false))
  }

  static func cell(
    _ matchers: [MatcherRecord], rowCount: Int = 1_000, oracleCount: Int = 3,
    profile: SearchProfile = .titles
  ) -> CellRecord {
    let isMany = matchers.contains { $0.figures?.typed.keystrokeCount == 100 }
    let keystrokes = isMany ? manyKeystrokes : Self.keystrokes
    return CellRecord(
      corpus: CorpusRecord(
        name: "titles-\(rowCount)", family: "titles", rowCount: rowCount, sizeInBytes: 100,
        identity: "abc-1", foldNanoseconds: 1, foldedSizeInBytes: 1),
      profile: profile, workloadIdentity: "def-2", keystrokes: keystrokes,
      verification: VerificationRecord(keystrokeCount: 3, oracleCount: oracleCount),
      matchers: matchers)
  }

  static func record(_ cells: [CellRecord], warnings: [String] = []) -> RunRecord {
    RunRecord(
      context: RunContext(
        tool: "matchmark", startedAt: "2026-01-02T03:04:05Z", commandLine: [],
        host: HostRecord(
          name: "ci-1", kernel: "", processor: "", coreCount: 2, memoryInBytes: nil,
          loadBefore: nil),
        build: BuildRecord(compiler: "", isOptimised: true),
        clock: ClockRecord(
          name: "", resolutionInNanoseconds: 1, readingCostInNanoseconds: 1)),
      suite: SuiteRecord(
        name: "small", why: "", seed: 1, delivery: .page, reference: "linear-scan"),
      cells: cells, warnings: warnings)
  }

  /// One matcher of each kind.
  static var mixed: RunRecord {
    record(
      [
        cell([
          matcher("linear-scan", time: 2_000, ratio: 1),
          matcher("fast", time: 500, ratio: 0.25, indexSize: 400),
          matcher("wrong", .voided, reason: "w", wrong: [counterexample(1), counterexample(2)]),
          matcher("shy", .skipped, reason: "not this profile"),
          matcher("broken", .errored, reason: "fell over"),
        ])
      ], warnings: ["the machine was busy"])
  }
}

extension Document {
  /// The web page, to query; without its first line, it is XML.
  func page() throws -> XMLDocument {
    let bytes = try HTMLRenderer(self).render()
    let head = Array("<!DOCTYPE html>\n".utf8)
    #expect(bytes.starts(with: head))
    return try XMLDocument(Array(bytes.dropFirst(head.count)))
  }
}

extension ShownProgram {
  /// The program in every command of these tests.
  static let usual = ShownProgram("./matchmark")
}

extension Document {
  init(_ record: RunRecord) { self.init(record, program: .usual) }
}

extension JUnitReport {
  init(_ record: RunRecord) { self.init(record, program: .usual) }
}

extension ResultReport {
  init(_ record: RunRecord) { self.init(record, program: .usual) }
}

extension RecordRendering {
  convenience init(_ record: RunRecord) { self.init(record, program: .usual) }
}
