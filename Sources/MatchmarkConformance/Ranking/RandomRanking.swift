import MatchmarkCore

/// Random lists and needles on which rankers differ: paths, names in camel case, words in another
/// case, equal rows, rows that begin with others, and needles that are cut, scattered or mistyped.
struct RandomRanking {
  private var generator: SeededGenerator

  init(_ generator: SeededGenerator) { self.generator = generator }

  /// Plain letters, and in some lists letters that fold: signs with a meaning in the needles of
  /// some rankers are in neither, because no declaration is about them.
  private static let plainPieces = [
    "a", "b", "ab", "A", "B", "aB", "Ab", "abc", "rose", "Rose", "hip", "main", "src", "test", "v2",
    "1", "10", "2024", "/", "-", "_", ".", ",", " ", "  ", "fooBar", "о", "Ж", "中", "α",
  ]
  private static let foldedPieces = [
    "é", "e\u{301}", "É", "ß", "ss", "İ", "ı", "ﬁ", "fi", "Σ", "ς", "Å", "\u{AD}", "が", "か\u{3099}",
    "👍🏽", "\u{301}",
  ]

  mutating func question(rowLimit: Int) -> RankedQuestion {
    let pieces = Self.plainPieces + (generator.chance(0.3) ? Self.foldedPieces : [])
    let alphabet = (0..<3 + generator.below(6)).map { _ in generator.pick(pieces) }
    let most = generator.chance(0.9) ? min(rowLimit, 12) : rowLimit
    var rows: [String] = []
    for _ in 0..<1 + generator.below(max(most, 1)) { rows.append(row(after: rows, of: alphabet)) }
    let needle = needle(in: rows, of: alphabet)
    var earlier: [String] = []
    while generator.chance(0.5), earlier.count < 4 {
      earlier.append(
        generator.chance(0.5) ? prefix(of: needle) : self.needle(in: rows, of: alphabet))
    }
    return RankedQuestion(
      rows, needle, limit: generator.below(rows.count + 2), earlier: earlier)
  }

  private mutating func text(of alphabet: [String], atMost count: Int) -> String {
    (0..<generator.below(count + 1)).map { _ in generator.pick(alphabet) }.joined()
  }

  private mutating func row(after rows: [String], of alphabet: [String]) -> String {
    guard !rows.isEmpty, generator.chance(0.4) else { return text(of: alphabet, atMost: 6) }
    let other = generator.pick(rows)
    return switch generator.below(5) {
    case 0: other
    case 1: other + text(of: alphabet, atMost: 2)
    case 2: text(of: alphabet, atMost: 2) + other
    case 3: respelled(other)
    default: " \(other) "
    }
  }

  private mutating func needle(in rows: [String], of alphabet: [String]) -> String {
    let whole = generator.pick(rows)
    switch generator.below(9) {
    case 0: return whole
    case 1, 2: return part(of: whole)
    case 3, 4: return scattered(whole)
    case 5: return mistyped(part(of: whole))
    case 6: return respelled(part(of: whole))
    case 7: return "\(part(of: whole)) \(part(of: generator.pick(rows)))"
    default: return text(of: alphabet, atMost: 3)
    }
  }

  private mutating func part(of text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return "" }
    let start = generator.below(scalars.count)
    return String(
      scalars: Array(scalars[start..<start + 1 + generator.below(scalars.count - start)]))
  }

  private mutating func prefix(of text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    return String(scalars: Array(scalars.prefix(generator.below(scalars.count + 1))))
  }

  private mutating func scattered(_ text: String) -> String {
    String(scalars: text.unicodeScalars.filter { _ in generator.chance(0.5) })
  }

  private mutating func respelled(_ text: String) -> String {
    switch generator.below(3) {
    case 0: text.uppercased()
    case 1: text.lowercased()
    default: PlainFolding.decomposed(text)
    }
  }

  /// One of the four edits at a random place.
  private mutating func mistyped(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return "" }
    let place = generator.below(scalars.count)
    switch generator.below(4) {
    case 0: scalars.remove(at: place)
    case 1: scalars.insert(generator.pick(scalars), at: place)
    case 2: scalars[place] = generator.pick(["a", "b", "x", "/"])
    default: if place > 0 { scalars.swapAt(place, place - 1) }
    }
    return String(scalars: scalars)
  }
}
