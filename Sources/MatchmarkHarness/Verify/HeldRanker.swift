import MatchmarkConformance
import MatchmarkCore
import MatchmarkSystem

/// A ranker in an order of its own, which is held to the laws of ranking and to what it declares.
///
/// A law compares answers over several parts of a list, so it is asked over the rows of an answer
/// and a few others, not over the whole list.
struct HeldRanker {
  private let corpus: FoldedCorpus
  private let rankers: ChosenRankers
  private let contract: Ranking

  /// Returns the ranker of a participant; nil if it does not rank.
  ///
  /// - Throws: ``MatcherError/backendFailure(_:)`` for an engine that cannot be started.
  static func of(
    _ participant: Participant, on corpus: FoldedCorpus
  ) throws(MatcherError) -> HeldRanker? {
    try ChosenRankers.only(participant).map { HeldRanker(corpus, $0) }
  }

  private init(_ corpus: FoldedCorpus, _ rankers: ChosenRankers) {
    (self.corpus, self.rankers, contract) = (corpus, rankers, rankers.contract())
  }

  /// The finding about an answer.
  enum Finding {
    /// It breaks no clause.
    case lawful
    /// No clause is about the question.
    case unasked
    case broken(Broken)
  }

  /// A broken clause, the first row of the smallest rows that show it, and these rows in words.
  struct Broken {
    let difference: String
    let row: Int
    let smallest: String

    /// The clause, and in further lines the smallest rows that show it.
    var text: String {
      ([difference, "  The smallest rows that show it:"]
        + smallest.split(separator: "\n").dropFirst().map(String.init))
        .joined(separator: "\n")
    }
  }

  /// Holds an answer to the laws, over its rows and some others.
  ///
  /// - Throws: ``MatcherError/backendFailure(_:)`` for an engine that fails.
  func finding(
    _ page: [Int], among others: [Int], to query: SearchQuery, after earlier: [SearchQuery]
  ) throws(MatcherError) -> Finding {
    let rows = Set(page + others).filter { (0..<corpus.rowCount).contains($0) }.sorted()
    var question = RankedQuestion(
      rows.map { corpus.text(row: $0) }, query.text,
      limit: min(Self.limit(for: query.text), max(1, rows.count / 2)), earlier: earlier.map(\.text)
    )
    question.keepsRows = true
    var counts = AnswerCounts()
    let ranker = rankers.entries[0]
    guard let suspicion = contract.suspicion(of: ranker, in: question, &counts) else {
      return counts.answerCount > 0 ? .lawful : .unasked
    }
    let deadline = MonotonicClock.now() + Self.shrinkingNanoseconds
    let find = Find(suspicion, of: contract).shrunk(by: contract) {
      MonotonicClock.now() >= deadline
    }
    switch find {
    case .failure(_, let text): throw .backendFailure(text)
    case .fleeting(_, let text):
      return .broken(Broken(difference: text, row: page.first ?? 0, smallest: find.description))
    case .breach(_, let small, let breach):
      let law = contract.clauses().first { $0.id == breach.clause }?.text ?? ""
      return .broken(
        Broken(
          difference:
            "it breaks \(breach.clause): \(law.hasSuffix(".") ? String(law.dropLast()) : law)",
          row: rows.first { corpus.text(row: $0) == small.rows.first } ?? page.first ?? 0,
          smallest: find.description))
    }
  }

  /// The limit with which a needle is asked: far below the number of rows, since a ranker that
  /// leaves out rows before it ranks them is right as long as few match.
  private static func limit(for needle: String) -> Int { [20, 5, 1][needle.utf8.count % 3] }

  private static let shrinkingNanoseconds: UInt64 = 2_000_000_000
  /// The most rows of each kind besides those of the answer.
  private static let otherRowCount = 40

  /// The numbers of the first rows, and of those that equal or contain a needle, which may be
  /// missing from an answer.
  ///
  /// - Complexity: O(bytes of the rows).
  static func rows(around needle: String, in corpus: FoldedCorpus) -> [Int] {
    let first = Array(0..<min(corpus.rowCount, otherRowCount))
    let needle = corpus.profile.folding.fold(needle.withoutOuterBlanks)
    guard !needle.isEmpty else { return first }
    var equal: [Int] = []
    var containing: [Int] = []
    for row in 0..<corpus.rowCount {
      let text = corpus.foldedText(row: row)
      if text.count == needle.count {
        if equal.count < otherRowCount, text.elementsEqual(needle) { equal.append(row) }
      } else if containing.count < otherRowCount, PlainText.matches(text, needle, .contains) {
        containing.append(row)
      }
    }
    return first + equal + containing
  }
}
