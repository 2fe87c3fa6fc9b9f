/// A word, or one character that is not part of a word.
struct Token: Equatable {
  /// The text.
  let text: String
  /// The line, from 0.
  let line: Int

  /// The tokens of masked code, in order.
  static func tokens(of code: [String]) -> [Token] {
    var tokens: [Token] = []
    for (line, text) in code.enumerated() {
      var word = ""
      for character in text {
        if character.isLetter || character.isNumber || character == "_" {
          word.append(character)
          continue
        }
        if !word.isEmpty { tokens.append(Token(text: word, line: line)) }
        word = ""
        if !character.isWhitespace { tokens.append(Token(text: String(character), line: line)) }
      }
      if !word.isEmpty { tokens.append(Token(text: word, line: line)) }
    }
    return tokens
  }
}
