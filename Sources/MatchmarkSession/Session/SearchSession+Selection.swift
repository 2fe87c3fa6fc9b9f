extension SearchSession {
  /// Selecting, and what the pasteboard has to do with it.
  mutating func useSelection(_ event: SessionEvent) throws(SessionError) -> SessionStep {
    switch event {
    case .select(let range): return try select(range)
    case .copy: return copy()
    case .cut: return try cut()
    case .paste(let payload?): return try paste(payload)
    default: return try pasteWhatWasCopied()
    }
  }

  private mutating func select(_ range: Range<Int>) throws(SessionError) -> SessionStep {
    let end = field.textualRange.upperBound
    guard range.upperBound <= end else {
      throw .rangeOutOfRange(from: range.lowerBound, to: range.upperBound, end: end)
    }
    field.selection = range
    return SessionStep()
  }

  /// Puts the selected text, and the payloads of the selected tokens, on the pasteboard.
  ///
  /// Where tokens may not be copied, selected text still is.
  private mutating func copy() -> SessionStep {
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

  /// Copies, and deletes what may be deleted.
  private mutating func cut() throws(SessionError) -> SessionStep {
    guard !field.selection.isEmpty else { return SessionStep(.nothingSelected) }
    if field.text(in: field.selection).isEmpty && !settings.allowsDeletingTokens {
      return SessionStep(.tokensMayNotBeDeleted)
    }
    let kept = pasteboard
    let copied = copy()
    var step = try deleteSelection()
    if case .vetoed = step.noEffect { pasteboard = kept }
    step.emitted = copied.emitted + step.emitted
    return step
  }

  /// Appends the tokens of a payload; the pasteboard keeps it whatever it is.
  private mutating func paste(_ payload: String) throws(SessionError) -> SessionStep {
    switch tokens(of: payload) {
    case .success(let pasted):
      let step = try insert(pasted, at: nil)
      pasteboard = Pasteboard(payload: payload)
      return step
    case .failure(let problem):
      pasteboard = Pasteboard(payload: payload)
      return SessionStep(.undecodablePayload(problem.description))
    }
  }

  /// Appends the copied tokens, and puts the copied text where the selection is, in one event.
  private mutating func pasteWhatWasCopied() throws(SessionError) -> SessionStep {
    let copied = pasteboard
    guard !copied.isEmpty else { return SessionStep(.nothingToPaste) }
    if copied.payload.isEmpty { return try replaceSelection(with: copied.text) }
    if copied.text.isEmpty { return try paste(copied.payload) }
    guard case .success(let pasted) = tokens(of: copied.payload) else {
      return try replaceSelection(with: copied.text)
    }
    var new = self
    _ = try new.insert(pasted, at: nil)
    var step = try new.replaceSelection(with: copied.text)
    if step.noEffect != nil { return step }
    self = new
    step.emitted.insert(.tokensDidChange, at: step.emitted.firstIndex(of: .textDidChange) ?? 0)
    return step
  }

  private func tokens(of payload: String) -> Result<[FieldToken], TokenPayload.Problem> {
    var pasted: [FieldToken] = []
    for line in payload.split(separator: "\n", omittingEmptySubsequences: true) {
      switch TokenPayload.decode(String(line), among: candidates) {
      case .success(let token): pasted.append(token)
      case .failure(let problem): return .failure(problem)
      }
    }
    return pasted.isEmpty ? .failure(.malformed("got an empty payload")) : .success(pasted)
  }
}
