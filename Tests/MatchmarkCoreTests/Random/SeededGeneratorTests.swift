import MatchmarkCore
import Testing

@Suite struct SeededGeneratorTests {
  /// The first values of SplitMix64 as its authors publish them; never change them.
  @Test func valuesAreThoseOfSplitMix64() {
    var zero = SeededGenerator(seed: 0)
    let first = (0..<3).map { _ in zero.next() }
    #expect(first == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    var other = SeededGenerator(seed: 1_234_567)
    let second = (0..<5).map { _ in other.next() }
    #expect(
      second == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func oneSeedGivesOneSequence() {
    var left = SeededGenerator(seed: 42, stream: "rows")
    var right = SeededGenerator(seed: 42, stream: "rows")
    let drawn = (0..<100).map { _ in left.next() }
    let again = (0..<100).map { _ in right.next() }
    #expect(drawn == again)
  }

  @Test func eachStreamHasItsOwnSequence() {
    let names = ["", "a", "b", "ab", "ba", "rows", "keystrokes"]
    let firsts = names.map { name in
      var generator = SeededGenerator(seed: 42, stream: name)
      return generator.next()
    }
    #expect(Set(firsts).count == names.count)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1_000_003, .max])
  func boundedNumbersAreWithinTheirBound(bound: Int) {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<1_000 {
      let number = generator.below(bound)
      #expect(number >= 0 && number < bound)
    }
  }

  @Test func smallBoundsAreDrawnEvenly() {
    var generator = SeededGenerator(seed: 6)
    var counts = [0, 0, 0, 0, 0]
    for _ in 0..<10_000 { counts[generator.below(5)] += 1 }
    for count in counts { #expect((1_800...2_200).contains(count)) }
  }

  @Test func unitNumbersLieBetweenZeroAndOne() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<1_000 {
      let number = generator.unit()
      #expect(number >= 0 && number < 1)
    }
    let impossible = generator.chance(0)
    let certain = generator.chance(1)
    #expect(!impossible)
    #expect(certain)
  }

  @Test func shufflingKeepsTheElementsAndIsTheSameForOneSeed() {
    var first = Array(0..<50)
    var second = first
    var generator = SeededGenerator(seed: 8)
    generator.shuffle(&first)
    generator = SeededGenerator(seed: 8)
    generator.shuffle(&second)
    #expect(first == second)
    #expect(first != Array(0..<50))
    #expect(first.sorted() == Array(0..<50))
    var none: [Int] = []
    generator.shuffle(&none)
    #expect(none.isEmpty)
  }

  @Test func pickedElementsAreElements() {
    var generator = SeededGenerator(seed: 9)
    let picked = Set((0..<200).map { _ in generator.pick(["a", "b", "c"]) })
    #expect(picked == ["a", "b", "c"])
  }
}
