/// Cells in columns: the first column left-aligned, the others right-aligned.
struct TextTable {
  private var rows: [[String]] = []

  mutating func append(_ row: [String]) { rows.append(row) }

  /// The lines, without trailing spaces.
  ///
  /// - Complexity: O(cells).
  func lines(indent: Int = 0) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (index, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        line += index == 0 ? cell + padding : "  " + padding + cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
