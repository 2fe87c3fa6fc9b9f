package import MatchmarkMeasurement
import MatchmarkSystem

/// A record or a baseline, read for comparison.
package enum ComparableFile {
  /// Reads a file; for a folder, the `record.json` in it.
  static func read(_ path: String) throws(CommandError) -> Baseline {
    let file = try ReportsFolder.record(at: path)
    return try decode(try InputFile.record.read(file), file: file)
  }

  /// Refuses a file that is not a baseline; a record is not one.
  static func requireBaseline(_ path: String) throws(CommandError) {
    try requireRegular(path)
    let bytes = try InputFile.record.read(path)
    _ = try CommandError.wrap("\(path): ") { try Baseline(decoding: bytes) }
  }

  /// Refuses anything but a regular file, such as a pipe, which would block.
  static func requireRegular(_ path: String) throws(CommandError) {
    guard try kind(of: path) == .regular else {
      throw .input("'\(path)' is a folder, a pipe or a device, expected a file")
    }
  }

  /// The kind of file at a path; links are followed.
  static func kind(of path: String) throws(CommandError) -> FileKind {
    try CommandError.wrap { try FileKind(at: path) }
  }

  /// Reads either format: a baseline begins with its cells, a record does not.
  package static func decode(_ bytes: [UInt8], file: String) throws(CommandError) -> Baseline {
    let asBaseline: Result<Baseline, RecordError> = Result { () throws(RecordError) in
      try Baseline(decoding: bytes)
    }
    if case .success(let baseline) = asBaseline { return baseline }
    if case .failure(.tooNew) = asBaseline, !isRecord(bytes) {
      throw .input("\(file): \(describe(asBaseline))")
    }
    do {
      return try RecordBaseline.of(RunRecord(decoding: bytes))
    } catch let error as CommandError {
      throw .input("\(file): \(error.description)")
    } catch let error as RecordError {
      throw .input(
        isRecord(bytes) ? "\(file): \(error.description)" : "\(file): \(describe(asBaseline))")
    } catch {
      throw .input("\(file): its samples cannot be read: \(error)")
    }
  }

  private static func describe(_ result: Result<Baseline, RecordError>) -> String {
    guard case .failure(let error) = result else { return "" }
    return error.description
  }

  /// A record has a context, a baseline has conditions; only one of the two words begins a key.
  private static func isRecord(_ bytes: [UInt8]) -> Bool {
    !bytes.starts(with: Array("{\"cells\":[\n".utf8))
  }
}

/// A record that a run wrote.
enum RecordFile {
  /// Reads a record; `-` means standard input, and a folder means the `record.json` in it.
  static func read(_ path: String) throws(CommandError) -> RunRecord {
    let file = try ReportsFolder.record(at: path == "-" ? "/dev/stdin" : path)
    let bytes = try InputFile.record.read(file)
    return try CommandError.wrap("\(file): ") { try RunRecord(decoding: bytes) }
  }
}
