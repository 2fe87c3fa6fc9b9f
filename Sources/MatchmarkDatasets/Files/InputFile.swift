package import MatchmarkSystem

/// The kinds of files that a program reads, each with its size limit.
///
/// Files written by others are read here and nowhere else: a file with a known length is refused
/// before a byte of it is read, a pipe or a device as soon as it has delivered too much.
package enum InputFile: String, CaseIterable {
  case rows
  case record
  /// Cases, such as those that a hunt stores.
  case cases
  case traces
  case queries
  case labels
  case settings
  /// A suite, a profile, a ledger or the catalog of engines.
  case yaml
  case entries

  package var sizeLimitInBytes: Int { facts.sizeLimitInBytes }

  /// The size limit, the name of the kind in a table, and an example of a file name.
  package var facts: (sizeLimitInBytes: Int, subject: String, exampleName: String) {
    switch self {
    // A hundred million rows of words, as canonical JSON Lines.
    case .rows: (1 << 34, "a file of rows", "rows.csv")
    // No record that this program writes comes close to it.
    case .record: (1 << 26, "a record or baseline", "record.json")
    case .cases: (1 << 24, "a file of cases", "case.json")
    case .traces: (1 << 24, "a trace file", "trace.jsonl")
    case .queries: (1 << 24, "a log of queries", "queries.txt")
    case .labels: (1 << 26, "a file of labels", "labels.tsv")
    case .settings: (1 << 20, "a file of settings", "settings.json")
    case .yaml:
      (1 << 20, "a suite, a profile, a ledger, or the catalog of engines", "suite.yaml")
    case .entries: (1 << 24, "the hunts of a ledger", "hunts.jsonl")
    }
  }

  /// The size limit for files that do not report their length: a pipe, a device, a file of
  /// /proc.
  package static let streamSizeLimitInBytes = 1 << 28

  package func read(_ path: String) throws(InputError) -> [UInt8] {
    try InputError.wrap {
      try FileReader.read(
        path, maximumSizeInBytes: sizeLimitInBytes,
        unsizedLimitInBytes: Self.streamSizeLimitInBytes)
    }
  }

  /// Reads a file in a folder that only programs write to.
  package func readFile(_ path: String) throws(InputError) -> [UInt8] {
    try Self.requireFile(path)
    return try read(path)
  }

  /// Refuses a path that is not a file, such as a pipe, on which a reader would wait; a missing
  /// file is left to the reader.
  ///
  /// - Throws: ``InputError/input(_:)``.
  package static func requireFile(_ path: String) throws(InputError) {
    switch try InputError.wrap("", { () throws in try FileKind(at: path) }) {
    case .regular, .nothing: return
    case .folder: throw .input("got a folder at '\(path)', expected a file")
    case .stream: throw .input("got a pipe or a device at '\(path)', expected a file")
    }
  }

  /// A file that is read in pieces; a pipe or a device is read at once.
  package func open(_ path: String) throws(InputError) -> RereadableFile {
    try InputError.wrap {
      try RereadableFile(
        path, maximumSizeInBytes: sizeLimitInBytes,
        unsizedLimitInBytes: Self.streamSizeLimitInBytes)
    }
  }

  package static func rowSource(_ path: String) throws(InputError) -> RowSource {
    let file = try rows.open(path == CorpusSource.standardInput ? "/dev/stdin" : path)
    return RowSource(name: CorpusSource.shown(path), sizeInBytes: file.sizeInBytes) {
      (offset, count) throws(DatasetError) in
      do throws(FileError) { return try file.bytes(from: offset, count: count) } catch {
        throw .unreadableFile(path, reason: error.reason)
      }
    }
  }
}
