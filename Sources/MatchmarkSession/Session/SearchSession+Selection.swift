extension SearchSession {
  mutating func select(_ range: Range<Int>) throws(SessionError) -> SessionStep {
    let end = field.textualRange.upperBound
    guard range.lowerBound >= 0, range.upperBound <= end else {
      throw .rangeOutOfRange(from: range.lowerBound, to: range.upperBound, end: end)
    }
    field.selection = range
    return SessionStep()
  }

  /// Puts the selected text and the payloads of the selected tokens on the pasteboard.
  ///
  /// If tokens may not be copied, the selected text is still copied.
  mutating func copy() -> SessionStep {
    guard !field.selection.isEmpty else { return SessionStep(.nothingSelected) }
    let selected = field.tokens(in: field.selection)
    var copied = Pasteboard(text: field.text(in: field.selection))
    var step = SessionStep()
    if !selected.isEmpty {
      if !settings.allowsCopyingTokens {
        step.noEffect = .tokensMayNotBeCopied
      } else if !settings.suppliesPayloads {
        step.noEffect = .noPayloadSupplied
      } else {
        step.emitted = selected.map { _ in .itemProviderForCopying }
        copied.payload = selected.map { TokenPayload.encode($0, among: candidates) }
          .joined(separator: "\n")
      }
    }
    if step.noEffect != nil && copied.text.isEmpty { return step }
    step.noEffect = nil
    pasteboard = copied
    return step
  }

  /// Copies the selection, and deletes the part that may be deleted; tokens that may not be copied
  /// stay.
  mutating func cut() throws(SessionError) -> SessionStep {
    guard !field.selection.isEmpty else { return SessionStep(.nothingSelected) }
    if field.text(in: field.selection).isEmpty && !settings.allowsDeletingTokens {
      return SessionStep(.tokensMayNotBeDeleted)
    }
    let before = self
    let copied = copy()
    if copied.noEffect != nil { return copied }
    let losesTokens = !settings.allowsCopyingTokens || !settings.suppliesPayloads
    if losesTokens { field.selection = field.selection.clamped(to: field.textualRange) }
    var step = try deleteSelection()
    if case .vetoed = step.noEffect { self = before }
    step.emitted = copied.emitted + step.emitted
    return step
  }

  /// Appends the tokens of a payload; the pasteboard keeps the payload even if it is refused.
  mutating func paste(_ payload: String) throws(SessionError) -> SessionStep {
    let pasted: [FieldToken]
    do { pasted = try tokens(of: payload) } catch {
      pasteboard = Pasteboard(payload: payload)
      return SessionStep(.undecodablePayload(error.description))
    }
    let step = try insert(pasted, at: nil)
    pasteboard = Pasteboard(payload: payload)
    return step
  }

  /// Appends the copied tokens and replaces the selection with the copied text, in one event.
  mutating func pasteWhatWasCopied() throws(SessionError) -> SessionStep {
    let copied = pasteboard
    guard !copied.isEmpty else { return SessionStep(.nothingToPaste) }
    if copied.payload.isEmpty { return try replaceSelection(with: copied.text) }
    if copied.text.isEmpty { return try paste(copied.payload) }
    guard let pasted = try? tokens(of: copied.payload) else {
      return try replaceSelection(with: copied.text)
    }
    // The text is pasted first: it replaces the selection, which must not include pasted tokens.
    var new = self
    let step = try new.replaceSelection(with: copied.text)
    if step.noEffect != nil { return step }
    _ = try new.insert(pasted, at: nil)
    self = new
    return searching(.tokenChange, telling: [.shouldChange, .tokensDidChange, .textDidChange])
  }

  private func tokens(of payload: String) throws(TokenPayload.Problem) -> [FieldToken] {
    let lines = payload.split { $0 == "\n" || $0 == "\r\n" }
    // A single payload may span lines; several payloads have one line each.
    switch TokenPayload.decode(lines.joined(separator: " "), among: candidates) {
    case .success(let token): return [token]
    case .failure(.unknownToken(let token)): throw .unknownToken(token)
    case .failure(.malformed): break
    }
    guard !lines.isEmpty else { throw .malformed("got an empty payload") }
    return try lines.map { line throws(TokenPayload.Problem) in
      try TokenPayload.decode(String(line), among: candidates).get()
    }
  }
}
