extension SearchSession {
  mutating func activate(by actor: Actor) -> SessionStep {
    if isActive && (actor == .app || isFirstResponder) { return SessionStep(.alreadySo) }
    var events: [EmittedEvent] = []
    if actor == .user {
      if settings.vetoes.contains(.shouldBegin) {
        return SessionStep(.vetoed(.shouldBegin), emitted: [.shouldBegin])
      }
      events = [.shouldBegin, .didBegin]
      isFirstResponder = true
    }
    // If the search is already active, it only regains the focus and requests results again.
    if isActive { return searching(.laterKey, telling: events) }
    isActive = true
    let isAutomatic = settings.presentsItself
    return searching(
      .laterKey, telling: events + [.present] + (isAutomatic ? [.willPresent] : []),
      then: isAutomatic ? [.didPresent] : [])
  }

  /// Clears text and tokens and dismisses the search; the scope and the pasteboard stay.
  ///
  /// If the delegate does not let editing end, the field is cleared but keeps its focus and its
  /// search.
  mutating func cancel() -> SessionStep {
    guard isActive else { return SessionStep(.alreadySo) }
    let old = field
    clear()
    searchSuggestions = []
    var step = SessionStep(telling: [.cancelClicked] + (old.text.isEmpty ? [] : [.textDidChange]))
    guard resignsFocus(&step) else {
      if old.isEmpty { return step }
      let asked = searching(old.text.isEmpty ? .tokenChange : .laterKey, telling: [])
      step.emitted += asked.emitted
      step.keystroke = asked.keystroke
      return step
    }
    dismiss(&step)
    return step
  }

  /// Ends the search on behalf of the app: nothing was tapped, and the app's suggestions stay.
  mutating func deactivate() -> SessionStep {
    guard isActive else { return SessionStep(.alreadySo) }
    var step = SessionStep()
    guard resignsFocus(&step) else { return step }
    clear()
    dismiss(&step)
    return step
  }

  mutating func endEditing(telling events: [EmittedEvent]) -> SessionStep {
    guard isFirstResponder else { return SessionStep(.alreadySo) }
    var step = SessionStep(telling: events)
    _ = resignsFocus(&step)
    return step
  }

  /// Gives up the focus unless the delegate refuses; does nothing without the focus.
  ///
  /// - Returns: true if the field does not have the focus afterwards.
  private mutating func resignsFocus(_ step: inout SessionStep) -> Bool {
    guard isFirstResponder else { return true }
    step.emitted.append(.shouldEnd)
    if settings.vetoes.contains(.shouldEnd) {
      step.noEffect = .vetoed(.shouldEnd)
      return false
    }
    step.emitted.append(.didEnd)
    isFirstResponder = false
    field.markedRange = nil
    return true
  }

  private mutating func clear() {
    field = SearchField()
    undoGroups = []
  }

  private mutating func dismiss(_ step: inout SessionStep) {
    isActive = false
    hasTyped = false
    step.emitted +=
      settings.presentsItself ? [.willDismiss, .update, .didDismiss] : [.update]
  }

  mutating func selectScope(_ index: Int) -> SessionStep {
    // An index out of range is ignored, as in the platform's own search bar.
    guard scopeTitles.indices.contains(index) else {
      return SessionStep(.scopeOutOfRange(index, titleCount: scopeTitles.count))
    }
    scopeIndex = index
    searchSuggestions = []
    return searching(.scopeChange, telling: [.scopeDidChange])
  }
}
