/// What a generated typing session is about.
package enum TraceKind: String, Sendable, Hashable, CaseIterable {
  /// A word that occurs.
  case word
  /// A word that occurs, with one letter changed.
  case nearWord = "near-word"
  /// Letters that occur, in an order that does not.
  case absentWord = "absent-word"
  /// A word, half of it deleted, and typed again.
  case retype
  /// Two words of one row.
  case twoTerms = "two-terms"
  /// A whole title with its spaces.
  case wholeTitle = "whole-title"
  /// Tokens and a scope first, then a word.
  case filtered
  /// A token copied, the search cancelled and begun again, the token pasted, then a word.
  case pasted
  /// Tokens and a word, then a token deleted.
  case tokenDeleted = "token-deleted"
  /// A scope selected in the middle of a word, and given up again.
  case scopeChanged = "scope-changed"
  /// A word given up, the search begun again with another one.
  case cancelled

  /// A few words for the trace file.
  var why: String {
    switch self {
    case .word: "a word that occurs"
    case .nearWord: "a word that occurs, with one letter changed"
    case .absentWord: "a word that does not occur"
    case .retype: "a word, partly deleted and typed again"
    case .twoTerms: "two words of one row"
    case .wholeTitle: "a whole title with its spaces"
    case .filtered: "a word, behind a token and a scope"
    case .pasted: "a word, behind a token that was copied in an earlier search"
    case .tokenDeleted: "a word, and then its token deleted"
    case .scopeChanged: "a word, with a scope selected in the middle of it and given up again"
    case .cancelled: "a word given up, and another one"
    }
  }
}
