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

  @Test("It is a set again once it exchanges its rows, or refers to those of an index")
  func replaced() {
    var answer = Answer(rowCount: 3)
    var bitmap = Bitmap(bitCount: 3)
    bitmap.insert(2)
    answer.rank([1])
    answer.share(StoredBitmap(pool: [0b100], start: 0, bitCount: 3, count: 1))
    #expect(!answer.isRanked && answer.rows == [2])
    answer.rank([1])
    answer.exchange(with: &bitmap)
    #expect(!answer.isRanked && answer.rows == [2])
    answer.rank([1])
    var rows: [UInt32] = [0, 2]
    answer.exchange(withAscending: &rows)
    #expect(!answer.isRanked && answer.rows == [0, 2])
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
