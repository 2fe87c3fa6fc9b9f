package import MatchmarkDatasets
package import MatchmarkEngines
import MatchmarkSystem

/// The lines of a file or of standard input, read on demand; an endless line is never held in
/// memory.
package struct InputLines {
  /// True if the input has ended; the last line then lacks its line feed.
  package private(set) var isAtEnd = false
  private var lines: LineReader
  private var offset = 0
  private let file: RereadableFile?

  /// - Parameter path: `-` is standard input, whose lines are available as soon as they are typed.
  package init(_ path: String, limitInBytes: Int) throws(InputError) {
    lines = LineReader(limitInBytes: limitInBytes)
    file = path == "-" ? nil : try InputFile.rows.open(path)
  }

  /// The next line; nil after the last one.
  package mutating func next() throws(InputError) -> LineReader.Line? {
    while true {
      if let line = isAtEnd ? lines.rest() : lines.next() { return line }
      if isAtEnd { return nil }
      let chunk = try InputError.wrap { try bytes() }
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
