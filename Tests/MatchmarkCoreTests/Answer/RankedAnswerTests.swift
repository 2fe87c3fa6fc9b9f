import MatchmarkCore
import Testing

@Suite("A ranked answer")
struct RankedAnswerTests {
  @Test("It lists its rows the best first, and contains the same rows as a set")
  func order() {
    var answer = Answer(rowCount: 9)
    answer.rank([7, 2, 5])
    #expect(answer.isRanked && answer.rows == [7, 2, 5] && answer.count == 3)
    #expect(answer.contains(2) && !answer.contains(3))
    var page: [UInt32] = []
    answer.appendRows(to: &page, limit: 2)
    #expect(page == [7, 2])
  }

  @Test("It differs from the same rows in another order, and from the set of them")
  func equality() {
    var (answer, other, set) = (Answer(rowCount: 9), Answer(rowCount: 9), Answer(rowCount: 9))
    answer.rank([7, 2])
    other.rank([2, 7])
    for row in [2, 7] { set.insert(row) }
    #expect(answer != other && answer != set)
    other.rank([7, 2])
    #expect(answer == other)
  }

  @Test("It is a set again once it is reset or filled")
  func reset() {
    var answer = Answer(rowCount: 3)
    answer.rank([1])
    answer.insertAll()
    #expect(!answer.isRanked && answer.rows == [0, 1, 2])
    answer.rank([1])
    answer.reset(rowCount: 3)
    #expect(!answer.isRanked && answer.rows.isEmpty)
  }

  @Test("A page with rows that do not exist, come twice or are too many is malformed")
  func malformed() {
    var answer = Answer(rowCount: 99)
    for rows in [[99], [-1], [4, 4], Array(0...50)] {
      #expect(throws: MatcherError.self, "\(rows)") { try answer.rank(page: rows, ofRows: 99) }
    }
    #expect(throws: Never.self) { try answer.rank(page: Array(0..<50), ofRows: 99) }
  }
}
