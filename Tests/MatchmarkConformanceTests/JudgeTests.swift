import MatchmarkConformance
import MatchmarkCore
import Testing

@Suite("Whether an answer is right")
struct JudgeTests {
  private static func answer(_ rows: [Int]) -> Answer {
    var answer = Answer(rowCount: 100)
    for row in rows { answer.insert(row) }
    return answer
  }

  @Test("A check of rows and a check of a set find the same faults, in the same words")
  func rows() {
    let right = [3, 5, 9]
    for judge in [Judge(.rows(right)), Judge(.set(Self.answer(right)))] {
      #expect(judge.difference(of: Self.answer(right)) == nil)
      #expect(
        judge.finding(of: nil, Self.answer([3, 9, 11]))
          == Judge.Finding(text: "row 5 is missing (1 missing, 1 extra)"))
    }
  }

  @Test("An inexact matcher may return extra rows, but must include all right ones")
  func inexact() {
    for right in [Judge.Right.rows([3, 5]), .set(Self.answer([3, 5]))] {
      let judge = Judge(right, isExact: false)
      #expect(judge.difference(of: Self.answer([3, 4, 5])) == nil)
      #expect(judge.difference(of: Self.answer([3, 4]))?.firstMissing == 5)
    }
  }

  @Test("A query outside the contract must be refused with the expected error")
  func refused() {
    let error = QueryError.tooManyTerms(17)
    let judge = Judge(.refused(error))
    #expect(judge.finding(of: .refused(error), Answer()) == nil)
    #expect(judge.finding(of: .refused(.tooManyTerms(18)), Answer()) != nil)
    #expect(
      judge.finding(of: nil, Answer())?.text == "it answers a query outside the contract")
    #expect(Judge(.rows([])).finding(of: .refused(error), Answer())?.text == error.description)
  }

  @Test("Declining a query is no fault, and failing is distinguished from a wrong answer")
  func declined() {
    let judge = Judge(.rows([1]))
    #expect(judge.finding(of: .skipped("too long"), Answer()) == nil)
    #expect(judge.finding(of: .failed("the database is gone"), Answer())?.isFailure == true)
    #expect(judge.finding(of: .malformed("rows twice"), Answer())?.isFailure == false)
  }

  @Test("A matcher that declines its corpus only after being built is malformed")
  func late() {
    struct Late: MatcherCursor {
      mutating func answer(
        _ query: SearchQuery, into answer: inout Answer
      ) throws(MatcherError) -> Response { throw .unsupportedCorpus(reason: "late") }
    }
    var cursor: any MatcherCursor = Late()
    var answer = Answer()
    #expect(Judge.ask(SearchQuery("x"), &cursor, into: &answer) == .malformed("late"))
  }
}
