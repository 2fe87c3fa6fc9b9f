/// A place in a text file for human readers: file, line and column.
public struct SourcePosition: Sendable, Hashable {
  /// The file, as named by its reader.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column in characters, counted from 1; nil for the whole line.
  public let column: Int?

  /// Creates a position.
  public init(file: String, line: Int, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The position of a byte offset.
  ///
  /// Only errors need positions, so nothing is counted while a file is read without errors. Lines
  /// end at LF; a byte-order mark at the start of the file takes no column.
  ///
  /// - Parameter linesBefore: the number of lines of the file before the first of `bytes`.
  /// - Complexity: O(offset).
  package init(file: String, bytes: [UInt8], offset: Int, linesBefore: Int = 0) {
    var line = linesBefore + 1
    var start = linesBefore == 0 ? SourceText.byteOrderMarkSizeInBytes(in: bytes) : 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
      line += 1
      start = index + 1
    }
    let end = min(max(offset, start), bytes.count)
    let column = String(decoding: bytes[start..<end], as: UTF8.self).count + 1
    self.init(file: file, line: line, column: column)
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `file:line:column`, as compilers print it.
  public var description: String {
    "\(file):\(line)" + (column.map { ":\($0)" } ?? "")
  }
}
