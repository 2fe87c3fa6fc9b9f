import MatchmarkCore
import MatchmarkRecord

/// A record in which every field has a value.
enum RecordFixtures {
  static var full: RunRecord {
    var context = RunContext(
      tool: "matchmark 0.1.0", startedAt: "2026-01-02T03:04:05Z",
      commandLine: ["matchmark", "run", "a \"b\""],
      host: HostRecord(
        name: "ci-1", kernel: "6.1", processor: "any", coreCount: 2, memoryInBytes: 1 << 33,
        loadBefore: 0.25),
      build: BuildRecord(compiler: "Swift 6.3", isOptimised: true),
      clock: ClockRecord(
        name: "CLOCK_MONOTONIC", resolutionInNanoseconds: 1, readingCostInNanoseconds: 21.5))
    context.durationInSeconds = 1.5
    context.revision = "0123abcd"
    context.hasUncommittedChanges = false
    context.host.loadAfter = 0.5
    return RunRecord(
      .run, context: context,
      suite: SuiteRecord(
        name: "small", why: "to see", seed: .max, delivery: .rows, reference: "linear-scan"),
      cells: [cell], warnings: ["busy"])
  }

  private static var cell: CellRecord {
    let query = SearchQuery(
      "e\u{301} \u{0}\u{1F600}", tokens: [SearchToken(facet: "kind", value: "")], scope: "2010")
    var matcher = MatcherRecord(id: "linear-scan", options: ["a": "b"])
    matcher.status = .voided
    matcher.reason = "keystroke 1"
    matcher.counterexamples = [
      Counterexample(
        keystroke: 0, query: query, eventClass: "first-key", difference: "row 1 is missing",
        firstRow: 1, firstRowText: "x",
        replay: ReplayRecord(
          corpus: "x", profile: "y", matcher: "z", isOwnEngine: true))
    ]
    matcher.build = BuildFigures(nanoseconds: 5, indexSizeInBytes: 6, peakGrowthInBytes: nil)
    matcher.structure = "scan"
    let sample = Sample(round: 1, keystroke: 0, order: 0, batch: 2, totalNanoseconds: 9)
    matcher.packedSamples = SamplePacking.pack([sample])
    matcher.warmUpRounds = 1
    matcher.wallSeconds = ["first-key": 0.125]
    let keystrokes = [
      KeystrokeRecord(trace: "t", query: query, eventClass: "first-key", matchCount: 3)
    ]
    matcher.figures = FigureCalculation(
      keystrokes: keystrokes, rowCount: 7, samples: [sample], warmUpRounds: 1
    ).figures()
    return CellRecord(
      corpus: CorpusRecord(
        name: "titles-7", family: "titles", rowCount: 7, sizeInBytes: 70, identity: "0-1",
        foldNanoseconds: 3, foldedSizeInBytes: 80),
      profile: .countries, workloadIdentity: "1-2", keystrokes: keystrokes,
      verification: VerificationRecord(keystrokeCount: 1, oracleCount: 1), matchers: [matcher])
  }
}
