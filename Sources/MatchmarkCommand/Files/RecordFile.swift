import MatchmarkMeasurement

/// A record that a run left.
enum RecordFile {
  /// Reads a record; `-` is standard input, and a folder stands for the `record.json` in it.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  static func read(_ path: String) throws(CommandError) -> RunRecord {
    let file = try ReportsFolder.record(at: path == "-" ? "/dev/stdin" : path)
    let bytes = try InputFile.record.read(file)
    do { return try RunRecord(decoding: bytes) } catch {
      throw .input("\(file): \(error.description)")
    }
  }
}
