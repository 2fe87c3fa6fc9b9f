import MatchmarkCore

extension SearchSession {
  /// The events that change what shows, and none of which can fail.
  mutating func present(_ event: SessionEvent) -> SessionStep {
    switch event {
    case .activate(let actor): return activate(by: actor)
    case .appear: return appear()
    case .cancel: return cancel()
    case .search: return endEditing(telling: [.searchClicked])
    case .selectScope(let index): return selectScope(index)
    case .show(let part, let isShown):
      assigned[part] = isShown
      return SessionStep()
    case .tapRow(let index):
      var step = SessionStep()
      step.tappedRow = index
      return step
    default: return SessionStep()
    }
  }

  private mutating func activate(by actor: Actor) -> SessionStep {
    if isActive && (actor == .app || isFirstResponder) { return SessionStep(.alreadySo) }
    var events: [EmittedEvent] = []
    if actor == .user {
      if settings.vetoes.contains(.shouldBegin) {
        return SessionStep(.vetoed(.shouldBegin), emitted: [.shouldBegin])
      }
      events = [.shouldBegin, .didBegin]
      isFirstResponder = true
    }
    // A search that is active already only gets the focus back, and asks again.
    if isActive { return searching(.laterKey, telling: events) }
    isActive = true
    let isAutomatic = settings.presentsItself
    return searching(
      .laterKey, telling: events + [.present] + (isAutomatic ? [.willPresent] : []),
      then: isAutomatic ? [.didPresent] : [])
  }

  /// Clears text and tokens; the scope and the pasteboard stay.
  private mutating func cancel() -> SessionStep {
    guard isActive else { return SessionStep(.alreadySo) }
    var step = SessionStep()
    step.emitted = [.cancelClicked] + (text.isEmpty ? [] : [.textDidChange])
    if isFirstResponder { step.emitted += [.shouldEnd, .didEnd] }
    if settings.presentsItself { step.emitted.append(.willDismiss) }
    step.emitted.append(.update)
    if settings.presentsItself { step.emitted.append(.didDismiss) }
    text = ""
    tokens = []
    isActive = false
    isFirstResponder = false
    hasTyped = false
    searchSuggestions = []
    return step
  }

  private mutating func endEditing(telling events: [EmittedEvent]) -> SessionStep {
    guard isFirstResponder else { return SessionStep(.alreadySo) }
    var step = SessionStep()
    step.emitted = events + [.shouldEnd]
    if settings.vetoes.contains(.shouldEnd) {
      step.noEffect = .vetoed(.shouldEnd)
    } else {
      step.emitted.append(.didEnd)
      isFirstResponder = false
    }
    return step
  }

  private mutating func selectScope(_ index: Int) -> SessionStep {
    // An index out of range is ignored, as the platform's own search bar does.
    guard scopeTitles.indices.contains(index) else {
      return SessionStep(.scopeOutOfRange(index, titleCount: scopeTitles.count))
    }
    scopeIndex = index
    searchSuggestions = []
    return searching(.scopeChange, telling: [.scopeDidChange])
  }

  /// Completes a restoration; what waited is used once.
  private mutating func appear() -> SessionStep {
    guard let activity = waitsForAppearance else { return SessionStep(.nothingToRestore) }
    waitsForAppearance = nil
    let step = activate(by: .app)
    isFirstResponder = activity.isFirstResponder
    return step
  }

  // MARK: What shows

  /// Whether the scope bar shows; never with fewer than two titles.
  public var showsScopeBar: Bool {
    guard scopeTitles.count >= 2 else { return false }
    if let isShown = assigned[.scopeBar] { return isShown }
    return switch settings.scopeBar {
    case .manual: false
    case .onActivation: isActive
    case .onTextEntry: isActive && hasTyped
    case .whenQueryNonEmpty: isActive && !(text.isEmpty && tokens.isEmpty)
    }
  }

  /// Whether the results list shows.
  public var showsResults: Bool { isActive && (assigned[.results] ?? !text.isEmpty) }

  /// Whether the cancel button shows.
  public var showsCancelButton: Bool { assigned[.cancelButton] ?? isActive }

  /// Whether the field is highlighted.
  public var isHighlighted: Bool { isActive && isFirstResponder }

  /// Whether the presenting list itself shows the results.
  public var usesPresentingList: Bool { !settings.hasResultsList || !showsResults }
}
