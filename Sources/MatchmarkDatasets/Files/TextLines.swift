import MatchmarkCore

/// The lines of a text that a user wrote, such as a log of queries: without a byte-order mark and
/// without the carriage returns of Windows; empty lines are left out.
struct TextLines {
  struct Line {
    /// From 1.
    let number: Int
    let bytes: [UInt8]
    /// The file and the line, as messages name them.
    let place: String
  }

  let lines: [Line]

  /// - Throws: ``InputError/input(_:)`` with the line for bytes that are not UTF-8.
  init(_ bytes: [UInt8], of path: String) throws(InputError) {
    let text = bytes.dropFirst(SourceText.byteOrderMarkSizeInBytes(in: bytes))
    var lines: [Line] = []
    var number = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let content = Array(line.last == 0x0D ? line.dropLast() : line)
      if content.isEmpty { continue }
      let place = "\(path):\(number)"
      if let offset = SourceText.firstInvalidByte(in: content) {
        throw .input(
          "\(place): got a byte sequence that is not UTF-8 at byte \(offset) of the line, expected "
            + "UTF-8; convert the file: iconv -f WINDOWS-1252 -t UTF-8")
      }
      lines.append(Line(number: number, bytes: content, place: place))
    }
    self.lines = lines
  }
}
