import MatchmarkCore

/// The thresholds at which sorted text changes its method; the defaults are measured, and any other
/// choice gives the same answers.
///
/// Each option describes its threshold.
struct PrefixThresholds: Sendable {
  var rowsPerPrefix = 32
  var suffixesPerPrefix = 1_024
  var prefixShareInPercent = 25
  var rowsPerSorted = 4_096
  var smallCount = 64
  var sortedAtOnce = 0
  var shortNumberSuffixes = 1 << 16

  init() {}
}

extension PrefixThresholds {
  private static let usual = PrefixThresholds()
  private static let rowsPerPrefixOption = MatcherOption(
    name: "rows-per-prefix", summary: "over one suffix per this many rows: a prefix gets a bitmap",
    usual: usual.rowsPerPrefix, range: 1...1 << 20)
  private static let suffixesPerPrefixOption = MatcherOption(
    name: "suffixes-per-prefix", summary: "over one suffix in this many: a prefix gets a bitmap",
    usual: usual.suffixesPerPrefix, range: 1...1 << 20)
  private static let prefixShareOption = MatcherOption(
    name: "prefix-share", summary: "the largest size of these bitmaps, in percent of the text",
    usual: usual.prefixShareInPercent, range: 0...10_000)
  private static let rowsPerSortedOption = MatcherOption(
    name: "rows-per-sorted", summary: "answers of up to one row in this many are sorted",
    usual: usual.rowsPerSorted, range: 1...1 << 20)
  private static let smallCountOption = MatcherOption(
    name: "small-count", summary: "answers of up to this many rows are always sorted",
    usual: usual.smallCount, range: 0...1 << 20)
  private static let sortedAtOnceOption = MatcherOption(
    name: "sorted-at-once", summary: "how many suffixes are sorted at once; 0 chooses",
    usual: usual.sortedAtOnce, range: 0...1 << 24)
  private static let shortNumberSuffixesOption = MatcherOption(
    name: "short-number-suffixes", summary: "up to this many suffixes: two-byte numbers",
    usual: usual.shortNumberSuffixes, range: 0...1 << 16)

  static let options = [
    rowsPerPrefixOption, suffixesPerPrefixOption, prefixShareOption, rowsPerSortedOption,
    smallCountOption, sortedAtOnceOption, shortNumberSuffixesOption,
  ]

  init(_ options: MatcherOptions) throws(MatcherError) {
    rowsPerPrefix = try options.number(of: Self.rowsPerPrefixOption)
    suffixesPerPrefix = try options.number(of: Self.suffixesPerPrefixOption)
    prefixShareInPercent = try options.number(of: Self.prefixShareOption)
    rowsPerSorted = try options.number(of: Self.rowsPerSortedOption)
    smallCount = try options.number(of: Self.smallCountOption)
    sortedAtOnce = try options.number(of: Self.sortedAtOnceOption)
    shortNumberSuffixes = try options.number(of: Self.shortNumberSuffixesOption)
  }
}
