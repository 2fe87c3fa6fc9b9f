package import MatchmarkDatasets

/// The numbers in the arguments of a baseline, which are also those of options.
extension NumberRange {
  /// More processes than this add no information.
  package static let forkLimit = 1_000
  package static let forks = NumberRange("--forks", .whole(1...forkLimit))
  package static let maxTime = NumberRange("--max-time", .seconds(most: longestSeconds))

  package static let size = NumberRange("--sizes", .whole(1...CorpusSource.generatedRowLimit))
  /// The most sizes of one run.
  package static let sizeLimit = 100
  /// A multiple of the rows of a file.
  package static let multiple = NumberRange("--sizes", .whole(1...1_000))
}
