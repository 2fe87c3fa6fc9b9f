/// A table of a report as HTML, with a caption and scopes for those who hear it.
struct HTMLTable {
  private let table: ReportTable

  init(_ table: ReportTable) { self.table = table }

  /// The table behind a line that opens it.
  func details() -> Markup {
    tag("details") {
      tag("summary") {
        "Figures: \(table.caption.prefix(1).lowercased() + table.caption.dropFirst())"
      }
      markup()
    }
  }

  /// The table in the open; it scrolls where it is too wide.
  @MarkupBuilder
  func markup() -> Markup {
    tag(
      "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
      .init("aria-label", table.caption)
    ) {
      tag("table") {
        tag("caption") { table.caption }
        tag("thead") {
          tag("tr") {
            for column in table.columns { heading(column) }
          }
        }
        tag("tbody") {
          for row in table.rows { markup(row) }
        }
      }
    }
    if table.omittedCount > 0 {
      tag("p", .kind("note")) {
        "\(QuantityFormat.count(table.omittedCount)) more rows are in the record."
      }
    }
    for note in table.notes { tag("p", .kind("note")) { note } }
  }

  private func heading(_ column: ReportTable.Column) -> Markup {
    column.kind == .figures
      ? tag("th", .init("scope", "col"), .kind("number")) { column.title }
      : tag("th", .init("scope", "col")) { column.title }
  }

  private func markup(_ row: [String]) -> Markup {
    tag("tr") {
      for (column, text) in zip(table.columns, row) {
        switch column.kind {
        case .figures: tag("td", .kind("number")) { text }
        case .words: tag("td") { tag("bdi") { text } }
        case .prose: tag("td", .kind("prose")) { tag("bdi") { text } }
        }
      }
    }
  }
}
