import MatchmarkCore

extension SearchSession {
  func check(_ new: SearchField) throws(SessionError) {
    let sizeInBytes = new.text.utf8.count
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
  }

  /// Changes the text as the user would; a conversion rule that applies is part of the same event.
  ///
  /// - Parameter new: the field after the change; it may lack tokens but has no new ones.
  mutating func change(to new: SearchField) throws(SessionError) -> SessionStep {
    try check(new)
    if settings.vetoes.contains(.shouldChange) {
      return SessionStep(.vetoed(.shouldChange), emitted: [.shouldChange])
    }
    let old = field
    var cause = old.text.isEmpty && !new.text.isEmpty ? EventClass.firstKey : .laterKey
    if let token = conversion(of: new.text) {
      try checkRoom(for: 1, in: new)
      field = SearchField(tokens: new.tokens + [token], text: "")
      cause = .tokenChange
    } else {
      field = new
    }
    if new.tokens.count < old.tokens.count { cause = .tokenChange }
    hasTyped = hasTyped || !new.text.isEmpty
    searchSuggestions = []
    let lostTokens: [EmittedEvent] = new.tokens.count < old.tokens.count ? [.tokensDidChange] : []
    return searching(cause, telling: [.shouldChange] + lostTokens + [.textDidChange])
  }

  /// Replaces the selection with text; selected tokens are removed if the user may delete them.
  mutating func replaceSelection(with text: String) throws(SessionError) -> SessionStep {
    var new = field
    if settings.allowsDeletingTokens { new.removeTokens(new.selectedTokens) }
    return try change(to: new.replacingText(in: new.selection, with: text))
  }

  /// Deletes the selection or, if it is empty, the character or token before the caret.
  mutating func deleteBackward() throws(SessionError) -> SessionStep {
    if !field.selection.isEmpty { return try deleteSelection() }
    let caret = field.selection.lowerBound
    guard caret > 0 else { return SessionStep(.nothingToDelete) }
    guard caret > tokens.count else { return try deleteToken(at: caret - 1) }
    return try change(to: field.replacingText(in: caret - 1..<caret, with: ""))
  }

  /// Deletes the selection, except for tokens that the user may not delete.
  mutating func deleteSelection() throws(SessionError) -> SessionStep {
    let hasText = field.selection.upperBound > field.tokens.count
    if hasText { return try replaceSelection(with: "") }
    guard settings.allowsDeletingTokens else { return SessionStep(.tokensMayNotBeDeleted) }
    field.removeTokens(field.selectedTokens)
    field.setCaret(field.selection.lowerBound)
    return searching(.tokenChange, telling: [.tokensDidChange])
  }

  /// Replaces the marked text with new marked text, which is searched for like any other text.
  mutating func mark(_ composed: String) throws(SessionError) -> SessionStep {
    var new = field.replacingText(in: field.markedRange ?? field.selection, with: composed)
    let end = new.selection.lowerBound
    let start = max(new.tokens.count, end - composed.count)
    new.markedRange = composed.isEmpty ? nil : start..<end
    return try change(to: new)
  }

  /// Turns text into a token; marked text is committed first, and tokens in the range stay.
  mutating func convert(
    _ range: Range<Int>, into token: FieldToken, at index: Int?
  ) throws(SessionError) -> SessionStep {
    let end = field.textualRange.upperBound
    guard range.lowerBound >= 0, range.upperBound <= end else {
      throw .rangeOutOfRange(from: range.lowerBound, to: range.upperBound, end: end)
    }
    let position = try insertionIndex(index)
    try checkRoom(for: 1, in: field)
    if settings.vetoes.contains(.shouldChange) {
      return SessionStep(.vetoed(.shouldChange), emitted: [.shouldChange])
    }
    field = field.replacingText(in: range, with: "")
    field.insert([token], at: position)
    field.selection = position..<position + 1
    searchSuggestions = []
    return searching(.tokenChange, telling: [.shouldChange, .textDidChange])
  }

  mutating func undo() -> SessionStep {
    guard let before = undoGroups.last else { return SessionStep(.nothingToUndo) }
    let changesText = !before.text.utf8.elementsEqual(field.text.utf8)
    if changesText && settings.vetoes.contains(.shouldChange) {
      return SessionStep(.vetoed(.shouldChange), emitted: [.shouldChange])
    }
    let changesTokens = before.tokens != field.tokens
    undoGroups.removeLast()
    field = before
    // Restored text is no longer being composed.
    field.markedRange = nil
    searchSuggestions = []
    return searching(
      changesTokens ? .tokenChange : .laterKey,
      telling: (changesText ? [.shouldChange] : []) + (changesTokens ? [.tokensDidChange] : [])
        + (changesText ? [.textDidChange] : []))
  }

  /// Returns the token of the first rule whose trigger is a prefix of the text, trimmed and folded.
  private func conversion(of text: String) -> FieldToken? {
    let folding = profile.folding
    var folded: [UInt8] = []
    text.withUTF8Span {
      folding.fold($0.extracting(WhiteSpace.trimmed($0)), for: .prefix, into: &folded)
    }
    let rule = settings.conversions.first { rule in
      let trigger = folding.fold(rule.trigger)
      return !trigger.isEmpty && folded.starts(with: trigger)
    }
    return rule.map { looked($0.token) }
  }

  /// Inserts tokens at an index; nil appends them.
  mutating func insert(_ new: [FieldToken], at index: Int?) throws(SessionError) -> SessionStep {
    let position = try insertionIndex(index)
    try checkRoom(for: new.count, in: field)
    field.insert(new, at: position)
    return searching(.tokenChange, telling: [.tokensDidChange])
  }

  /// Removes a token, on behalf of the app, which may always do so.
  mutating func removeToken(at index: Int) throws(SessionError) -> SessionStep {
    guard tokens.indices.contains(index) else {
      throw .tokenIndexOutOfRange(index, tokenCount: tokens.count)
    }
    field.removeTokens(index..<index + 1)
    return searching(.tokenChange, telling: [.tokensDidChange])
  }

  /// Removes a token, on behalf of the user, if that is allowed.
  mutating func deleteToken(at index: Int) throws(SessionError) -> SessionStep {
    guard settings.allowsDeletingTokens else { return SessionStep(.tokensMayNotBeDeleted) }
    return try removeToken(at: index)
  }

  /// Appends the token of a line of the suggestion list; the text stays.
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
  mutating func tapRow(_ index: Int, matchCount: Int?) throws(SessionError) -> SessionStep {
    if displayState(matchCount: matchCount) == .suggestions { return try chooseSuggestion(index) }
    var step = SessionStep()
    step.tappedRow = index
    return step
  }

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

  /// Returns a token with its appearance, if the app has set one.
  func looked(_ token: SearchToken) -> FieldToken {
    candidates.first { $0.searchToken == token } ?? FieldToken(token)
  }
}
