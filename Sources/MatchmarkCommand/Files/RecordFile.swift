import MatchmarkMeasurement
import MatchmarkSystem

/// A record that a run left behind.
enum RecordFile {
  /// Reads a record; `-` is standard input, and a folder stands for the `record.json` in it.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  static func read(_ path: String) throws(CommandError) -> RunRecord {
    var file = path == "-" ? "/dev/stdin" : path
    if (try? FileKind(at: file)) == .folder {
      file += "/record.json"
      if FileKind.isPipe(at: file) { try ComparableFile.requireRegular(file) }
    }
    let bytes = try InputFile.record.read(file)
    do { return try RunRecord(decoding: bytes) } catch {
      throw .input("\(file): \(error.description)")
    }
  }
}
