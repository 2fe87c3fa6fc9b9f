import MatchmarkCore

/// Random lists and needles on which rankers differ: paths, names in camel case, words in another
/// case, equal rows, rows that begin with others, and needles that are cut, scattered or mistyped.
///
/// With rows of one's own, lists are drawn from them.
struct RandomRanking {
  private var generator: SeededGenerator
  private let ownRows: RankedRows

  init(_ generator: SeededGenerator, ownRows: RankedRows = RankedRows()) {
    self.generator = generator
    self.ownRows = ownRows
  }

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
    let count = 1 + generator.below(max(most, 1))
    var rows: [String] = []
    if ownRows.isEmpty {
      for _ in 0..<count { rows.append(row(after: rows, of: alphabet)) }
    } else {
      rows = someOwnRows(count)
    }
    // A list of one's own is short of whole rows that others contain, which is where orders differ.
    let isWhole = !ownRows.isEmpty && generator.chance(0.2)
    let needle = isWhole ? generator.pick(rows) : needle(in: rows, of: alphabet)
    var earlier: [String] = []
    while generator.chance(0.5), earlier.count < 4 {
      earlier.append(
        generator.chance(0.5) ? prefix(of: needle) : self.needle(in: rows, of: alphabet))
    }
    var question = RankedQuestion(
      rows, needle, limit: generator.below(rows.count + 2), earlier: earlier)
    question.keepsRows = !ownRows.isEmpty
    return question
  }

  /// Neighbours, which are often alike, rows that contain one of them, or rows from anywhere; half
  /// of the lists have no characters that are several scalars, about which most rules say nothing.
  private mutating func someOwnRows(_ count: Int) -> [String] {
    let rows = ownRows.rows(arePlain: generator.chance(0.5))
    switch generator.below(3) {
    case 0: return Array(rows[generator.below(rows.count)...].prefix(count))
    case 1:
      let start = generator.below(rows.count)
      let others = rows[start...].prefix(Self.comparedRowCount)
      let word = String(rows[start].split(separator: " ").first ?? "").lowercased()
      let alike = others.filter { row in
        word.isEmpty || row.lowercased().split(separator: " ").contains { $0 == word }
      }
      return Array(alike.prefix(count))
    default: return (0..<count).map { _ in generator.pick(rows) }
    }
  }

  /// The most rows that are searched for those that contain a word.
  private static let comparedRowCount = 1_000

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

/// Rows of one's own, from which a hunt draws lists.
package struct RankedRows: Sendable {
  private let all: [String]
  private let plain: [String]

  /// - Parameter rows: none, if a hunt draws random rows.
  package init(_ rows: [String] = []) {
    all = rows
    plain = rows.filter { RankedQuestion([$0], "").isPlain }
  }

  fileprivate var isEmpty: Bool { all.isEmpty }

  /// All rows, or those that every folding reads alike, if there are any.
  fileprivate func rows(arePlain: Bool) -> [String] { arePlain && !plain.isEmpty ? plain : all }
}
