import MatchmarkCore

extension SearchSession {
  /// Replaces the text; a conversion rule that fires is part of the same event.
  mutating func edit(to newText: String) throws(SessionError) -> SessionStep {
    let sizeInBytes = newText.utf8.count
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
    if settings.vetoes.contains(.shouldChange) {
      return SessionStep(.vetoed(.shouldChange), emitted: [.shouldChange])
    }
    var cause = text.isEmpty && !newText.isEmpty ? EventClass.firstKey : .laterKey
    if let token = conversion(of: newText) {
      try checkRoom(for: 1)
      tokens.append(token)
      text = ""
      cause = .tokenChange
    } else {
      text = newText
    }
    hasTyped = hasTyped || !newText.isEmpty
    searchSuggestions = []
    return searching(cause, telling: [.shouldChange, .textDidChange])
  }

  /// Deletes the last character, or, where there is no text, the last token.
  mutating func deleteBackward() throws(SessionError) -> SessionStep {
    if !text.isEmpty { return try edit(to: String(text.dropLast())) }
    return tokens.isEmpty ? SessionStep(.nothingToDelete) : try deleteToken(at: tokens.count - 1)
  }

  /// Turns a range of the text into a token; tokens and the rest of the text stay.
  mutating func convert(
    _ range: Range<Int>, into token: SearchToken, at index: Int?
  ) throws(SessionError) -> SessionStep {
    let characters = Array(text)
    guard range.upperBound <= characters.count else {
      throw .textRangeOutOfRange(
        from: range.lowerBound, to: range.upperBound, characterCount: characters.count)
    }
    let position = try insertionIndex(index)
    try checkRoom(for: 1)
    if settings.vetoes.contains(.shouldChange) {
      return SessionStep(.vetoed(.shouldChange), emitted: [.shouldChange])
    }
    text = String(characters[..<range.lowerBound] + characters[range.upperBound...])
    tokens.insert(token, at: position)
    searchSuggestions = []
    return searching(.tokenChange, telling: [.shouldChange, .textDidChange])
  }

  /// The token of the first rule whose trigger the text, trimmed and folded, begins with.
  private func conversion(of text: String) -> SearchToken? {
    let utf8 = text.utf8Span.span
    let trimmed = WhiteSpace.trimmed(utf8)
    var folded: [UInt8] = []
    folding.fold(utf8.extracting(trimmed), into: &folded)
    return settings.conversions.first { rule in
      let trigger = folding.fold(rule.trigger)
      return !trigger.isEmpty && folded.starts(with: trigger)
    }?.token
  }
}
