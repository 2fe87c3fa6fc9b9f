import MatchmarkConformance
import MatchmarkCore

/// What the oracle says to a query.
enum HuntExpectation: Sendable {
  case rows([Int])
  /// The rows of these kinds.
  case kinds([Int], RowOrder)
  case refused(QueryError)

  /// How a matcher's answer differs; nil where it does not, or where it declines.
  ///
  /// - Parameter answerCount: grows by one where there was something to compare.
  func fault(
    _ cursor: inout any MatcherCursor, _ query: SearchQuery, into answer: inout Answer,
    isExact: Bool, _ answerCount: inout Int
  ) -> HuntFault? {
    do {
      guard try cursor.answer(query, into: &answer) == .answered else { return nil }
      answerCount += 1
      guard let difference = try difference(of: answer, isExact: isExact).get() else { return nil }
      return HuntFault(difference.description)
    } catch let error as MatcherError {
      answerCount += 1
      if case .refused(let expected) = self, case .query(expected) = error { return nil }
      return HuntFault(error)
    } catch {
      return HuntFault("it answers what is beyond the contract")
    }
  }

  private struct Beyond: Error {}

  private func difference(of answer: Answer, isExact: Bool) -> Result<Difference?, Beyond> {
    switch self {
    case .refused: return .failure(Beyond())
    case .rows(let rows):
      return .success(Difference(answer: answer, expected: rows, isExact: isExact))
    case .kinds(let kinds, let order):
      var rows = order.rows(of: kinds)
      var expected = Answer(rowCount: order.rowCount)
      expected.exchange(with: &rows, count: nil)
      // Many rows are compared as bits; only where they differ is it worth while to list them.
      if answer.isCountRight, answer == expected { return .success(nil) }
      return .success(Difference(answer: answer, expected: expected.rows, isExact: isExact))
    }
  }
}

extension Oracle {
  /// What is right, or why there is nothing that is.
  ///
  /// - Parameter order: where the oracle's rows stand, if it has one of each kind only.
  func expectation(_ query: SearchQuery, in order: RowOrder?) -> HuntExpectation {
    do {
      let rows = try rows(for: query)
      return order.map { .kinds(rows, $0) } ?? .rows(rows)
    } catch {
      return .refused(error)
    }
  }
}
