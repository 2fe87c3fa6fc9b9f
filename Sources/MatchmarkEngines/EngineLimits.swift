internal import MatchmarkCore
internal import MatchmarkMeasurement
internal import MatchmarkSystem

/// The limits of the protocol: exceeding one leads to a named state or error, never to truncation.
package enum EngineLimits {
  /// The deepest nesting of values; no message needs more than six levels.
  package static let nestingDepth = 32
  /// The most keys of one object; no message has more than a few.
  package static let keyCount = 1_024
  /// The most repetitions of one query: their durations fit in a reply line for a small corpus.
  package static let repeatCount = 10_000
  /// The number of rows of a page.
  package static let pageSize = Outcome.pageSize
  /// The longest line of a request; most of it is the known values of a corpus's facets.
  package static let requestSizeInBytes = 64 << 20
  /// The number of bytes kept from the end of an engine's standard error.
  package static let standardErrorSizeInBytes = ChildProcess.keptErrorSizeInBytes
  /// The longest text in a message; the longest that a message needs are the values of a facet.
  package static let textSizeInBytes = SearchLimits.fieldSizeInBytes

  /// The longest line of a reply: all ids with their commas, and the text around them.
  package static func replySizeInBytes(rowCount: Int) -> Int { (1 << 20) + 12 * rowCount }
}
