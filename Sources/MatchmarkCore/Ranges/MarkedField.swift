/// A column of a row and the parts of its text that a list marks.
public struct MarkedField: Sendable, Hashable {
  /// The column, as an index into the columns of the schema.
  public let column: Int
  /// UTF-8 offsets into the original text, on character boundaries; ascending, never empty, and
  /// neither overlapping nor touching.
  public let ranges: [Range<Int>]

  /// Creates a marked field.
  public init(column: Int, ranges: [Range<Int>]) {
    self.column = column
    self.ranges = ranges
  }

  /// Returns the same ranges in ascending order, with ranges that overlap or touch merged.
  ///
  /// - Complexity: O(n log n).
  package static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension [MarkedField] {
  /// Returns the ranges by column name, as pairs of offsets: the form used in files and messages.
  package func byName(in schema: Schema) -> [String: [[Int]]] {
    reduce(into: [:]) { marks, field in
      let pairs = field.ranges.map { [$0.lowerBound, $0.upperBound] }
      marks[schema.columns[field.column].name] = pairs
    }
  }
}

extension Folding {
  /// Returns the range of the first occurrence of a needle in a text, as a list underlines it, in
  /// UTF-8 offsets.
  ///
  /// If only a part of a character matches, such as the s of ß, the whole character is marked.
  /// Scalars that fold to nothing belong to the range if they lie inside it, but not at its ends.
  ///
  /// ```swift
  /// Folding.caseInsensitive.matchedRange(of: "STRASS", in: "Die Straße")  // 4..<11
  /// ```
  ///
  /// - Parameters:
  ///   - needle: the typed text, not folded; this function neither trims nor splits it.
  ///   - text: the original text.
  ///   - mode: the positions at which the needle may lie.
  /// - Returns: nil if the needle does not occur at such a position, or folds to nothing.
  /// - Complexity: O(bytes of text × bytes of needle) at worst, about O(bytes) for ordinary text.
  public func matchedRange(
    of needle: String, in text: String, _ mode: MatchMode = .contains
  ) -> Range<Int>? {
    if fold(needle).isEmpty { return nil }
    let folded = TracedText.scalars(fold(needle, for: mode)[...])
    return TracedText(text, self, for: mode).range(of: folded, mode)
  }
}

extension FoldedCorpus {
  /// Returns the parts of a row that a list marks: the occurrences of the terms of a query.
  ///
  /// In every text field the first occurrence of each term is marked; each numeric field that a
  /// term equals is marked as a whole. Tokens, the scope and queries without text mark nothing.
  ///
  /// ```swift
  /// for field in try corpus.matchedRanges(row: 7, for: SearchQuery("rose 2012")) {
  ///   underline(field.ranges, of: corpus.corpus.cell(row: 7, column: field.column))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - row: a row of the corpus; one that does not match has no marks.
  ///   - query: the query that found the row.
  /// - Returns: the marked fields in the order of the profile, text before numbers.
  /// - Throws: ``QueryError`` for a query outside the contract.
  /// - Complexity: the sum of ``ResolvedQuery/resolve(_:in:)`` and the other overload.
  public func matchedRanges(row: Int, for query: SearchQuery) throws(QueryError) -> [MarkedField] {
    var resolved = ResolvedQuery()
    try resolved.resolve(query, in: self)
    return matchedRanges(row: row, for: resolved)
  }

  /// Returns the marks for a query that is already resolved, so that it is read once for all rows
  /// of a screen.
  ///
  /// - Complexity: O(bytes of the row's text × bytes of the query) at worst, about O(bytes × terms)
  ///   for ordinary text.
  public func matchedRanges(row: Int, for query: ResolvedQuery) -> [MarkedField] {
    guard !query.terms.isEmpty, query.admits(row, in: self) else { return [] }
    var isFound = [Bool](repeating: false, count: query.terms.count)
    var marks: [(column: Int, range: Range<Int>)] = []
    for (field, axis) in profile.textFields.enumerated() {
      let traced = TracedText(text(row: row, field: field), profile.folding, for: axis.match)
      let column = corpus.schema.index(of: axis.name) ?? 0
      for term in query.terms.indices where query.canOccur(term, in: axis.match) {
        let needle = TracedText.scalars(query.needle(term, for: axis.match))
        guard let range = traced.range(of: needle, axis.match) else { continue }
        isFound[term] = true
        marks.append((column, range))
      }
    }
    for (field, name) in profile.numericFields.enumerated() {
      guard let number = numbers[field][row] else { continue }
      let column = corpus.schema.index(of: name) ?? 0
      for (term, read) in query.terms.enumerated() where read.number == number {
        isFound[term] = true
        marks.append((column, 0..<corpus.cell(row: row, column: column).utf8.count))
      }
    }
    return isFound.allSatisfy { $0 } ? Self.fields(of: marks) : []
  }

  /// Returns one field for each column, in order of first appearance.
  private static func fields(of marks: [(column: Int, range: Range<Int>)]) -> [MarkedField] {
    var columns: [Int] = []
    for mark in marks where !columns.contains(mark.column) { columns.append(mark.column) }
    return columns.map { column in
      let ranges = marks.filter { $0.column == column }.map { $0.range }
      return MarkedField(column: column, ranges: MarkedField.merged(ranges))
    }
  }
}
