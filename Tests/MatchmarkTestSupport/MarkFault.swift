package import MatchmarkConformance
import MatchmarkCore

/// A way in which a list marks the right rows wrongly.
package enum MarkFault: String, PresentationFault {
  case endsWithinCharacters
  case marksFirstFieldOnly
  case marksAnywhere
  case marksWordsOfPhrases
  case marksIgnorablesAtEnds
  case marksBackwards
  case forgetsNumbers
  case marksTokens
  case countsInComposedText

  package var account: (clause: String, sentence: String) {
    switch self {
    case .endsWithinCharacters: ("R1", "ends a range within its last character")
    case .marksFirstFieldOnly: ("R2", "marks a row in only one field")
    case .marksAnywhere: ("R3", "marks the leftmost occurrence whatever the mode")
    case .marksWordsOfPhrases: ("R4", "marks the words of a phrase one by one")
    case .marksIgnorablesAtEnds: ("R5", "also marks soft hyphens after a match")
    case .marksBackwards: ("R6", "lists the ranges of a field from the last to the first")
    case .forgetsNumbers: ("R7", "marks no number")
    case .marksTokens: ("R8", "marks the values of tokens")
    case .countsInComposedText: ("R9", "counts the bytes of the composed text")
    }
  }

  /// The marker that returns marks with the fault.
  package var marker: RowMarker {
    RowMarker(id: id) { corpus, row, query throws(QueryError) in
      let right = try corpus.matchedRanges(row: row, for: query)
      return damaged(right, corpus, row, query) ?? right
    }
  }

  package var runner: CaseRunner { CaseRunner(marker: marker) }
  package var subject: ConformanceSubject { .marks }

  private func damaged(
    _ right: [MarkedField], _ corpus: FoldedCorpus, _ row: Int, _ query: SearchQuery
  ) -> [MarkedField]? {
    let text = { (column: Int) in Array(corpus.corpus.cell(row: row, column: column).utf8) }
    switch self {
    case .endsWithinCharacters:
      return changed(right) { field, range in
        let isSplit = text(field.column)[range.upperBound - 1] >= 0x80
        return range.lowerBound..<range.upperBound - (isSplit ? 1 : 0)
      }
    case .marksFirstFieldOnly: return Array(right.prefix(1))
    case .marksAnywhere:
      return marks(corpus, row, query) { profile in
        profile.textFields = profile.textFields.map { TextField($0.name, .contains) }
      }
    case .marksWordsOfPhrases: return marks(corpus, row, query) { $0.terms = .splitAND }
    case .marksIgnorablesAtEnds:
      return changed(right) { field, range in
        let isFollowed = text(field.column).dropFirst(range.upperBound).starts(with: [0xC2, 0xAD])
        return range.lowerBound..<range.upperBound + (isFollowed ? 2 : 0)
      }
    case .marksBackwards:
      return right.map { MarkedField(column: $0.column, ranges: $0.ranges.reversed()) }
    case .forgetsNumbers:
      let names = corpus.corpus.schema.columns.map(\.name)
      return right.filter { !corpus.profile.numericFields.contains(names[$0.column]) }
    case .marksTokens:
      let columns = Set(query.tokens.compactMap { corpus.corpus.schema.index(of: $0.facet) })
      return right
        + columns.sorted().filter { !text($0).isEmpty }.map {
          MarkedField(column: $0, ranges: [0..<text($0).count])
        }
    case .countsInComposedText:
      let situation = Situation(corpus.corpus, profile: corpus.profile, query: query).with {
        $0.rows = $0.rows.map { $0.map(CanonicalForm.composed) }
      }
      return (try? situation.corpus()).flatMap { composed in
        try? FoldedCorpus(composed, profile: corpus.profile).matchedRanges(row: row, for: query)
      }
    }
  }

  /// Returns the marks under another profile; nil if there are none.
  private func marks(
    _ corpus: FoldedCorpus, _ row: Int, _ query: SearchQuery,
    _ change: (inout SearchProfile) -> Void
  ) -> [MarkedField]? {
    let other = try? FoldedCorpus(corpus.corpus, profile: corpus.profile.with(change))
    let marks = try? other?.matchedRanges(row: row, for: query)
    return marks?.isEmpty == false ? marks : nil
  }

  private func changed(
    _ fields: [MarkedField], _ change: (MarkedField, Range<Int>) -> Range<Int>
  ) -> [MarkedField] {
    fields.map { field in
      MarkedField(column: field.column, ranges: field.ranges.map { change(field, $0) })
    }
  }
}
