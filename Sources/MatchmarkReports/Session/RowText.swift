package import MatchmarkCore

/// A row as people see it: its cells, with the matches underlined.
package struct RowText {
  private let corpus: FoldedCorpus
  private let style: TextStyle
  private var query = ResolvedQuery()

  /// - Parameter text: the typed text; text that cannot be searched for marks nothing.
  package init(_ corpus: FoldedCorpus, text: String, style: TextStyle) {
    self.corpus = corpus
    self.style = style
    // Tokens and scope mark nothing, and the row is known to match them.
    do { try query.resolve(SearchQuery(text), in: corpus) } catch { query = ResolvedQuery() }
  }

  package var hasMarks: Bool { query.termCount > 0 }

  package func marks(_ row: Int) -> [MarkedField] { corpus.matchedRanges(row: row, for: query) }

  /// For instance `United Kingdom · Europe · 2018`.
  package func line(_ row: Int) -> StyledText {
    let marks = marks(row)
    let cells = corpus.corpus.schema.columns.indices.compactMap { column -> StyledText? in
      let cell = corpus.corpus.cell(row: row, column: column)
      let ranges = marks.first { $0.column == column }?.ranges ?? []
      return cell.isEmpty ? nil : style.marked(cell, ranges)
    }
    return StyledText(rendered: cells.map(\.output).joined(separator: " · "))
  }

  /// The marks for JSON: pairs of UTF-8 offsets, keyed by the column's name.
  package func ranges(_ row: Int) -> [String: [[Int]]] {
    marks(row).byName(in: corpus.corpus.schema)
  }
}
