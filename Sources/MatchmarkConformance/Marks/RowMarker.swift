package import MatchmarkCore

/// The source of a row's marks: the library, or a candidate that may be wrong.
package struct RowMarker: Sendable {
  /// Returns the marks of a matching row.
  package typealias Mark =
    @Sendable (FoldedCorpus, Int, SearchQuery) throws(QueryError) -> [MarkedField]

  package let id: String
  package let mark: Mark

  package init(id: String, mark: @escaping Mark) {
    self.id = id
    self.mark = mark
  }

  /// ``FoldedCorpus/matchedRanges(row:for:)``.
  package static let library = RowMarker(id: "matched-ranges") {
    corpus, row, query throws(QueryError) in try corpus.matchedRanges(row: row, for: query)
  }

  /// A description of what is wrong with the marks of a matching row, or nil if they are right.
  ///
  /// - Parameters:
  ///   - oracle: An oracle over the same rows.
  ///   - laws: Laws that right marks must obey as well.
  package func fault(
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
  private let fault: String

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
        let fault = marker.fault(row: row, of: situation.query, in: corpus, oracle, laws: laws)
      else { continue }
      (self.marker, self.situation, self.fault) = (marker.id, situation, fault)
      return
    }
    return nil
  }

  /// Shrinks the situation for as long as the marks still differ from the oracle's.
  package func shrunk(of marker: RowMarker) -> MarkDisagreement {
    let isOfLaw = (try? MarkDisagreement(of: marker, in: situation, laws: [])) == nil
    let laws = isOfLaw ? MarkLaw.allCases : []
    let small = Shrinker.shrink(situation) { candidate in
      (try? MarkDisagreement(of: marker, in: candidate, laws: laws)) != nil
    }
    return (try? MarkDisagreement(of: marker, in: small, laws: laws)) ?? self
  }
}

extension MarkDisagreement: CustomStringConvertible {
  package var description: String {
    "\(marker) marks wrongly\n  \(fault)\n\(SituationText(situation))"
  }
}
