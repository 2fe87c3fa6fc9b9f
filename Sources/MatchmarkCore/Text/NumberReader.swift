/// Reads the numbers of a table of ``UnicodeTables``.
///
/// A number is a run of characters from `?` (0) to `~` (63): five bits each, the lowest first, with
/// 32 added on every character but the last. Other characters, mainly line breaks, are ignored.
///
/// - Complexity: O(1) per character.
struct NumberReader {
  private var bytes: Substring.UTF8View

  /// Starts at the first number of a table.
  init(_ table: String) { bytes = table[...].utf8 }

  /// The next number; nil after the last one.
  mutating func next() -> Int? {
    var number = 0
    var shift = 0
    while let byte = bytes.popFirst() {
      guard byte >= 63 else { continue }
      let group = Int(byte) - 63
      number |= (group & 31) << shift
      if group < 32 { return number }
      shift += 5
    }
    return nil
  }

  /// The next number, or zero after the last one, for the parts of an entry that has begun.
  mutating func part() -> Int { next() ?? 0 }

  /// The next number, read as a signed number.
  mutating func signedPart() -> Int { Self.signed(part()) }

  /// The signed number of a zigzag code: 0, 1, 2, 3 … stand for 0, -1, 1, -2 and so on.
  static func signed(_ code: Int) -> Int { code & 1 == 0 ? code / 2 : -(code + 1) / 2 }

  /// The ranges of a table of pairs: the gap after the previous range, and length - 1.
  static func ranges(of table: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var reader = NumberReader(table)
    while let gap = reader.next() {
      let start = (ranges.last?.upperBound ?? 0) + gap
      ranges.append(start..<start + reader.part() + 1)
    }
    return ranges
  }
}
