/// What can make a short YAML file slow to parse, counted before a parser sees it.
///
/// Counts everything that may be such a thing, even in a sentence or a comment.
struct YAMLSwelling {
  /// Asterisks that begin a word.
  private(set) var aliasCount = 0
  /// Keys that are lists, mappings or aliases: after a question mark that begins a word, before a
  /// colon, and in braces before any colon.
  private(set) var keyCount = 0

  /// The open braces and brackets.
  private var flows: [Flow] = []
  /// What a colon would follow, ignoring blanks.
  private var end = KeyEnd.none

  private enum Flow {
    case list, key, value
  }

  private enum KeyEnd {
    case none, alias, aliasAndBlank, bracket
  }

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var before = UInt8(ascii: " ")
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "\n")
      note(byte, beginsWord: Self.beginsWord(after: before), next: next)
      before = byte
    }
  }

  private mutating func note(_ byte: UInt8, beginsWord: Bool, next: UInt8) {
    switch byte {
    case UInt8(ascii: "*") where beginsWord && !Self.isSpace(next):
      aliasCount += 1
      noteKeyInBraces()
      end = .alias
    case UInt8(ascii: "?") where beginsWord: keyCount += 1
    // In quoted text, they open nothing.
    case UInt8(ascii: "[") where beginsWord, UInt8(ascii: "{") where beginsWord:
      noteKeyInBraces()
      flows.append(byte == UInt8(ascii: "{") ? .key : .list)
      end = .none
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      _ = flows.popLast()
      end = .bracket
    case UInt8(ascii: ","):
      if flows.last == .value { flows[flows.count - 1] = .key }
      end = .none
    case UInt8(ascii: ":"): noteColon()
    case UInt8(ascii: " "), UInt8(ascii: "\t"): if end == .alias { end = .aliasAndBlank }
    default: if end != .alias || !Self.isAlias(byte) { end = .none }
    }
  }

  private mutating func noteKeyInBraces() {
    if flows.last == .key { keyCount += 1 }
  }

  /// In braces, a key was counted where it began.
  private mutating func noteColon() {
    if flows.last == .key {
      flows[flows.count - 1] = .value
    } else if end != .none {
      keyCount += 1
    }
    end = .none
  }

  /// A word may begin after a non-ASCII byte: YAML knows three Unicode line ends.
  private static func beginsWord(after byte: UInt8) -> Bool {
    byte >= 0x80 || isSpace(byte) || "[{,:?-".utf8.contains(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private static func isAlias(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
