extension SearchProfile {
  /// The reason why a participant is not asked under this profile: it ranks rows and the profile
  /// does not, or the reverse, or their orders differ; nil if it is asked.
  ///
  /// - Parameters:
  ///   - rules: the rules of a ranker; nil for a participant that finds sets of rows.
  ///   - orOwnOrder: true if a ranker is also asked that names no order.
  package func reasonNotToAsk(_ rules: RankingRules?, orOwnOrder: Bool = false) -> String? {
    switch (rules, rank) {
    case (nil, nil): return nil
    case (nil, _?): return "it finds a set of rows, and the profile ranks them"
    case (_?, nil):
      return "it ranks rows, and the profile asks for a set of them; 'hunt --ranked' asks rankers"
    case (_?, .own?): return nil
    case (let rules?, .specified(let wanted)?):
      if rules.spec == wanted || orOwnOrder && rules.spec == nil { return nil }
      let own = rules.spec.map { "the order \($0.rawValue)" } ?? "no order"
      return "it declares \(own), and the profile asks for \(wanted.rawValue)"
    }
  }
}

#if !hasFeature(Embedded)
  extension RankerEntry {
    /// The ranker as a matcher of profiles that rank rows, which answers with the first page.
    package var matcher: MatcherEntry {
      MatcherEntry(self) { [build] corpus, _ throws(MatcherError) in
        RankedMatcher(rows: corpus.rowCount, build(corpus.rankedRows))
      }
    }
  }

  extension FoldedCorpus {
    /// The rows of a profile that ranks them: the texts of its only field.
    package var rankedRows: [String] { (0..<rowCount).map { text(row: $0, field: 0) } }
  }

  extension [Int] {
    /// Says what is wrong with the form of a ranked answer: too many rows, or one that does not
    /// exist or comes twice; nil if nothing is.
    ///
    /// - Parameter limit: the maximum number of rows; 0 for all.
    package func malformation(limit: Int, ofRows rowCount: Int) -> String? {
      if limit > 0, count > limit { return "got \(count) rows, expected at most \(limit)" }
      var seen: Set<Int> = []
      for row in self {
        guard (0..<rowCount).contains(row) else {
          return "got row \(row), expected one of \(rowCount) rows from 0"
        }
        if !seen.insert(row).inserted { return "got row \(row) twice" }
      }
      return nil
    }
  }

  extension Answer {
    /// Makes the answer the first page of a ranked list.
    ///
    /// - Throws: ``MatcherError/malformedAnswer(_:)`` for rows that do not exist or come twice, and
    ///   for more than a page of them.
    package mutating func rank(page rows: [Int], ofRows rowCount: Int) throws(MatcherError) {
      if let complaint = rows.malformation(limit: RankedMatcher.pageSize, ofRows: rowCount) {
        throw .malformedAnswer(complaint)
      }
      reset(rowCount: rowCount)
      rank(rows)
    }
  }

  /// A ranker over the first text field of a corpus.
  package struct RankedMatcher: BuiltMatcher {
    /// The number of rows of an answer, as many as a person looks at.
    package static let pageSize = 50

    private let rowCount: Int
    private let ranker: any Ranker

    fileprivate init(rows rowCount: Int, _ ranker: any Ranker) {
      (self.rowCount, self.ranker) = (rowCount, ranker)
    }

    package var indexByteCount: Int { ranker.indexByteCount }
    package var structure: String { "ranked list" }
    package func makeAnyCursor() -> any MatcherCursor {
      Cursor(rowCount: rowCount, cursor: ranker.makeCursor())
    }

    private struct Cursor: MatcherCursor {
      let rowCount: Int
      var cursor: any RankerCursor

      mutating func answer(
        _ query: SearchQuery, into answer: inout Answer
      ) throws(MatcherError) -> Response {
        let found = cursor.rank(query.text, limit: RankedMatcher.pageSize)
        try answer.rank(page: found.map(\.row), ofRows: rowCount)
        return .answered
      }
    }
  }
#endif
