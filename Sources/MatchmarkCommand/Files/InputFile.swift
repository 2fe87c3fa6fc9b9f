import MatchmarkDatasets
import MatchmarkSystem

/// The kinds of files that the command reads, each with its size limit.
///
/// Files written by others are read here and nowhere else: a file with a known length is refused
/// before a byte of it is read, a pipe or a device as soon as it has delivered too much.
enum InputFile: String, CaseIterable {
  /// Rows that become a corpus.
  case rows
  /// A record or a baseline.
  case record
  /// Cases, such as those that a hunt stores.
  case cases
  /// Typing sessions.
  case traces
  /// Settings of a search field.
  case settings
  /// A suite, a profile, a ledger or the catalog of engines.
  case yaml
  /// The hunts of a ledger.
  case entries

  /// The size limit, in bytes.
  var sizeLimitInBytes: Int { facts.sizeLimitInBytes }
  /// The name of the kind in a table.
  var subject: String { facts.subject }
  /// An example of a file name.
  var exampleName: String { facts.exampleName }

  private var facts: (sizeLimitInBytes: Int, subject: String, exampleName: String) {
    switch self {
    // A hundred million rows of words, as canonical JSON Lines.
    case .rows: (1 << 34, "a file of rows", "rows.csv")
    // No record that this program writes comes close to it.
    case .record: (1 << 26, "a record or baseline", "record.json")
    case .cases: (1 << 24, "a file of cases", "case.json")
    case .traces: (1 << 24, "a trace file", "trace.jsonl")
    case .settings: (1 << 20, "a file of settings", "settings.json")
    case .yaml:
      (1 << 20, "a suite, a profile, a ledger, or the catalog of engines", "suite.yaml")
    case .entries: (1 << 24, "the hunts of a ledger", "hunts.jsonl")
    }
  }

  /// The size limit for files that do not report their length: a pipe, a device, a file of
  /// /proc.
  static let streamSizeLimitInBytes = 1 << 28

  /// All bytes of a file.
  func read(_ path: String) throws(CommandError) -> [UInt8] {
    try CommandError.wrap {
      try FileReader.read(
        path, maximumSizeInBytes: sizeLimitInBytes,
        unsizedLimitInBytes: Self.streamSizeLimitInBytes)
    }
  }

  /// A file that is read in pieces; a pipe or a device is read at once.
  func open(_ path: String) throws(CommandError) -> RereadableFile {
    try CommandError.wrap {
      try RereadableFile(
        path, maximumSizeInBytes: sizeLimitInBytes,
        unsizedLimitInBytes: Self.streamSizeLimitInBytes)
    }
  }

  /// The bytes of a file of rows, to be read in pieces.
  static func rowSource(_ path: String) throws(CommandError) -> RowSource {
    let file = try rows.open(path)
    return RowSource(name: path, sizeInBytes: file.sizeInBytes) {
      (offset, count) throws(DatasetError) in
      do throws(FileError) { return try file.bytes(from: offset, count: count) } catch {
        throw .unreadableFile(path, reason: error.reason)
      }
    }
  }
}
