import FoundationEssentials
import MatchmarkCore

/// The restorable state as JSON; missing keys have their defaults, and unknown keys are ignored.
struct SessionArchive: Codable {
  static let currentVersion = 1

  var version: Int?
  var title: String?
  var text: String?
  var tokens: [FieldToken]?
  /// The first selected position and the position after the last.
  var selection: [Int]?
  var scope: Int?
  var isActive: Bool?
  var isFirstResponder: Bool?
  var isEnabled: Bool?
  var hasTyped: Bool?
  /// The assigned parts, by name.
  var shows: [String: Bool]?
  var suggestions: [Suggestion]?

  /// The selected positions, if they are a range.
  var selectedRange: Range<Int>? {
    guard let selection, selection.count == 2, 0 <= selection[0], selection[0] <= selection[1]
    else { return nil }
    return selection[0]..<selection[1]
  }

  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension SessionArchive {
  /// Reads a saved state.
  ///
  /// - Throws: ``SessionError`` if it is not a state, is of a later version, or is over a limit.
  init(reading state: String) throws(SessionError) {
    if let offence = JSONBounds.offence(in: Array(state.utf8)) {
      throw .unreadableState(offence.message)
    }
    do { self = try JSONDecoder().decode(SessionArchive.self, from: Data(state.utf8)) } catch {
      throw .unreadableState(DecodingReason.of(error))
    }
    if let version, version > Self.currentVersion {
      throw .unreadableState("got version \(version), expected \(Self.currentVersion) at most")
    }
    let sizeInBytes = text?.utf8.count ?? 0
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
    let count = tokens?.count ?? 0
    guard count <= SearchLimits.tokenCount else { throw .tooManyTokens(count) }
  }
}

extension SearchSession {
  /// Saves everything that a person would miss in ``savedState``; the pasteboard is the
  /// system's, and marked text counts as text.
  mutating func save() {
    let archive = SessionArchive(
      version: SessionArchive.currentVersion, title: title, text: text, tokens: tokens,
      selection: [field.selection.lowerBound, field.selection.upperBound], scope: scopeIndex,
      isActive: isActive || pendingFocus != nil,
      isFirstResponder: pendingFocus ?? isFirstResponder,
      isEnabled: isEnabled, hasTyped: hasTyped,
      shows: Dictionary(uniqueKeysWithValues: assigned.map { ($0.rawValue, $1) }),
      suggestions: searchSuggestions)
    savedState = try? archive.encoded()
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
    pendingFocus = archive.isActive == true ? archive.isFirstResponder ?? false : nil
    return SessionStep()
  }

  /// Completes a restoration; the pending part is used once.
  mutating func appear() -> SessionStep {
    guard let hasFocus = pendingFocus else { return SessionStep(.nothingToRestore) }
    pendingFocus = nil
    let step = activate(by: .app)
    // A person who was faster already has the focus, and keeps it.
    isFirstResponder = isFirstResponder || hasFocus
    return step
  }
}
