internal import MatchmarkCore
internal import MatchmarkJSON

/// The state that can be restored, as JSON; a missing key has its default, and unknown keys are
/// ignored.
extension SearchSession {
  private static let stateVersion = 1

  /// Saves everything that the user would miss in ``savedState``.
  ///
  /// The pasteboard belongs to the system and is not saved; marked text is saved as text.
  mutating func save() {
    let state: JSONValue = [
      "version": .integer(Self.stateVersion), "title": .string(title), "text": .string(text),
      "tokens": .array(tokens.map(\.json)),
      "selection": .list([field.selection.lowerBound, field.selection.upperBound]),
      "scope": .integer(scopeIndex), "isActive": .boolean(isActive || pendingFocus != nil),
      "isFirstResponder": .boolean(pendingFocus ?? isFirstResponder),
      "isEnabled": .boolean(isEnabled), "hasTyped": .boolean(hasTyped),
      "shows": .object(assigned.map { JSONValue.Member($0.rawValue, .boolean($1)) }),
      "suggestions": .array(searchSuggestions.map(\.json)),
    ]
    savedState = state.sorted().text
  }

  /// Restores everything except activity at once; activity is restored when the view appears.
  ///
  /// - Throws: ``SessionError`` if the text is not a state, is of a later version, or exceeds a
  ///   limit.
  mutating func restore(_ state: String?) throws(SessionError) -> SessionStep {
    guard let state = state ?? savedState else { return SessionStep(.nothingSaved) }
    let tree: JSONValue
    do { tree = try JSONValue(text: Array(state.utf8)) } catch {
      throw .unreadableState("\(error.message), at byte \(error.offset)")
    }
    var restored = self
    do { try restored.read(SessionField(tree, of: ())) } catch {
      throw .unreadableState(error.description)
    }
    try check(restored.field)
    try checkRoom(for: 0, in: restored.field)
    self = restored
    return SessionStep()
  }

  private mutating func read(_ state: SessionField) throws(JSONCodingError) {
    _ = try state.keys()
    _ = try state["version"].ifPresent?.integer(
      in: .min...Self.stateVersion, expected: "\(Self.stateVersion) at most")
    field = SearchField(
      tokens: try state["tokens"].ifPresent?.array().map(FieldToken.init) ?? [],
      text: try state["text"].optionalString() ?? "")
    let ends = try state["selection"].ifPresent?.integers() ?? []
    if ends.count == 2, 0 <= ends[0], ends[0] <= ends[1], ends[1] <= field.textualRange.upperBound {
      field.selection = ends[0]..<ends[1]
    }
    title = try state["title"].optionalString() ?? settings.title
    let scope =
      try state["scope"].ifPresent?.integer(in: .min ... .max, expected: "a whole number") ?? 0
    scopeIndex = scopeTitles.indices.contains(scope) ? scope : 0
    isEnabled = try state["isEnabled"].ifPresent?.boolean() ?? true
    hasTyped = try state["hasTyped"].ifPresent?.boolean() ?? false
    let shows = state["shows"]
    _ = try shows.ifPresent?.keys()
    for part in ShownPart.allCases {
      assigned[part] = try shows[part.rawValue].ifPresent?.boolean()
    }
    searchSuggestions = try state["suggestions"].ifPresent?.array().map(Suggestion.init) ?? []
    let wasActive = try state["isActive"].ifPresent?.boolean() ?? false
    let hadFocus = try state["isFirstResponder"].ifPresent?.boolean() ?? false
    undoGroups = []
    isActive = false
    isFirstResponder = false
    pendingFocus = wasActive ? hadFocus : nil
  }

  /// Completes a restoration; the pending part is used only once.
  mutating func appear() -> SessionStep {
    guard let hasFocus = pendingFocus else { return SessionStep(.nothingToRestore) }
    pendingFocus = nil
    let step = activate(by: .app)
    // A user who was faster already has the focus, and keeps it.
    isFirstResponder = isFirstResponder || hasFocus
    return step
  }
}
