import MatchmarkCore
import Testing

@Suite struct AnswerTests {
  /// Row counts around the words of a bitmap and the limit of a sparse answer.
  static let rowCounts = [1, 63, 64, 65, 127, 128, 129, 1_000, 4_096, 10_000]

  @Test func aFreshAnswerIsEmpty() {
    let answer = Answer(rowCount: 10)
    #expect(answer.count == 0)
    #expect(answer.rows.isEmpty)
    #expect(!answer.contains(0))
    #expect(Answer().rowCount == 0)
  }

  @Test(arguments: rowCounts)
  func anAnswerIsTheSetOfInsertedRowsInAnyOrderAndDensity(rowCount: Int) {
    var random = SeededGenerator(seed: 1, stream: "answer-\(rowCount)")
    var answer = Answer()
    for _ in 0..<30 {
      let count = random.below(rowCount + 1)
      answer.reset(rowCount: rowCount)
      var expected: Set<Int> = []
      for _ in 0..<count {
        let row = random.below(rowCount)
        answer.insert(row)
        expected.insert(row)
      }
      #expect(answer.rows == expected.sorted())
      #expect(answer.count == expected.count)
      for row in -1...rowCount {
        #expect(answer.contains(row) == expected.contains(row))
      }
    }
  }

  @Test func aCopyOfAnAnswerHasTheSameRowsInMemoryOfItsOwn() {
    var bitmap = Bitmap(bitCount: 1_000)
    bitmap.insert(7)
    var answer = Answer(rowCount: 1_000)
    answer.exchange(with: &bitmap)
    var copy = answer.copied()
    #expect(copy == answer)
    var (first, second) = (Bitmap(bitCount: 1_000), Bitmap(bitCount: 1_000))
    answer.exchange(with: &first)
    copy.exchange(with: &second)
    #expect(first.words == second.words)
    let addresses = [first, second].map { bitmap in
      unsafe bitmap.words.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(addresses[0] != addresses[1])
  }

  @Test func anAnswerHasTheSameRowsBeforeAndAfterTheLimitOfTheSparseForm() {
    // 64 + 10 000 / 32 rows are kept as a list.
    let limit = 64 + 10_000 / 32
    for count in [limit - 1, limit, limit + 1, limit + 2] {
      var answer = Answer(rowCount: 10_000)
      for row in 0..<count { answer.insert(row * 3) }
      #expect(answer.count == count)
      #expect(answer.rows == (0..<count).map { $0 * 3 })
    }
  }

  @Test(arguments: [1, 63, 64, 65, 1_000])
  func anAnswerThatPointsAtAStoredSetIsThatSetUntilARowIsInserted(rowCount: Int) {
    let members = (0..<rowCount).filter { $0 % 3 != 1 }
    var bitmap = Bitmap(bitCount: rowCount)
    for row in members { bitmap.insert(row) }
    let pool = [UInt64.max, .max] + bitmap.words + [.max]
    let stored = StoredBitmap(
      pool: pool, start: 2, bitCount: rowCount, count: members.count)
    var answer = Answer(rowCount: rowCount)
    answer.share(stored)
    #expect(answer.rows == members)
    #expect(answer.count == members.count)
    var page: [UInt32] = []
    answer.appendRows(to: &page, limit: 2)
    #expect(page == members.prefix(2).map(UInt32.init))
    for row in -1...rowCount { #expect(answer.contains(row) == members.contains(row)) }
    var copied = Answer(rowCount: rowCount)
    for row in members { copied.insert(row) }
    #expect(answer == copied && copied == answer)
    if rowCount > 1 {
      answer.insert(1)
      #expect(answer.count == members.count + 1)
      #expect(answer != copied)
    }
    answer.share(stored)
    #expect(answer == copied)
  }

  @Test func theCountOfAnExchangedSetIsForgottenWhenARowIsInserted() {
    var answer = Answer(rowCount: 100)
    var bitmap = Bitmap(bitCount: 100)
    bitmap.insert(7)
    answer.exchange(with: &bitmap, count: 1)
    #expect(answer.count == 1)
    answer.insert(8)
    #expect(answer.count == 2)
    answer.reset(rowCount: 100)
    var rows: [UInt32] = [3, 5]
    answer.exchange(withAscending: &rows)
    #expect(answer.rows == [3, 5])
  }

  @Test func insertingOutOfOrderKeepsASmallAnswerAndALargeOneSorted() {
    for count in [2, 63, 64, 65, 66, 100] {
      var answer = Answer(rowCount: 1_000)
      for row in (0..<count).reversed() { answer.insert(row) }
      for row in 0..<count { answer.insert(row) }
      #expect(answer.rows == Array(0..<count))
    }
  }

  @Test(arguments: [64, 70, 71, 72, 150, 200])
  func appendedRowsAreInsertedAfterTheLimitOfTheSparseFormToo(count: Int) {
    var answer = Answer(rowCount: 200)
    for row in 0..<UInt32(count) { answer.append(row) }
    #expect(answer.rows == Array(0..<count))
  }

  @Test(arguments: rowCounts)
  func insertingAllRowsGivesEachRowOnce(rowCount: Int) {
    var answer = Answer(rowCount: rowCount)
    answer.insert(0)
    answer.insertAll()
    #expect(answer.count == rowCount)
    #expect(answer.rows == Array(0..<rowCount))
  }

  @Test(arguments: rowCounts)
  func answersOfTheSameRowsAreEqualWhateverTheirForm(rowCount: Int) {
    var random = SeededGenerator(seed: 2, stream: "equality-\(rowCount)")
    for _ in 0..<10 {
      let rows = (0..<random.below(rowCount + 1)).map { _ in random.below(rowCount) }
      var sparse = Answer(rowCount: rowCount)
      for row in Set(rows).sorted() { sparse.insert(row) }
      var dense = Answer(rowCount: rowCount)
      var bitmap = Bitmap(bitCount: rowCount)
      for row in rows { bitmap.insert(row) }
      dense.exchange(with: &bitmap)
      #expect(sparse == dense)
      #expect(dense == sparse)
      #expect(dense == dense)
      let missing = (0..<rowCount).first { !sparse.contains($0) }
      guard let missing else { continue }
      var other = dense
      other.insert(missing)
      #expect(sparse != other)
      #expect(other != sparse)
    }
  }

  @Test func answersOverDifferentlyManyRowsDiffer() {
    #expect(Answer(rowCount: 1) != Answer(rowCount: 2))
  }

  @Test func answersOfEquallyManyButOtherRowsDiffer() {
    var left = Answer(rowCount: 100)
    var right = Answer(rowCount: 100)
    var bitmap = Bitmap(bitCount: 100)
    left.insert(1)
    right.insert(2)
    bitmap.insert(2)
    #expect(left != right)
    right.exchange(with: &bitmap)
    #expect(left != right)
    #expect(right != left)
  }

  @Test(arguments: [0, 1, 5, 499, 500, 501, .max])
  func theFirstRowsAreAppendedUpToALimit(limit: Int) {
    var sparse = Answer(rowCount: 100_000)
    var dense = Answer(rowCount: 500)
    for row in 0..<500 {
      sparse.insert(row * 2)
      dense.insert(row)
    }
    var rows: [UInt32] = [7]
    sparse.appendRows(to: &rows, limit: limit)
    #expect(rows == [7] + (0..<UInt32(min(limit, 500))).map { $0 * 2 })
    rows = [7]
    dense.appendRows(to: &rows, limit: limit)
    #expect(rows == [7] + (0..<UInt32(min(limit, 500))))
  }

  @Test func aResetAnswerForgetsEverything() {
    var answer = Answer(rowCount: 100)
    answer.insertAll()
    answer.reset(rowCount: 70)
    #expect(answer == Answer(rowCount: 70))
    answer.insert(69)
    #expect(answer.rows == [69])
    #expect(!answer.contains(70))
    // Dense again: nothing of the first bitmap may remain.
    for row in stride(from: 0, to: 70, by: 1) where row != 3 { answer.insert(row) }
    #expect(answer.rows == (0..<70).filter { $0 != 3 })
  }

  @Test func exchangingHandsBackTheOldBitmap() {
    var answer = Answer(rowCount: 64)
    var bitmap = Bitmap(bitCount: 64)
    bitmap.insert(5)
    answer.exchange(with: &bitmap)
    #expect(answer.rows == [5])
    var second = Bitmap(bitCount: 64)
    second.insert(6)
    answer.exchange(with: &second)
    #expect(answer.rows == [6])
    #expect(second.contains(5))
  }

  @Test func thePartitioningIndexIsTheFirstPositionThatSatisfiesThePredicate() {
    let sorted = [1, 3, 3, 5, 8]
    #expect(sorted.partitioningIndex { $0 >= 0 } == 0)
    #expect(sorted.partitioningIndex { $0 >= 3 } == 1)
    #expect(sorted.partitioningIndex { $0 > 3 } == 3)
    #expect(sorted.partitioningIndex { $0 > 8 } == 5)
    #expect([Int]().partitioningIndex { $0 > 8 } == 0)
  }
}
