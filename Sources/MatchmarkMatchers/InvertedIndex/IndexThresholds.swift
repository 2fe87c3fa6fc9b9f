import MatchmarkCore

/// The thresholds at which an inverted index changes its method; the defaults are measured, and any
/// other choice gives the same answers.
///
/// Each option describes its threshold; `bytesPerCandidate` counts four times if word starts must
/// be found.
struct IndexThresholds: Sendable {
  var sets = SetThresholds()
  var leastRunCost = 4_096
  var rowsPerRun = 32
  var mostRuns = 2_048
  var runShareInPercent = 36
  var leastPairCount = 2_048
  var rowsPerPair = 32
  var rowsPerListed = 64
  var rowsPerMerged = 256
  var rowsPerVerified = 256
  var smallCount = 256
  var keepingCost = 8
  var bytesPerCandidate = 100

  init() {}
}

extension IndexThresholds {
  private static let usual = IndexThresholds()
  private static let least = 0...1 << 20
  private static let divisor = 1...1 << 20

  private static let leastRunCostOption = MatcherOption(
    name: "least-run-cost", summary: "token runs with fewer rows get no stored set",
    usual: usual.leastRunCost, range: least)
  private static let rowsPerRunOption = MatcherOption(
    name: "rows-per-run", summary: "token runs with less than one row in this many get none",
    usual: usual.rowsPerRun, range: 16...1 << 20)
  private static let mostRunsOption = MatcherOption(
    name: "most-runs", summary: "at most this many token runs get stored sets",
    usual: usual.mostRuns, range: 64...usual.mostRuns)
  private static let runShareOption = MatcherOption(
    name: "run-share", summary: "the largest size of these sets, in percent of the text; 0: any",
    usual: usual.runShareInPercent, range: 0...10_000)
  private static let leastPairCountOption = MatcherOption(
    name: "least-pair-count", summary: "pairs of runs with fewer rows get no stored set",
    usual: usual.leastPairCount, range: least)
  private static let rowsPerPairOption = MatcherOption(
    name: "rows-per-pair", summary: "pairs of runs with less than one row in this many get none",
    usual: usual.rowsPerPair, range: 16...1 << 20)
  private static let rowsPerListedOption = MatcherOption(
    name: "rows-per-listed", summary: "up to one candidate in this many rows, they form a list",
    usual: usual.rowsPerListed, range: divisor)
  private static let rowsPerMergedOption = MatcherOption(
    name: "rows-per-merged", summary: "the same if lists must be merged",
    usual: usual.rowsPerMerged, range: divisor)
  private static let rowsPerVerifiedOption = MatcherOption(
    name: "rows-per-verified", summary: "the same if they must be verified in several fields",
    usual: usual.rowsPerVerified, range: divisor)
  private static let smallCountOption = MatcherOption(
    name: "small-count", summary: "up to this many candidates always form a list",
    usual: usual.smallCount, range: least)
  private static let keepingCostOption = MatcherOption(
    name: "keeping-cost", summary: "checking a row costs as much as reading this many",
    usual: usual.keepingCost, range: 1...1 << 16)
  private static let bytesPerCandidateOption = MatcherOption(
    name: "bytes-per-candidate", summary: "above one candidate in this many bytes, all is scanned",
    usual: usual.bytesPerCandidate, range: 1...1 << 16)

  static let options =
    SetThresholds.options + [
      leastRunCostOption, rowsPerRunOption, mostRunsOption, runShareOption, leastPairCountOption,
      rowsPerPairOption, rowsPerListedOption, rowsPerMergedOption, rowsPerVerifiedOption,
      smallCountOption, keepingCostOption, bytesPerCandidateOption,
    ]

  init(_ options: MatcherOptions) throws(MatcherError) {
    sets = try SetThresholds(options)
    leastRunCost = try options.number(of: Self.leastRunCostOption)
    rowsPerRun = try options.number(of: Self.rowsPerRunOption)
    mostRuns = try options.number(of: Self.mostRunsOption)
    runShareInPercent = try options.number(of: Self.runShareOption)
    leastPairCount = try options.number(of: Self.leastPairCountOption)
    rowsPerPair = try options.number(of: Self.rowsPerPairOption)
    rowsPerListed = try options.number(of: Self.rowsPerListedOption)
    rowsPerMerged = try options.number(of: Self.rowsPerMergedOption)
    rowsPerVerified = try options.number(of: Self.rowsPerVerifiedOption)
    smallCount = try options.number(of: Self.smallCountOption)
    keepingCost = try options.number(of: Self.keepingCostOption)
    bytesPerCandidate = try options.number(of: Self.bytesPerCandidateOption)
  }
}

/// The thresholds of a matcher for its number of rows, computed once.
struct IndexLimits: Sendable {
  let listed: Int
  let merged: Int
  let verified: Int
  /// Above this many candidates a second frequent set narrows them.
  let narrowed: Int
  let keepingCost: Int

  init(rowCount: Int, _ thresholds: IndexThresholds) {
    listed = max(thresholds.smallCount, rowCount / thresholds.rowsPerListed)
    merged = max(thresholds.smallCount, rowCount / thresholds.rowsPerMerged)
    verified = max(thresholds.smallCount, rowCount / thresholds.rowsPerVerified)
    narrowed = rowCount / thresholds.rowsPerVerified
    keepingCost = thresholds.keepingCost
  }
}
