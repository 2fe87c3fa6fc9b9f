internal import MatchmarkJSON
internal import MatchmarkSession

/// A part of a search field that a model may lack, such as the tokens.
///
/// Cases that need a part are skipped by name for a model that lacks it, and the state of the part
/// is not compared.
public enum SearchModelPart: String, Sendable, Hashable, CaseIterable {
  /// Tokens, typed text that becomes one, and the list of tokens that are suggested.
  case tokens
  /// The scopes and their bar.
  case scopes
  /// The selection and the caret.
  case selection
  /// Text that an input method is composing.
  case composition
  /// Copying, cutting and pasting.
  case pasteboard
  /// Undoing.
  case undo
  /// The app's own suggestions, such as earlier searches.
  case suggestions
  /// The calls of a delegate and their order.
  case delegateCalls
  /// Everything apart from text and rows that the user sees: activity, focus, lists and buttons. A
  /// model without it is always searching, and gets no event `activate`.
  case presentation
  /// Saving the state, and restoring it.
  case restoration
  /// The title of the view.
  case title
  /// Taps on rows.
  case taps
  /// Refusing an impossible event, such as a text that is too long, with a named error.
  case errors

  /// The name in messages.
  var name: String {
    switch self {
    case .undo: "undoing"
    case .delegateCalls: "delegate calls"
    case .presentation: "a presentation"
    case .taps: "taps on rows"
    case .errors: "errors for impossible events"
    default: rawValue
    }
  }

  /// The fields of a snapshot that show it.
  var fields: Set<String> {
    switch self {
    case .tokens: ["tokens", "suggestions"]
    case .scopes: ["scope", "scopeBar"]
    case .selection: ["selection"]
    case .composition: ["marked"]
    case .pasteboard: ["pasteboard"]
    case .undo, .restoration, .taps: []
    case .suggestions: ["searchSuggestions"]
    case .delegateCalls: ["emitted"]
    case .presentation:
      [
        "active", "firstResponder", "highlighted", "enabled", "resultsVisible", "cancelButton",
        "list", "display", "emitted",
      ]
    case .title: ["title"]
    case .errors: ["error"]
    }
  }

  /// The names of the events that need it.
  var events: Set<String> {
    switch self {
    case .tokens: ["insert-token", "remove-token", "convert-text", "choose-suggestion", "paste"]
    case .scopes: ["select-scope", "set-shows-scope-bar"]
    case .selection: ["select"]
    case .composition: ["mark-text", "unmark-text"]
    case .pasteboard: ["copy", "cut", "paste"]
    case .undo: ["undo"]
    case .suggestions: ["set-suggestions", "choose-search-suggestion"]
    case .delegateCalls, .errors: []
    case .presentation:
      [
        "deactivate", "search", "end-editing", "cancel", "tap-button", "set-enabled",
        "set-shows-results", "set-shows-cancel-button", "set-shows-scope-bar",
      ]
    case .restoration: ["save", "restore", "appear"]
    case .title: ["set-title"]
    case .taps: ["tap-row"]
    }
  }

  /// The settings of a session that need it.
  var settings: Set<String> {
    switch self {
    case .tokens:
      [
        "tokens", "conversions", "allowsDeletingTokens", "allowsCopyingTokens", "suppliesPayloads",
        "noMatch",
      ]
    case .scopes: ["scopeBar"]
    case .delegateCalls: ["vetoes", "presentsItself"]
    case .presentation: ["vetoes", "results", "hasResultsList"]
    default: []
    }
  }
}

extension Set<SearchModelPart> {
  private var inOrder: [SearchModelPart] { SearchModelPart.allCases.filter(contains) }

  /// Returns true if a field of a snapshot shows a part of these.
  func hides(_ field: String) -> Bool { contains { $0.fields.contains(field) } }

  /// Returns the reason why a case cannot be asked of a model that lacks these; nil if it can.
  func reason(toSkip script: CaseScript) -> String? {
    let events = script.steps.compactMap { step -> String? in
      guard case .string(let name)? = step.event.values["event"] else { return nil }
      return name
    }
    for part in inOrder {
      if let event = events.first(where: part.events.contains) {
        return "the model lacks \(part.name), which the event '\(event)' needs"
      }
      if let setting = script.settings.values.keys.sorted().first(where: part.settings.contains) {
        return "the model lacks \(part.name), which the setting '\(setting)' needs"
      }
    }
    if contains(.errors), script.steps.contains(where: \.expectsError) {
      return "the model lacks \(SearchModelPart.errors.name), and the case expects one"
    }
    if contains(.presentation), events.first != "activate" {
      return "the model lacks a presentation, and the case begins without a search"
    }
    guard !isEmpty, script.steps.allSatisfy({ $0.expected.keys.allSatisfy(hides) }) else {
      return nil
    }
    return "the model lacks \(inOrder.map(\.name).joined(separator: ", ")), and the case compares "
      + "nothing else"
  }

  /// Returns what a model that lacks these can play of a session.
  func playable(_ session: RandomSession) -> RandomSession {
    guard !isEmpty else { return session }
    var settings = session.settings
    if contains(.tokens) { (settings.tokens, settings.conversions) = ([], []) }
    if contains(.delegateCalls) || contains(.presentation) { settings.vetoes = [] }
    var events = session.events.filter { event in !contains { $0.events.contains(event.name) } }
    if contains(.presentation) {
      events.removeAll(where: \.isActivation)
      events.insert(.activate(by: .user), at: 0)
    }
    return session.playing(events, under: settings)
  }
}

extension CaseStep {
  fileprivate var expectsError: Bool { expected["error"].map { $0 != .null } ?? false }
}

extension SessionEvent {
  var isActivation: Bool {
    if case .activate = self { true } else { false }
  }
}
