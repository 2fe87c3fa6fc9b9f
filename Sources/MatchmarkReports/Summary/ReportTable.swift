/// Figures in rows and columns: what stands beside every picture, and is all that Markdown has.
package struct ReportTable: Sendable, Hashable {
  /// A column and how it is set.
  package struct Column: Sendable, Hashable {
    /// What stands in it.
    package enum Kind: Sendable, Hashable {
      /// Names and short words, set left.
      case words
      /// Sentences, which need room, set left.
      case prose
      /// Figures, set right.
      case figures
    }

    package var title: String
    package var kind: Kind

    package static func words(_ title: String) -> Column { Column(title: title, kind: .words) }
    package static func prose(_ title: String) -> Column { Column(title: title, kind: .prose) }
    package static func figures(_ title: String) -> Column {
      Column(title: title, kind: .figures)
    }
  }

  /// What the table says, as one phrase.
  package var caption: String
  package var columns: [Column]
  package private(set) var rows: [[String]] = []
  /// Rows that are not shown, for a report has a size that browsers and mail bear.
  package private(set) var omittedCount = 0
  /// What a reader must know beside the figures.
  package var notes: [String] = []

  /// A table of a million rows helps nobody; the record has them all.
  package static let rowLimit = 600

  package init(_ caption: String, columns: [Column]) {
    self.caption = caption
    self.columns = columns
  }

  /// Adds a row, or counts it where there are too many.
  ///
  /// - Precondition: `row` has a text for each column.
  package mutating func append(_ row: [String]) {
    precondition(row.count == columns.count, "got \(row.count) cells, expected \(columns.count)")
    if rows.count < Self.rowLimit { rows.append(row) } else { omittedCount += 1 }
  }
}
