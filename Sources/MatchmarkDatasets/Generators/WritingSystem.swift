internal import MatchmarkCore

/// What invented names of one script are put together from.
///
/// All pieces are in normal form C; ``CanonicalForm`` makes the other form of each.
struct WritingSystem {
  /// The script, or the language where a script has several.
  let name: String
  /// Given names as people have them.
  let givenNames: Pieces
  /// Syllables that begin an invented name.
  let starts: Pieces
  /// Syllables that may follow.
  let middles: Pieces
  /// Syllables that end one.
  let ends: Pieces
  /// Words before a place name.
  let placePrefixes: Pieces
  /// Endings of place names.
  let placeSuffixes: Pieces
  /// Whether words are set apart by a space.
  let hasSpaces: Bool
  /// Whether the family name stands first.
  let familyNameFirst: Bool

  /// Reads the pieces from texts whose words are set apart by spaces.
  init(_ name: String, _ script: ScriptPieces) {
    self.name = name
    givenNames = Pieces(script.given)
    starts = Pieces(script.starts)
    middles = Pieces(script.middles)
    ends = Pieces(script.ends)
    placePrefixes = Pieces(script.prefixes)
    placeSuffixes = Pieces(script.suffixes)
    hasSpaces = script.hasSpaces
    familyNameFirst = script.familyNameFirst
  }

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

/// The pieces of a script as a person writes them down.
struct ScriptPieces {
  var given: String
  var starts: String
  var middles = ""
  var ends: String
  var prefixes = ""
  var suffixes = ""
  var hasSpaces = true
  var familyNameFirst = false
}

/// The two canonical normal forms.
enum NormalForm {
  case composed
  case decomposed
}

/// Pieces of text, each in both normal forms.
struct Pieces {
  private let composed: [[UInt8]]
  private let decomposed: [[UInt8]]

  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    composed = words.map { Array($0.utf8) }
    decomposed = words.map { Array(CanonicalForm.decomposed($0).utf8) }
  }

  /// The number of pieces.
  var count: Int { composed.count }
  /// Whether there is none.
  var isEmpty: Bool { composed.isEmpty }

  /// Appends a piece in one of its forms.
  func append(_ index: Int, _ form: NormalForm, to bytes: inout [UInt8]) {
    bytes += form == .composed ? composed[index] : decomposed[index]
  }
}
