import MatchmarkCore

extension SearchSession {
  /// Inserts tokens at an index; nil is behind the last.
  mutating func insert(
    _ new: [SearchToken], at index: Int?
  ) throws(SessionError) -> SessionStep {
    let position = try insertionIndex(index)
    try checkRoom(for: new.count)
    tokens.insert(contentsOf: new, at: position)
    return searching(.tokenChange, telling: [.tokensDidChange])
  }

  /// Removes a token, as the app may at any time.
  mutating func removeToken(at index: Int) throws(SessionError) -> SessionStep {
    guard tokens.indices.contains(index) else {
      throw .tokenIndexOutOfRange(index, tokenCount: tokens.count)
    }
    tokens.remove(at: index)
    return searching(.tokenChange, telling: [.tokensDidChange])
  }

  /// Removes a token, if the person may.
  mutating func deleteToken(at index: Int) throws(SessionError) -> SessionStep {
    guard settings.allowsDeletingTokens else { return SessionStep(.tokensMayNotBeDeleted) }
    return try removeToken(at: index)
  }

  /// Puts the payloads of tokens on the pasteboard, a line for each.
  mutating func copyTokens(_ range: Range<Int>) throws(SessionError) -> SessionStep {
    guard range.upperBound <= tokens.count else {
      throw .tokenIndexOutOfRange(range.upperBound - 1, tokenCount: tokens.count)
    }
    guard settings.allowsCopyingTokens else { return SessionStep(.tokensMayNotBeCopied) }
    pasteboard = tokens[range].map(TokenPayload.encode).joined(separator: "\n")
    return SessionStep()
  }

  /// Appends the tokens of a payload; the pasteboard keeps it whatever it is.
  mutating func paste(_ payload: String) throws(SessionError) -> SessionStep {
    var pasted: [SearchToken] = []
    for line in payload.split(separator: "\n", omittingEmptySubsequences: true) {
      switch TokenPayload.decode(String(line), among: candidates) {
      case .success(let token): pasted.append(token)
      case .failure(let problem):
        pasteboard = payload
        return SessionStep(.undecodablePayload(problem.description))
      }
    }
    guard !pasted.isEmpty else {
      pasteboard = payload
      return SessionStep(.undecodablePayload("it is empty"))
    }
    let step = try insert(pasted, at: nil)
    pasteboard = payload
    return step
  }

  /// Appends the token of a line of the suggestion list; the text stays.
  mutating func chooseSuggestion(_ index: Int) throws(SessionError) -> SessionStep {
    guard candidates.indices.contains(index) else {
      throw .suggestionIndexOutOfRange(index, suggestionCount: candidates.count)
    }
    return try insert([candidates[index]], at: nil)
  }

  /// Tells that one of the app's own suggestions was chosen, and takes them away.
  mutating func chooseSearchSuggestion(_ index: Int) throws(SessionError) -> SessionStep {
    guard searchSuggestions.indices.contains(index) else {
      throw .suggestionIndexOutOfRange(index, suggestionCount: searchSuggestions.count)
    }
    searchSuggestions = []
    var step = SessionStep()
    step.emitted = [.updateSelecting]
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

  func checkRoom(for count: Int) throws(SessionError) {
    guard tokens.count + count <= SearchLimits.tokenCount else {
      throw .tooManyTokens(tokens.count + count)
    }
  }
}
