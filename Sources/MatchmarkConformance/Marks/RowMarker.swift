package import MatchmarkCore

/// The source of a row's marks: the library, or a candidate that may be wrong.
package struct RowMarker: Sendable {
  package typealias Mark =
    @Sendable (FoldedCorpus, Int, SearchQuery) throws(QueryError) -> [MarkedField]

  package let id: String
  package let mark: Mark

  package init(id: String, mark: @escaping Mark) {
    self.id = id
    self.mark = mark
  }

  package static let library = RowMarker(id: "matched-ranges") {
    corpus, row, query throws(QueryError) in try corpus.matchedRanges(row: row, for: query)
  }

  /// A description of what is wrong with the marks of a matching row, or nil if they are right.
  ///
  /// - Parameter oracle: an oracle over the same rows.
  package func finding(
    row: Int, of query: SearchQuery, in corpus: FoldedCorpus, _ oracle: Oracle,
    laws: [MarkLaw] = MarkLaw.allCases
  ) -> String? {
    do throws(QueryError) {
      let text = { (marks: [MarkedField]) in
        MarkedField.text(marks.byName(in: corpus.corpus.schema))
      }
      let given = try mark(corpus, row, query)
      let expected = try oracle.matchedRanges(row: row, for: query)
      guard given == expected else {
        return "row \(row): marked \(text(given)), expected \(text(expected))"
      }
      let marked = MarkedRow(marker: self, row: row, query: query, corpus: corpus)
      for law in laws where try !law.holds(for: given, marked) {
        return "row \(row): marked \(text(given)), which breaks '\(law.rawValue)': \(law.statement)"
      }
      return nil
    } catch { return "row \(row): refused: \(error)" }
  }
}

extension MarkedField {
  /// Example: `name 0..<4 6..<8, year 0..<4`.
  package static func text(_ marks: [String: [[Int]]]) -> String {
    let texts = marks.sorted { $0.key < $1.key }.map { name, pairs in
      ([name] + pairs.map { $0.map(String.init).joined(separator: "..<") }).joined(separator: " ")
    }
    return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
  }
}

/// A situation in which a row is marked wrongly.
package struct MarkDisagreement: Sendable {
  package let marker: String
  package let situation: Situation
  private let finding: String

  /// Checks every row of the right answer; nil if all marks are right.
  ///
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  package init?(
    of marker: RowMarker, in situation: Situation, laws: [MarkLaw] = MarkLaw.allCases
  ) throws(CorpusError) {
    let corpus = try FoldedCorpus(situation.corpus(), profile: situation.profile)
    let oracle = try Oracle(corpus: corpus.corpus, profile: situation.profile)
    guard let rows = try? oracle.rows(for: situation.query) else { return nil }
    for row in rows {
      guard
        let finding = marker.finding(row: row, of: situation.query, in: corpus, oracle, laws: laws)
      else { continue }
      (self.marker, self.situation, self.finding) = (marker.id, situation, finding)
      return
    }
    return nil
  }
}

extension MarkDisagreement: CustomStringConvertible {
  package var description: String {
    "\(marker) marks wrongly\n  \(finding)\n\(SituationText(situation))"
  }
}

package struct MarkedRow {
  let marker: RowMarker
  let row: Int
  let query: SearchQuery
  let corpus: FoldedCorpus

  package init(marker: RowMarker, row: Int, query: SearchQuery, corpus: FoldedCorpus) {
    (self.marker, self.row, self.query, self.corpus) = (marker, row, query, corpus)
  }

  func text(_ column: Int) -> String { corpus.corpus.cell(row: row, column: column) }

  /// The UTF-8 offsets at which a text's characters start, and the offset at which the last one
  /// ends.
  static func borders(of text: String) -> [Int] {
    [0] + PlainCharacters.ranges(of: text).map(\.upperBound)
  }
}

