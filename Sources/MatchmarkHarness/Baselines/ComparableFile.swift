package import MatchmarkDatasets
package import MatchmarkRecord
import MatchmarkSystem

/// A record or a baseline, read for comparison.
package enum ComparableFile {
  /// A function that returns what the command line of a record asked for, as a baseline keeps it;
  /// nil if the command does not measure.
  package typealias Words = (_ commandLine: [String], _ suite: String) -> [String]?

  /// Reads a file; for a folder, the `record.json` in it.
  package static func read(_ path: String, words: Words) throws(InputError) -> Baseline {
    let file = try ReportsLayout.record(at: path)
    return try decode(try InputFile.record.read(file), file: file, words: words)
  }

  /// Refuses a file that is not a baseline; a record is not one.
  static func requireBaseline(_ path: String) throws(InputError) {
    try requireRegular(path)
    let bytes = try InputFile.record.read(path)
    _ = try InputError.wrap("\(path): ") { try Baseline(decoding: bytes) }
  }

  /// Refuses anything but a regular file, such as a pipe, which would block.
  package static func requireRegular(_ path: String) throws(InputError) {
    let kind = try InputError.wrap { try FileKind(at: path) }
    guard kind == .regular else {
      throw .input("'\(path)' is a folder, a pipe or a device, expected a file")
    }
  }

  /// Reads either format: a baseline begins with its cells, a record does not.
  package static func decode(
    _ bytes: [UInt8], file: String, words: Words
  ) throws(InputError) -> Baseline {
    let notBaseline: RecordError
    do { return try Baseline(decoding: bytes) } catch { notBaseline = error }
    if case .tooNew = notBaseline, !isRecord(bytes) { throw .input("\(file): \(notBaseline)") }
    do {
      return try baseline(of: RunRecord(decoding: bytes), words: words)
    } catch let error as RecordError {
      throw .input("\(file): \(isRecord(bytes) ? error : notBaseline)")
    } catch {
      throw .input("\(file): \(error)")
    }
  }

  /// The figures of a record that can be compared, and what its command line asked for.
  package static func baseline(
    of record: RunRecord, words: Words
  ) throws(InputError) -> Baseline {
    var baseline = try InputError.wrap("the samples of the record cannot be read: ") {
      try Baseline(record)
    }
    baseline.conditions.arguments = words(record.context.commandLine, record.suite.name)
    return baseline
  }

  /// A record has a context, a baseline has conditions; only one of the two words begins a key.
  private static func isRecord(_ bytes: [UInt8]) -> Bool {
    !bytes.starts(with: Array("{\"cells\":[\n".utf8))
  }
}

package enum RecordFile {
  /// Reads a record; `-` means standard input, and a folder means the `record.json` in it.
  package static func read(_ path: String) throws(InputError) -> RunRecord {
    let file = try ReportsLayout.record(at: path == "-" ? "/dev/stdin" : path)
    let bytes = try InputFile.record.read(file)
    return try InputError.wrap("\(file): ") { try RunRecord(decoding: bytes) }
  }
}
