package import MatchmarkConformance
package import MatchmarkCore

/// A case of a hunt with its right answers, which all participants share.
package struct MatchingDraw {
  package let huntCase: HuntCase
  /// The oracle over the rows, or over one row of each kind if there are many rows of few kinds.
  package let oracle: Oracle
  let folded: FoldedCorpus
  let sessions: [[Asking]]

  typealias Asking = (query: SearchQuery, right: Judge.Right)

  /// - Throws: ``CorpusError`` if the case itself is invalid.
  package init(_ huntCase: HuntCase) throws(CorpusError) {
    self.huntCase = huntCase
    let oracle = try Oracle(
      corpus: huntCase.kinds?.rows ?? huntCase.corpus, profile: huntCase.profile)
    self.oracle = oracle
    sessions = huntCase.sessions.map { session in
      session.map { (query: $0, right: oracle.right($0)) }
    }
    folded = try FoldedCorpus(huntCase.corpus, profile: huntCase.profile)
  }

  /// Compares the folds of the texts with the oracle's: those of every row, every query, and a few
  /// more under each folding.
  ///
  /// - Returns: the first wrong fold, with its text alone.
  package func wrongFold(by folder: TextFolder) -> (situation: Situation, text: String)? {
    let rows = huntCase.kinds?.rows ?? huntCase.corpus
    let alone = Situation(
      columns: rows.schema.columns, rows: [], profile: huntCase.profile, query: SearchQuery(""))
    if let row = oracle.row(foldedDifferentlyBy: folder) {
      let cells = rows.schema.columns.indices.map { rows.cell(row: row, column: $0) }
      let text = "row \(row) of case \(huntCase.number) is folded differently"
      return (alone.with { $0.rows = [cells] }, text)
    }
    for query in huntCase.sessions.joined()
    where oracle.foldsDifferently(query.text, from: folder) {
      let text = "the query \(query.text.debugDescription) is folded differently"
      return (alone.with { $0.query.text = query.text }, text)
    }
    let column = rows.schema.index(of: huntCase.profile.textFields[0].name) ?? 0
    for (index, text) in huntCase.texts.enumerated() {
      let situation = alone.with {
        $0.rows = [rows.schema.columns.indices.map { $0 == column ? text : "" }]
        $0.profile.folding = Folding.allCases[index % Folding.allCases.count]
      }
      if let found = FoldDisagreement(of: folder, in: situation) {
        return (situation, found.description)
      }
    }
    return nil
  }

  /// The numbers of keystrokes of a session whose marks are compared, and of rows for each.
  private static let markedCount = (keystrokes: 3, rows: 2)
  /// Rows with more text are never marked in a hunt, because the oracle is slow.
  private static let markedRowSize = 4_096

  /// Marks the first rows of a few answers; returns the first wrong marks, with their row alone and
  /// with all rows.
  func wrongMarks(by marker: RowMarker) -> (situations: [Situation], text: String)? {
    guard huntCase.kinds == nil else { return nil }
    for session in sessions {
      let asked = session.filter { !$0.query.text.isEmpty }
      for (query, right) in asked.suffix(Self.markedCount.keystrokes) {
        guard case .rows(let rows) = right else { continue }
        for row in rows.prefix(Self.markedCount.rows) where isMarked(row) {
          guard let finding = marker.finding(row: row, of: query, in: folded, oracle) else {
            continue
          }
          let whole = huntCase.situation(query, after: [])
          return ([whole.with { $0.rows = [$0.rows[row]] }, whole], finding)
        }
      }
    }
    return nil
  }

  private func isMarked(_ row: Int) -> Bool {
    folded.corpus.textSize(ofRow: row) <= Self.markedRowSize
  }

  /// The first law that is broken in the small world of the case, if it has one.
  func breach(_ respond: Law.Respond) -> (law: Law, breach: LawBreach)? {
    huntCase.situation?.breach(respond)
  }

  /// The right marks of a row that is marked.
  func marks(ofRow row: Int, for query: SearchQuery) throws(QueryError) -> [MarkedField]? {
    guard huntCase.kinds == nil, isMarked(row) else { return nil }
    return try oracle.matchedRanges(row: row, for: query)
  }

  /// The judge of an answer over all rows.
  func judge(_ right: Judge.Right, isExact: Bool) -> Judge {
    Judge(huntCase.kinds?.order.right(right) ?? right, isExact: isExact)
  }
}

extension Corpus {
  /// The size of a row's text, in bytes.
  fileprivate func textSize(ofRow row: Int) -> Int {
    schema.columns.indices.reduce(0) { $0 + cell(row: row, column: $1).utf8.count }
  }
}

extension RowOrder {
  /// The right answer for all rows, given the one for each kind.
  fileprivate func right(_ kinds: Judge.Right) -> Judge.Right {
    guard case .rows(let kinds) = kinds else { return kinds }
    var rows = rows(of: kinds)
    var set = Answer(rowCount: rowCount)
    set.exchange(with: &rows, count: nil)
    return .set(set)
  }
}
