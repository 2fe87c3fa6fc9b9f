internal import MatchmarkCore

/// Reads one title per line, the whole line, so a blank line is an empty title.
///
/// Lines end with LF or CR LF; the last may end with the file. Nothing is trimmed.
///
/// - Complexity: O(bytes) time, O(row) space.
struct TitleReader: RecordReader {
  private(set) var window: RowWindow
  private var position: Int

  let columnNames = [DatasetFormat.titleColumn]

  init(_ window: RowWindow) {
    self.window = window
    position = window.textStart
  }

  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool {
    if position == window.bytes.count {
      guard try window.advance(past: position) else { return false }
      position = 0
    }
    row.begin(at: position)
    row.cellOffsets.append(position)
    let rest = window.bytes[position...]
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    var title = rest[..<end]
    if end < rest.endIndex, title.last == 0x0D { title.removeLast() }
    guard title.count <= SearchLimits.fieldSizeInBytes else {
      throw .fieldTooLong(
        column: columnNames[0], sizeInBytes: title.count, at: window.position(of: position))
    }
    if row.keepsText?[0] ?? true { row.cells.append(contentsOf: title) }
    row.cells.endCell()
    position = min(end + 1, rest.endIndex)
    return true
  }
}
