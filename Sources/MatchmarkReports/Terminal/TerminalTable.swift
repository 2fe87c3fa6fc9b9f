/// A table as lines for a terminal: columns under their titles, as wide as the terminal allows.
///
/// If not all columns fit, dispensable columns are dropped first, then titles are wrapped, then the
/// remaining columns follow below, with the row names repeated. A figure is never broken.
struct TerminalTable {
  private static let mark = "▸"
  static let legend = "  \(mark) fastest at the largest size"

  private let table: ReportTable
  private let width: Int?
  /// The columns that are shown side by side; sentences do not fit into a column and are shown
  /// below their row.
  private var columns: [Int]
  private let sentences: [Int]

  init(_ table: ReportTable, details: Bool, width: Int?) {
    self.table = table
    self.width = width
    let shown = table.columns.indices.filter { index in
      index == 0 || (details || !table.columns[index].isDetail && !table.isEmpty(column: index))
    }
    columns = shown.filter { $0 == 0 || table.columns[$0].kind != .prose }
    sentences = shown.filter { $0 != 0 && table.columns[$0].kind == .prose }
    while !isFitting, let spare = columns.first(where: { table.columns[$0].isSpare }) {
      columns.removeAll { $0 == spare }
    }
  }

  func lines() -> [TerminalLine] {
    guard !table.rows.isEmpty else { return [] }
    let name = table.isNamed ? [TerminalLine("  \(table.caption)", .strong)] : []
    let parts = parts
    let grids = parts.enumerated().flatMap { index, part in
      lines(of: part, hasSentences: index == parts.count - 1)
    }
    return name + grids + table.notes.map { TerminalLine("  \($0)", .faint) }
  }

  private var isFitting: Bool { width.map { needed(columns) <= $0 } ?? true }

  private func needed(_ columns: [Int]) -> Int {
    columns.reduce(0) { $0 + 2 + columnWidth($1, isTitleBroken: false) }
  }

  /// Returns the width of a column; a wrapped title leaves more space for the figures below it.
  private func columnWidth(_ column: Int, isTitleBroken: Bool) -> Int {
    let title = table.columns[column].title
    let titleWidth =
      isTitleBroken
      ? Prose.set(title).split(separator: " ").map { TerminalText.width($0) }.max() ?? 0
      : TerminalText.width(title)
    return max(titleWidth, table.rows.map { TerminalText.width($0[column]) }.max() ?? 0)
  }

  /// The columns side by side if they fit; otherwise in groups, one below the other.
  private var parts: [[Int]] {
    guard let width, !isFitting else { return [columns] }
    let keys = Array(columns.prefix(1 + names))
    var parts: [[Int]] = []
    var part = keys
    var room = width - keysWidth(keys)
    for column in columns.dropFirst(keys.count) {
      let size = 2 + columnWidth(column, isTitleBroken: true)
      if size > room, part.count > keys.count {
        parts.append(part)
        part = keys
        room = width - keysWidth(keys)
      }
      part.append(column)
      room -= size
    }
    return parts + [part]
  }

  /// The number of columns after the first that also name the rows.
  private var names: Int {
    min(columns.dropFirst().prefix { table.columns[$0].kind == .words }.count, 2)
  }

  /// Returns the width of the row names: at most half of the total width.
  private func keysWidth(_ keys: [Int]) -> Int {
    min(keys.reduce(0) { $0 + 2 + columnWidth($1, isTitleBroken: true) }, (width ?? .max) / 2)
  }

  private func widths(of part: [Int]) -> [Int] {
    guard let width, !isFitting else {
      return part.map { columnWidth($0, isTitleBroken: false) }
    }
    let keys = part.prefix(1 + names)
    var widths = part.map { columnWidth($0, isTitleBroken: true) }
    var excess = widths.reduce(0) { $0 + $1 + 2 } - width
    // Only names can be too wide; the longest of them is shortened.
    while excess > 0, let longest = keys.indices.max(by: { widths[$0] < widths[$1] }),
      widths[longest] > 8
    {
      widths[longest] -= 1
      excess -= 1
    }
    return widths
  }

  private func lines(of part: [Int], hasSentences: Bool) -> [TerminalLine] {
    let widths = widths(of: part)
    let titles = zip(part, widths).map { column, width in
      TerminalText.wrapped(table.columns[column].title, to: width, isIndented: false)
    }
    let height = titles.map(\.count).max() ?? 1
    let head = (0..<height).map { line in
      let cells = titles.map { title in
        line < height - title.count ? "" : title[line - height + title.count]
      }
      return TerminalLine(aligned(cells, part, widths, mark: " "), .faint, isWhole: true)
    }
    return head
      + table.rows.indices.flatMap { row in
        let cells = part.map { table.rows[row][$0] }
        let mark = table.bestRows.contains(row) ? Self.mark : " "
        let line = aligned(cells, part, widths, mark: mark)
        return [TerminalLine(line, paint(ofRow: row), isWhole: true)]
          + (hasSentences ? sentences : []).filter { !table.rows[row][$0].isEmpty }.map {
            TerminalLine("    \(table.columns[$0].title): \(table.rows[row][$0])", .faint)
          }
      }
  }

  private func paint(ofRow row: Int) -> Tone {
    let tone = table.tone(ofRow: row)
    return tone == .plain && table.bestRows.contains(row) ? .right : tone
  }

  private func aligned(_ cells: [String], _ part: [Int], _ widths: [Int], mark: String) -> String {
    var line = mark
    for (index, column) in part.enumerated() {
      let cell = TerminalText.clipped(cells[index], to: widths[index])
      let padding = String(repeating: " ", count: widths[index] - TerminalText.width(cell))
      line += (index == 0 ? " " : "  ")
      line += table.columns[column].kind == .figures ? padding + cell : cell + padding
    }
    return TerminalText.trimmed(line)
  }
}
