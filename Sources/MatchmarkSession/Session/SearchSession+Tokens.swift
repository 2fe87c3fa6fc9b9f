import MatchmarkCore

extension SearchSession {
  /// Inserts tokens at an index; nil appends them.
  mutating func insert(
    _ new: [FieldToken], at index: Int?
  ) throws(SessionError) -> SessionStep {
    let position = try insertionIndex(index)
    try checkRoom(for: new.count, in: field)
    field.insert(new, at: position)
    return searching(.tokenChange, telling: [.tokensDidChange])
  }

  /// Removes a token; the app may always do so.
  mutating func removeToken(at index: Int) throws(SessionError) -> SessionStep {
    guard tokens.indices.contains(index) else {
      throw .tokenIndexOutOfRange(index, tokenCount: tokens.count)
    }
    field.removeTokens(index..<index + 1)
    return searching(.tokenChange, telling: [.tokensDidChange])
  }

  /// Removes a token, if the person may do so.
  mutating func deleteToken(at index: Int) throws(SessionError) -> SessionStep {
    guard settings.allowsDeletingTokens else { return SessionStep(.tokensMayNotBeDeleted) }
    return try removeToken(at: index)
  }

  /// Appends the token of a suggestion list line; the text stays.
  mutating func chooseSuggestion(_ index: Int) throws(SessionError) -> SessionStep {
    guard candidates.indices.contains(index) else {
      throw .suggestionIndexOutOfRange(index, suggestionCount: candidates.count)
    }
    guard isActive else { return SessionStep(.inactive) }
    return try insert([candidates[index]], at: nil)
  }

  /// Reports that one of the app's own suggestions was chosen, and removes all of them.
  mutating func chooseSearchSuggestion(_ index: Int) throws(SessionError) -> SessionStep {
    guard searchSuggestions.indices.contains(index) else {
      throw .suggestionIndexOutOfRange(index, suggestionCount: searchSuggestions.count)
    }
    guard isActive else { return SessionStep(.inactive) }
    var step = SessionStep(telling: [.didSelectSuggestion, .updateSelecting])
    step.chosenSuggestion = searchSuggestions[index]
    searchSuggestions = []
    return step
  }

  /// Opens a row of the list on screen, or chooses a line of the suggestion list.
  mutating func tapRow(
    _ index: Int, matchCount: Int?
  ) throws(SessionError) -> SessionStep {
    if displayState(matchCount: matchCount) == .suggestions { return try chooseSuggestion(index) }
    var step = SessionStep()
    step.tappedRow = index
    return step
  }

  /// An index at which a token can be inserted.
  func insertionIndex(_ index: Int?) throws(SessionError) -> Int {
    let position = index ?? tokens.count
    guard (0...tokens.count).contains(position) else {
      throw .tokenIndexOutOfRange(position, tokenCount: tokens.count)
    }
    return position
  }

  func checkRoom(for count: Int, in field: SearchField) throws(SessionError) {
    guard field.tokens.count + count <= SearchLimits.tokenCount else {
      throw .tooManyTokens(field.tokens.count + count)
    }
  }

  /// A token with its appearance, if the app has set one.
  func looked(_ token: SearchToken) -> FieldToken {
    candidates.first { $0.searchToken == token } ?? FieldToken(token)
  }
}
