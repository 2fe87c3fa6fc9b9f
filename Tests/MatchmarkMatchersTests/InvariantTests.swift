import MatchmarkCore
import MatchmarkMatchers
import MatchmarkTestSupport
import Testing

@Suite("Invariants")
struct InvariantTests {
  @Test("The structures of random strings keep their invariants")
  func random() throws {
    var random = SeededGenerator(seed: 4, stream: "invariants")
    let words = [
      "a", "aa", "ab", "é", "", "rose", "中国", "\u{0}", String(repeating: "ab", count: 40),
    ]
    for size in [0, 1, 63, 64, 65, 700] {
      let titles = (0..<size).map { _ in
        (0..<random.below(5)).map { _ in random.pick(words) }.joined(separator: " ")
      }
      let profile = SearchProfile(name: "p", textFields: [TextField("title", .prefix)])
      let arena = try FoldedCorpus(Corpus(titles: titles), profile: profile).fields[0]
      #expect(arena.brokenInvariant == nil)
      for starts in [SuffixStarts.strings, .words, .bytes] {
        #expect(SortedSuffixes(arena, at: starts).brokenInvariant == nil)
      }
      var rows = Bitmap(bitCount: size)
      rows.fill()
      #expect(rows.brokenInvariant == nil)
    }
  }

  @Test("A bit beyond the last row breaks the invariant of a bitmap")
  func bitmap() {
    var rows = Bitmap(bitCount: 70)
    rows.insert(69)
    #expect(rows.brokenInvariant == nil)
    rows.insert(70)
    #expect(rows.brokenInvariant == "a bit at or beyond 70")
    rows.words.append(0)
    #expect(rows.brokenInvariant == "3 words, expected 2 for 70 bits")
  }

  @Test("A separator inside a string breaks the invariant of an arena")
  func arena() throws {
    var arena = TextArena()
    try arena.append { $0.append(0x61) }
    #expect(arena.brokenInvariant == nil)
    try arena.append { $0 += [0x61, TextArena.separator, 0x62] }
    #expect(arena.brokenInvariant == "a separator inside of string 1")
  }

  @Test("A debug build stops if a set does not have the rows that it counted")
  func postings() async throws {
    if Build.isOptimised {
      #expect(Self.unfinished().brokenInvariant == "2 rows in set 0, expected 3")
    } else {
      await #expect(processExitsWith: .failure) { _ = InvariantTests.unfinished() }
    }
  }

  /// A set that claims three rows and lacks one.
  private static func unfinished() -> PostingStore {
    var sizes = PostingStore.Sizes(idCount: 1)
    for row in [1, 5, 9] { sizes.note(row, 0) }
    // Ten rows, three of them set.
    var builder = PostingStore.Builder(rowCount: 10, sizes: sizes)
    for row in [1, 5] { builder.append(row, to: 0) }
    return builder.finish()
  }
}
