import MatchmarkMeasurement
import MatchmarkSystem

/// A record that a run left behind.
enum RecordFile {
  /// No record that this program writes comes near it.
  private static let limitInBytes = 1 << 30

  /// Reads a record; `-` is standard input, and a folder stands for the `record.json` in it.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  static func read(_ path: String) throws(CommandError) -> RunRecord {
    var file = path == "-" ? "/dev/stdin" : path
    if (try? FileKind(at: file)) == .folder { file += "/record.json" }
    let bytes: [UInt8]
    do { bytes = try FileReader.read(file, maximumSizeInBytes: limitInBytes) } catch {
      throw .input(error.description)
    }
    do { return try RunRecord(decoding: bytes) } catch {
      throw .input("\(file): \(error.description)")
    }
  }
}
