import MatchmarkDatasets
import MatchmarkSystem

/// The kinds of files that the command reads, each with the most that it may hold.
///
/// Files written by others are read here and nowhere else: a file that says how long
/// it is is refused before a byte of it is read, a pipe or a device when it has said too much.
enum InputFile: String, CaseIterable {
  /// Rows to become a corpus.
  case rows
  /// A record or a baseline.
  case record
  /// Cases, such as a hunt stores.
  case cases
  /// Typing sessions.
  case traces
  /// Settings of a search field.
  case settings
  /// A suite, a profile, a ledger or the catalog of engines.
  case yaml
  /// The hunts of a ledger.
  case entries

  /// The longest file, in bytes.
  var sizeLimitInBytes: Int {
    switch self {
    // A hundred million rows of words, as canonical JSON Lines.
    case .rows: 1 << 34
    // No record that this program writes comes near it.
    case .record: 1 << 26
    case .cases, .traces, .entries: 1 << 24
    case .settings, .yaml: 1 << 20
    }
  }

  /// The most that is read of what does not say how long it is: a pipe, a device, a file
  /// of /proc.
  static let streamSizeLimitInBytes = 1 << 28

  /// What the file is called in a table.
  var subject: String {
    switch self {
    case .rows: "a file of rows"
    case .record: "a record or baseline"
    case .cases: "a file of cases"
    case .traces: "a trace file"
    case .settings: "a file of settings"
    case .yaml: "a suite, a profile, a ledger, or the catalog of engines"
    case .entries: "the hunts of a ledger"
    }
  }

  /// What such a file may be called.
  var exampleName: String {
    switch self {
    case .rows: "rows.csv"
    case .record: "record.json"
    case .cases: "case.json"
    case .traces: "trace.jsonl"
    case .settings: "settings.json"
    case .yaml: "suite.yaml"
    case .entries: "hunts.jsonl"
    }
  }

  /// All bytes of a file.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  func read(_ path: String) throws(CommandError) -> [UInt8] {
    do throws(FileError) {
      return try FileReader.read(
        path, maximumSizeInBytes: sizeLimitInBytes,
        unsizedLimitInBytes: Self.streamSizeLimitInBytes)
    } catch {
      throw .input(error.description)
    }
  }
  /// The bytes of a file of rows, to be read in pieces; a pipe or a device is read now.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  static func rowSource(_ path: String) throws(CommandError) -> RowSource {
    do throws(FileError) {
      let file = try RereadableFile(
        path, maximumSizeInBytes: rows.sizeLimitInBytes,
        unsizedLimitInBytes: streamSizeLimitInBytes)
      return RowSource(name: path, sizeInBytes: file.sizeInBytes) {
        (offset, count) throws(DatasetError) in
        do throws(FileError) {
          return try file.bytes(from: offset, count: count)
        } catch {
          throw .unreadableFile(path, reason: error.reason)
        }
      }
    } catch {
      throw .input(error.description)
    }
  }
}
