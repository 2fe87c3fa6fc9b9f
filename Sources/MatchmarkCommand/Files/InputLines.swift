import MatchmarkEngines
import MatchmarkSystem

/// The lines of a file or of standard input, read on demand; an endless line is never held in
/// memory.
struct InputLines {
  /// Whether the input has ended; the last line then lacks its line feed.
  private(set) var isAtEnd = false
  private var lines: LineReader
  private var offset = 0
  private let file: RereadableFile?

  /// - Parameters:
  ///   - path: `-` is standard input, whose lines are available as soon as they are typed.
  ///   - limitInBytes: the size limit of a line.
  /// - Throws: ``CommandError/input(_:)`` if the file cannot be read.
  init(_ path: String, limitInBytes: Int) throws(CommandError) {
    lines = LineReader(limitInBytes: limitInBytes)
    file = path == "-" ? nil : try InputFile.rows.open(path)
  }

  /// The next line; nil after the last one.
  ///
  /// - Throws: ``CommandError/input(_:)`` if nothing can be read.
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

  /// The next bytes; empty at the end.
  private func bytes() throws -> [UInt8] {
    if let file { return try file.bytes(from: offset, count: 1 << 16) }
    var chunk: [UInt8] = []
    try StandardInput.read(into: &chunk)
    return chunk
  }
}
