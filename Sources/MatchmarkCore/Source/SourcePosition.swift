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

  /// Finds the position of a byte offset.
  ///
  /// Only errors need positions, so nothing is counted while a file without errors is read. Lines
  /// end with LF; a byte-order mark at the start of the file does not count as a column.
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

/// The checks that every reader of a text file makes first.
package enum SourceText {
  /// Returns the offset of the first byte that does not begin well-formed UTF-8, or nil.
  ///
  /// - Complexity: O(bytes).
  package static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return firstInvalidByte(decoding: bytes)
    }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// The same on older systems, scalar by scalar.
  package static func firstInvalidByte(decoding bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): position += scalar.count
      case .emptyInput: return nil
      case .error: return position
      }
    }
  }

  /// Returns 3 if the file begins with the byte-order mark of UTF-8, which is not part of its text,
  /// otherwise 0.
  package static func byteOrderMarkSizeInBytes(in bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
