/// A table of a report in the notation of GitHub and GitLab.
package struct MarkdownTable {
  private let table: ReportTable
  private let rowLimit: Int

  /// - Parameter rowLimit: so many rows are shown; the rest is counted.
  package init(_ table: ReportTable, rowLimit: Int = 200) {
    self.table = table
    self.rowLimit = rowLimit
  }

  /// The table, with what is left out and its notes behind it.
  package func lines() -> [String] {
    guard !table.rows.isEmpty else { return ["Nothing."] }
    let omitted = table.omittedCount + max(0, table.rows.count - rowLimit)
    var lines = [
      line(table.columns.map { MarkdownText.prose($0.title) }),
      line(table.columns.map { $0.kind == .figures ? "--:" : ":--" }),
    ]
    lines += table.rows.prefix(rowLimit).map { row in
      line(
        zip(table.columns, row).map { column, text in
          column.kind == .words ? MarkdownText.code(text) : MarkdownText.prose(text)
        })
    }
    if omitted > 0 {
      lines += ["", "\(QuantityFormat.count(omitted)) more rows are in the record."]
    }
    for note in table.notes { lines += ["", "<sub>\(MarkdownText.prose(note))</sub>"] }
    return lines
  }

  private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
