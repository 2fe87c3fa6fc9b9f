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

  /// The table in the open; where it is too wide it scrolls, or its rows become lists.
  ///
  /// - Parameter stacks: whether rows become lists on a narrow screen: for few rows of many words.
  @MarkupBuilder
  func markup(stacks: Bool = false) -> Markup {
    tag(
      "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
      .init("aria-label", table.caption)
    ) {
      Markup.element(
        "table", stacks ? [.kind("stacks")] : [], [content(stacks: stacks)])
    }
    if table.omittedCount > 0 {
      tag("p", .kind("note")) {
        "\(QuantityFormat.count(table.omittedCount)) more rows are in the record."
      }
    }
    for note in table.notes { tag("p", .kind("note")) { note } }
  }

  @MarkupBuilder
  private func content(stacks: Bool) -> Markup {
    tag("caption") { table.caption }
    tag("thead") {
      tag("tr") {
        for column in table.columns { heading(column) }
      }
    }
    tag("tbody") {
      for row in table.rows { markup(row, isLabelled: stacks) }
    }
  }

  private func heading(_ column: ReportTable.Column) -> Markup {
    column.kind == .figures
      ? tag("th", .init("scope", "col"), .kind("number")) { column.title }
      : tag("th", .init("scope", "col")) { column.title }
  }

  private func markup(_ row: [String], isLabelled: Bool) -> Markup {
    tag("tr") {
      for (column, text) in zip(table.columns, row) {
        let kind: [Markup.Attribute] =
          switch column.kind {
          case .figures: [.kind("number")]
          case .words: []
          case .prose: [.kind("prose")]
          }
        // A list has no head, so each value says what it is.
        let label: [Markup.Attribute] = isLabelled ? [.init("data-label", column.title)] : []
        Markup.element(
          "td", kind + label,
          [column.kind == .figures ? .text(text) : tag("bdi") { text }])
      }
    }
  }
}
