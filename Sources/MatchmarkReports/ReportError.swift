package import MatchmarkMeasurement
package import MatchmarkSystem

/// Why a report could not be written.
package enum ReportError: Error, Hashable, Sendable {
  /// The system refused the file.
  case file(FileError)
  /// The record cannot be put into its own format.
  case record(RecordError)
  /// libxml2 refused a call that can only fail for want of memory or a wrong order of calls.
  case library(call: String)
  /// A dialect whose report is another number of files than one, where one is wanted.
  case severalFiles(dialect: String, count: Int)
  /// The cases of a suite were others when they were read the second time.
  case notReplayable(suite: String)
}

extension ReportError: CustomStringConvertible {
  /// What was got, what was expected, and where.
  package var description: String {
    switch self {
    case .file(let error):
      error.description
    case .record(let error):
      error.description
    case .library(let call):
      "libxml2 refused \(call)"
    case .severalFiles(let dialect, let count):
      "the dialect \(dialect) writes a file for each suite, here \(count); name a folder for them"
    case .notReplayable(let suite):
      "suite '\(suite)': got other cases on the second reading, expected the same as on the first"
    }
  }
}
