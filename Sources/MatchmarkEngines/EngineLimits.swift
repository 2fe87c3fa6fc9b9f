internal import MatchmarkCore
internal import MatchmarkMeasurement
internal import MatchmarkSystem

/// The limits of the protocol: beyond each there is a named state or error, never truncation.
package enum EngineLimits {
  /// The most values inside each other; no message needs more than six.
  package static let nestingDepth = 32
  /// The most keys of one object; no message has more than a few.
  package static let keyCount = 1_024
  /// The most repetitions of one query: their durations fit in a line of a small corpus.
  package static let repeatCount = 10_000
  /// The number of rows of a page.
  package static let pageSize = Outcome.pageSize
  /// The longest line of a request; the known values of a corpus's facets are the most of it.
  package static let requestSizeInBytes = 64 << 20
  /// How much of an engine's standard error is kept, from its end.
  package static let standardErrorSizeInBytes = ChildProcess.keptErrorSizeInBytes
  /// The longest text in a message; the values of a facet are the longest that any needs.
  package static let textSizeInBytes = SearchLimits.fieldSizeInBytes

  /// The longest line of a reply: all ids with their commas, and what stands around them.
  package static func replySizeInBytes(rowCount: Int) -> Int { (1 << 20) + 12 * rowCount }
}
