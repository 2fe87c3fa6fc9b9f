extension SearchSession {
  /// Saves everything that a person would miss in ``savedState``; the pasteboard is the
  /// system's, and marked text counts as text.
  mutating func save() -> SessionStep {
    let activity = pendingActivity ?? Activity(isFirstResponder: isFirstResponder)
    let archive = SessionArchive(
      version: SessionArchive.currentVersion, title: title, text: text, tokens: tokens,
      selection: [field.selection.lowerBound, field.selection.upperBound], scope: scopeIndex,
      isActive: isActive || pendingActivity != nil, isFirstResponder: activity.isFirstResponder,
      isEnabled: isEnabled, hasTyped: hasTyped,
      shows: Dictionary(uniqueKeysWithValues: assigned.map { ($0.rawValue, $1) }),
      suggestions: searchSuggestions)
    savedState = try? archive.encoded()
    return SessionStep()
  }

  /// Restores everything except activity at once; activity waits until the view appears.
  mutating func restore(_ state: String?) throws(SessionError) -> SessionStep {
    guard let state = state ?? savedState else { return SessionStep(.nothingSaved) }
    let archive = try SessionArchive(reading: state)
    field = SearchField(tokens: archive.tokens ?? [], text: archive.text ?? "")
    if let range = archive.selectedRange, range.upperBound <= field.textualRange.upperBound {
      field.selection = range
    }
    title = archive.title ?? settings.title
    scopeIndex = archive.scope.flatMap { scopeTitles.indices.contains($0) ? $0 : nil } ?? 0
    isEnabled = archive.isEnabled ?? true
    hasTyped = archive.hasTyped ?? false
    assigned = [:]
    for (name, isShown) in archive.shows ?? [:] {
      if let part = ShownPart(rawValue: name) { assigned[part] = isShown }
    }
    searchSuggestions = archive.suggestions ?? []
    undoGroups = []
    isActive = false
    isFirstResponder = false
    pendingActivity =
      archive.isActive == true
      ? Activity(isFirstResponder: archive.isFirstResponder ?? false) : nil
    return SessionStep()
  }

  /// Completes a restoration; the pending part is used once.
  mutating func appear() -> SessionStep {
    guard let activity = pendingActivity else { return SessionStep(.nothingToRestore) }
    pendingActivity = nil
    let step = activate(by: .app)
    // A person who was faster already has the focus, and keeps it.
    isFirstResponder = isFirstResponder || activity.isFirstResponder
    return step
  }
}
