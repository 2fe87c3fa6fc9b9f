import MatchmarkDatasets
import MatchmarkSystem

/// The units of a plan, read line by line: of a million of them one is in memory.
struct PlanFile {
  private let path: String
  private let file: RereadableFile?
  private var offset = 0
  private var pending: [UInt8] = []
  private var start = 0
  /// The number of the line that was read last, from 1.
  private(set) var lineNumber = 0

  private static let chunkSizeInBytes = 1 << 16
  private static let lineSizeLimitInBytes = 1 << 16

  /// Opens a plan; `-` is standard input.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  init(_ path: String) throws(CommandError) {
    self.path = path
    do {
      file =
        path == "-"
        ? nil
        : try RereadableFile(
          path, maximumSizeInBytes: InputFile.rows.sizeLimitInBytes,
          unsizedLimitInBytes: InputFile.streamSizeLimitInBytes)
    } catch { throw .input(error.description) }
  }

  /// The next unit and its id, the hash of its line; nil at the end.
  ///
  /// - Throws: ``CommandError/input(_:)`` with the number of the line.
  mutating func next() throws(CommandError) -> (id: String, unit: FleetUnit)? {
    guard let line = try nextLine() else { return nil }
    lineNumber += 1
    let id = String(Vocabulary.hash(line), radix: 16)
    return (id, try FleetUnit(line, at: "\(path):\(lineNumber)"))
  }

  private mutating func nextLine() throws(CommandError) -> [UInt8]? {
    while true {
      if let end = pending[start...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(pending[start..<end])
      }
      pending.removeFirst(start)
      start = 0
      guard pending.count <= Self.lineSizeLimitInBytes else {
        throw .input(
          "\(path):\(lineNumber + 1): a line of more than \(Self.lineSizeLimitInBytes) bytes")
      }
      let chunk = try nextChunk()
      if chunk.isEmpty {
        guard !pending.isEmpty else { return nil }
        throw .input("\(path):\(lineNumber + 1): the plan ends within a line, copy it again")
      }
      pending += chunk
    }
  }

  private mutating func nextChunk() throws(CommandError) -> [UInt8] {
    do {
      var chunk: [UInt8] = []
      guard let file else {
        try StandardInput.read(into: &chunk)
        return chunk
      }
      chunk = try file.bytes(from: offset, count: Self.chunkSizeInBytes)
      offset += chunk.count
      return chunk
    } catch { throw .input(error.description) }
  }
}