/// A law that right marks obey; it can be checked without expected marks.
package enum MarkLaw: String, CaseIterable, Sendable {
  case wholeCharacters = "whole-characters"
  case order = "mark-order"
  case needle = "mark-needle"
  case everyTerm = "mark-every-term"
  case normalForms = "mark-normal-forms"
  case textOnly = "mark-text-only"

  var statement: String {
    switch self {
    case .wholeCharacters: "a range is within the text, and starts and ends at character boundaries"
    case .order: "ranges are ascending and separate, and no field occurs twice"
    case .needle: "a marked part holds a term, or is the whole of a number that a term equals"
    case .everyTerm: "every term is marked in a field"
    case .normalForms: "both normal forms of a text have the same parts marked"
    case .textOnly: "tokens and scope do not change the marks"
    }
  }

  package func holds(for marks: [MarkedField], _ row: MarkedRow) throws(QueryError) -> Bool {
    switch self {
    case .wholeCharacters:
      return marks.allSatisfy { field in
        let borders = Set(MarkedRow.borders(of: row.text(field.column)))
        return !field.ranges.isEmpty
          && field.ranges.allSatisfy { range in
            !range.isEmpty && borders.isSuperset(of: [range.lowerBound, range.upperBound])
          }
      }
    case .order:
      return Set(marks.map(\.column)).count == marks.count
        && marks.allSatisfy { field in
          zip(field.ranges, field.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        }
    case .needle:
      let terms = try row.terms()
      return row.parts(marks).allSatisfy { part in terms.contains { row.holds($0, part) } }
    case .everyTerm:
      let parts = row.parts(marks)
      return try row.terms().allSatisfy { term in parts.contains { row.holds(term, $0) } }
    case .normalForms:
      let shown = row.composedParts(marks)
      for form in [PlainFolding.composed, PlainFolding.decomposed] {
        guard let other = row.rewritten(form),
          try other.composedParts(other.marker.mark(other.corpus, 0, other.query)) == shown
        else { return false }
      }
      return true
    case .textOnly:
      return try row.marker.mark(row.corpus, row.row, SearchQuery(row.query.text)) == marks
    }
  }
}

extension MarkedRow {
  fileprivate func terms() throws(QueryError) -> [String] {
    Situation(columns: [], rows: [], profile: corpus.profile, query: query).effectiveTerms
  }

  fileprivate func parts(_ marks: [MarkedField]) -> [(column: Int, text: String)] {
    marks.flatMap { field in
      let utf8 = Array(text(field.column).utf8)
      return field.ranges.map { range in
        (field.column, String(decoding: utf8[range.clamped(to: 0..<utf8.count)], as: UTF8.self))
      }
    }
  }

  fileprivate func holds(_ term: String, _ part: (column: Int, text: String)) -> Bool {
    let name = corpus.corpus.schema.columns[part.column].name
    let folding = corpus.profile.folding
    for field in corpus.profile.textFields where field.name == name {
      let needle = PlainFolding.fold(term, folding, for: field.match)
      let folded = PlainFolding.fold(part.text, folding, for: field.match)
      if !needle.isEmpty, PlainText.matches(folded[...], needle, .contains) { return true }
    }
    let number = PlainText.canonicalNumber(term)
    return corpus.profile.numericFields.contains(name) && number != nil
      && part.text == text(part.column) && PlainText.canonicalNumber(part.text) == number
  }

  fileprivate func composedParts(_ marks: [MarkedField]) -> [[UInt8]] {
    parts(marks).map { Array(PlainFolding.composed($0.text).utf8) }
  }

  /// The same row by itself, with its texts in another form; only the text of the query is kept.
  fileprivate func rewritten(_ form: (String) -> String) -> MarkedRow? {
    let (columns, query) = (corpus.corpus.schema.columns, SearchQuery(query.text))
    let situation = Situation(
      columns: columns, rows: [columns.indices.map { text($0) }], profile: corpus.profile,
      query: query
    ).mapTexts(form)
    return (try? situation.corpus())
      .flatMap { try? FoldedCorpus($0, profile: corpus.profile) }
      .map { MarkedRow(marker: marker, row: 0, query: query, corpus: $0) }
  }
}
