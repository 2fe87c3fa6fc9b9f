import MatchmarkCore
import Testing

@Suite struct BitmapTests {
  @Test(arguments: [0, 1, 63, 64, 65, 200])
  func aFullBitmapHasExactlyTheBitsOfItsRange(bitCount: Int) {
    var bitmap = Bitmap(bitCount: bitCount)
    #expect(bitmap.count == 0)
    bitmap.fill()
    #expect(bitmap.count == bitCount)
    #expect(members(bitmap) == Array(0..<bitCount))
  }

  @Test func insertedBitsAreMembersUntilTheyAreRemoved() {
    var bitmap = Bitmap(bitCount: 130)
    for bit in [0, 63, 64, 129] { bitmap.insert(bit) }
    bitmap.insert(64)
    #expect(members(bitmap) == [0, 63, 64, 129])
    #expect(bitmap.contains(63))
    #expect(!bitmap.contains(62))
    bitmap.remove(63)
    bitmap.remove(1)
    #expect(members(bitmap) == [0, 64, 129])
    #expect(bitmap.count == 3)
  }

  @Test func intersectionAndUnionAreThoseOfSets() {
    var random = SeededGenerator(seed: 3)
    let left = Set((0..<40).map { _ in random.below(150) })
    let right = Set((0..<40).map { _ in random.below(150) })
    var both = bitmap(left)
    both.formIntersection(bitmap(right))
    #expect(members(both) == left.intersection(right).sorted())
    var any = bitmap(left)
    any.formUnion(bitmap(right))
    #expect(members(any) == left.union(right).sorted())
  }

  @Test func visitingStopsWhereTheBodySaysSo() {
    var seen: [Int] = []
    bitmap([3, 70, 140]).visit { bit in
      seen.append(bit)
      return seen.count < 2
    }
    #expect(seen == [3, 70])
  }

  @Test(arguments: [0, 10, 150, 151, 1_000])
  func aResetBitmapIsEmptyOverItsNewRange(bitCount: Int) {
    var bitmap = bitmap([3, 70, 140])
    bitmap.reset(bitCount: bitCount)
    #expect(bitmap == Bitmap(bitCount: bitCount))
  }

  private func bitmap(_ members: Set<Int>) -> Bitmap {
    var bitmap = Bitmap(bitCount: 150)
    for member in members { bitmap.insert(member) }
    return bitmap
  }

  private func members(_ bitmap: Bitmap) -> [Int] {
    var members: [Int] = []
    bitmap.visit { bit in
      members.append(bit)
      return true
    }
    return members
  }
}
