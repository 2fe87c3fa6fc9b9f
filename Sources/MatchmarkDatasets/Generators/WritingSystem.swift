internal import MatchmarkCore

/// What invented names of one script are put together from.
///
/// All pieces are in normal form C; ``CanonicalForm`` makes the other form of each.
struct WritingSystem {
  /// The script, or the language where a script has several.
  let name: String
  /// Given names as people have them.
  let given: Pieces
  /// Syllables that begin an invented name.
  let starts: Pieces
  /// Syllables that may follow.
  var middles: Pieces = ""
  /// Syllables that end one.
  let ends: Pieces
  /// Words before a place name.
  let prefixes: Pieces
  /// Endings of place names.
  let suffixes: Pieces
  /// Whether words are set apart by a space.
  var hasSpaces = true
  /// Whether the family name stands first.
  var familyNameFirst = false

  /// Appends an invented name: a start, up to two middles, an end.
  func appendName(
    to bytes: inout [UInt8], form: NormalForm, using random: inout SeededGenerator
  ) {
    starts.append(random.below(starts.count), form, to: &bytes)
    if !middles.isEmpty {
      for _ in 0..<random.below(3) {
        middles.append(random.below(middles.count), form, to: &bytes)
      }
    }
    ends.append(random.below(ends.count), form, to: &bytes)
  }
}

/// The two canonical normal forms.
enum NormalForm {
  case composed
  case decomposed
}

/// Pieces of text, each in both normal forms; they are written down with spaces between them.
struct Pieces: ExpressibleByStringLiteral {
  private let composed: [[UInt8]]
  private let decomposed: [[UInt8]]

  init(stringLiteral text: String) {
    let words = text.split(separator: " ").map(String.init)
    composed = words.map { Array($0.utf8) }
    decomposed = words.map { Array(CanonicalForm.decomposed($0).utf8) }
  }

  /// The number of pieces.
  var count: Int { composed.count }
  /// Whether there is none.
  var isEmpty: Bool { composed.isEmpty }

  func append(_ index: Int, _ form: NormalForm, to bytes: inout [UInt8]) {
    bytes += form == .composed ? composed[index] : decomposed[index]
  }
}
