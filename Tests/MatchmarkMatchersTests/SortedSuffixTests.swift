import MatchmarkCore
import MatchmarkMatchers
import Testing

/// A small scratch buffer forces sorting through all of its paths; otherwise small corpora would be
/// sorted at once.
@Suite("Sorted suffixes")
struct SortedSuffixTests {
  private static func arena(_ strings: [String]) throws -> TextArena {
    let profile = SearchProfile(name: "p", textFields: [TextField("title", .prefix)])
    return try FoldedCorpus(Corpus(titles: strings), profile: profile).fields[0]
  }

  private static func strings(seed: UInt64, count: Int) -> [String] {
    var random = SeededGenerator(seed: seed, stream: "suffixes")
    let words = ["a", "aa", "ab", "b", "é", "", "rose", "roses", "中国", "\u{0}", "x-y"]
    // A common start longer than the sort key, so that some suffixes are told apart by the text.
    let shared = String(repeating: "abcd", count: 17)
    return (0..<count).map { _ in
      let text = (0..<random.below(5)).map { _ in random.pick(words) }.joined(separator: " ")
      return random.below(8) == 0 ? shared + text : text
    }
  }

  private static let patterns =
    [
      "a", "aa", "a a", "a aa ", "b", "é", "r", "rose", "rose ", "rose rose", "roses a", "中",
      "中国 中国 b", "\u{0}", "x-", "y", "-", " ", "z", "aa aa aa aa",
    ] + ["", "a", " ", "aa b", "z"].map { String(repeating: "abcd", count: 17) + $0 }

  @Test(
    "Sorted suffixes have all strings that start with a pattern in one run, whatever the sort",
    arguments: [SuffixStarts.strings, .words], [1, 2, 7, 64, 1 << 16])
  func runs(starts: SuffixStarts, scratchCount: Int) throws {
    let arena = try Self.arena(Self.strings(seed: 5, count: 400))
    let thresholds = try Thresholds(
      MatcherOptions(["sorted-at-once": "\(scratchCount)"]), of: [])
    let suffixes = SortedSuffixes(arena, at: starts, thresholds)
    let mode = starts == .words ? MatchMode.wordPrefix : .prefix
    for pattern in Self.patterns {
      var rows = Bitmap(bitCount: arena.count)
      let bytes = Array(pattern.utf8)
      suffixes.insertRows(
        of: suffixes.run(startingWith: bytes), startingWith: bytes, into: &rows)
      let expected = (0..<arena.count).filter { row in
        Self.matches(Array(arena.slice(row)), bytes, mode)
      }
      let found = (0..<arena.count).filter(rows.contains)
      #expect(found == expected, "\(pattern.debugDescription)")
    }
  }

  private static func matches(_ text: [UInt8], _ pattern: [UInt8], _ mode: MatchMode) -> Bool {
    guard mode == .wordPrefix else { return text.starts(with: pattern) }
    return text.indices.contains { position in
      text[position] & 0xC0 != 0x80 && text[position...].starts(with: pattern)
        && WordBoundary.isStart(of: position, in: text.span)
    }
  }

  @Test("Sorted suffixes take four bytes per string and five per word, and few keys")
  func size() throws {
    let arena = try Self.arena((0..<6_400).map { "rose \($0)" })
    #expect(SortedSuffixes(arena, at: .strings).byteCount == 6_400 * 4 + 200 * 8)
    #expect(SortedSuffixes(arena, at: .words).byteCount == 12_800 * 5 + 400 * 8)
  }

  @Test(
    "Sorted suffixes include word starts far inside long strings",
    arguments: [("-", 254), ("-", 255), ("-", 256), ("-", 65_532), ("İ-", 21_844)])
  func places(unit: String, count: Int) throws {
    // The last unit folds to more bytes than a field's limit, which is in raw bytes.
    let arena = try Self.arena([String(repeating: unit, count: count) + "rose", "rose", "-"])
    let suffixes = SortedSuffixes(arena, at: .words)
    let pattern = Array("rose".utf8)
    var rows = Bitmap(bitCount: 3)
    suffixes.insertRows(
      of: suffixes.run(startingWith: pattern), startingWith: pattern, into: &rows)
    #expect((0..<3).filter(rows.contains) == [0, 1])
  }
}
