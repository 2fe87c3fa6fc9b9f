import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkSystem

/// The kinds of files that the command reads, each with its size limit.
///
/// Files written by others are read here and nowhere else: a file with a known length is refused
/// before a byte of it is read, a pipe or a device as soon as it has delivered too much.
enum InputFile: String, CaseIterable {
  case rows
  case record
  /// Cases, such as those that a hunt stores.
  case cases
  case traces
  case settings
  /// A suite, a profile, a ledger or the catalog of engines.
  case yaml
  case entries

  var sizeLimitInBytes: Int { facts.sizeLimitInBytes }

  /// The size limit, the name of the kind in a table, and an example of a file name.
  var facts: (sizeLimitInBytes: Int, subject: String, exampleName: String) {
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

  func read(_ path: String) throws(CommandError) -> [UInt8] {
    try CommandError.wrap {
      try FileReader.read(
        path, maximumSizeInBytes: sizeLimitInBytes,
        unsizedLimitInBytes: Self.streamSizeLimitInBytes)
    }
  }

  /// Reads a file in a folder that only programs write to.
  func readFile(_ path: String) throws(CommandError) -> [UInt8] {
    try Self.requireFile(path)
    return try read(path)
  }

  /// Refuses a path that is not a file, such as a pipe, on which a reader would wait; a missing
  /// file is left to the reader.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  static func requireFile(_ path: String) throws(CommandError) {
    switch try CommandError.wrap("", { () throws in try FileKind(at: path) }) {
    case .regular, .nothing: return
    case .folder: throw .input("got a folder at '\(path)', expected a file")
    case .stream: throw .input("got a pipe or a device at '\(path)', expected a file")
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

/// The lines of a file or of standard input, read on demand; an endless line is never held in
/// memory.
struct InputLines {
  /// True if the input has ended; the last line then lacks its line feed.
  private(set) var isAtEnd = false
  private var lines: LineReader
  private var offset = 0
  private let file: RereadableFile?

  /// - Parameter path: `-` is standard input, whose lines are available as soon as they are typed.
  init(_ path: String, limitInBytes: Int) throws(CommandError) {
    lines = LineReader(limitInBytes: limitInBytes)
    file = path == "-" ? nil : try InputFile.rows.open(path)
  }

  /// The next line; nil after the last one.
  mutating func next() throws(CommandError) -> LineReader.Line? {
    while true {
      if let line = isAtEnd ? lines.rest() : lines.next() { return line }
      if isAtEnd { return nil }
      let chunk = try CommandError.wrap { try bytes() }
      offset += chunk.count
      isAtEnd = chunk.isEmpty
      lines.append(chunk)
    }
  }

  private func bytes() throws -> [UInt8] {
    if let file { return try file.bytes(from: offset, count: 1 << 16) }
    var chunk: [UInt8] = []
    try StandardInput.read(into: &chunk)
    return chunk
  }
}
