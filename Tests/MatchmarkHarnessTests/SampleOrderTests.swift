import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import Testing

@Suite("The sample of keystrokes for a slow participant")
struct SampleOrderTests {
  private static func keystrokes(_ count: Int) -> [KeystrokeRecord] {
    let classes = EventClass.allCases.prefix(4).map(\.rawValue)
    return (0..<count).map { number in
      KeystrokeRecord(
        trace: "t\(number / 5)", query: SearchQuery("\(number)"),
        eventClass: classes[number % 10 < 6 ? 0 : number % 4], matchCount: nil)
    }
  }

  @Test("The oracle is first asked a keystroke of each event class and of each length")
  func cover() {
    let texts = ["a", "ab", "é", "abc", "", "abcd", "b", "c", "ba"]
    let classes = EventClass.allCases.map(\.rawValue)
    let keystrokes = (0..<400).map { number in
      KeystrokeRecord(
        trace: "t", query: SearchQuery(texts[number % 200 == 7 ? 5 : number % 4]),
        eventClass: number == 399 ? classes[2] : classes[number % 2], matchCount: nil)
    }
    let (positions, coverCount) = SampleOrder(keystrokes, seed: 1).covering(keystrokes)
    #expect(positions.sorted() == Array(0..<400))
    let cover = positions.prefix(coverCount).map { keystrokes[$0] }
    #expect(Set(cover.map(\.eventClass)) == Set(classes.prefix(3)))
    #expect(Set(cover.map(\.query.text.utf8.count)) == [1, 2, 3, 4])
    #expect(coverCount <= 3 + 4)
  }

  @Test(
    "A sample of any size gives each event class its share, and is a part of every larger one",
    arguments: [0, 1, 8, 97, 250], [1, 2] as [UInt64])
  func shares(count: Int, seed: UInt64) {
    let keystrokes = Self.keystrokes(count)
    let order = SampleOrder(keystrokes, seed: seed).positions
    // A sample is the beginning of the order, so that larger samples contain smaller ones.
    #expect(order.sorted() == Array(0..<count))
    let classes = Dictionary(grouping: keystrokes, by: \.eventClass).mapValues(\.count)
    for size in stride(from: 8, through: count, by: 1) {
      let sample = Dictionary(grouping: order.prefix(size)) { keystrokes[$0].eventClass }
      for (name, all) in classes {
        let share = Double(size * all) / Double(count)
        #expect(abs(Double(sample[name]?.count ?? 0) - share) < 4, "\(name) in \(size)")
      }
    }
  }
}
