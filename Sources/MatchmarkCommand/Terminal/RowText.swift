import MatchmarkCore
import MatchmarkReports

/// A row as people see it: its cells, with the matches underlined.
struct RowText {
  private let corpus: FoldedCorpus
  private let style: TextStyle
  private var query = ResolvedQuery()

  /// - Parameter text: what was typed; text that cannot be searched for marks nothing.
  init(_ corpus: FoldedCorpus, text: String, style: TextStyle) {
    self.corpus = corpus
    self.style = style
    // Tokens and scope mark nothing, and the row is known to match them.
    do { try query.resolve(SearchQuery(text), in: corpus) } catch { query = ResolvedQuery() }
  }

  /// Whether there is anything to mark.
  var hasMarks: Bool { query.termCount > 0 }

  func marks(_ row: Int) -> [MarkedField] { corpus.matchedRanges(row: row, for: query) }

  /// For instance `United Kingdom · Europe · 2018`.
  func line(_ row: Int) -> String {
    let marks = marks(row)
    return corpus.corpus.schema.columns.indices.compactMap { column in
      let cell = corpus.corpus.cell(row: row, column: column)
      let ranges = marks.first { $0.column == column }?.ranges ?? []
      return cell.isEmpty ? nil : style.marked(cell, ranges)
    }.joined(separator: " · ")
  }

  /// The marks for JSON: pairs of UTF-8 offsets, keyed by the column's name.
  func ranges(_ row: Int) -> [String: [[Int]]] {
    marks(row).byName(in: corpus.corpus.schema)
  }
}
