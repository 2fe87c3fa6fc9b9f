public import MatchmarkConformance
import MatchmarkCore
import MatchmarkSession

/// A way in which a search field is wrong, with the clause that it breaks.
public enum SessionFault: String, DeliberateFault {
  case updatesTwiceOnConversion
  case keepsTextOnConversion
  case lastRuleWins
  case comparesTriggersUnfolded
  case clearsThePasteboard
  case insertsSuggestionsFirst
  case cancelKeepsTokens
  case cancelForgetsTheScope
  case cancelIgnoresVetoes
  case restoresFocusWithoutSearch
  case restoresOnlyTheText
  case searchesWhileInactive
  case deletesProtectedTokens
  case copiesProtectedTokens
  case copiesUnknownTokens
  case ignoresVetoesOfChange
  case clampsScopes
  case staleAfterClearing
  case suggestionsSurviveTyping
  case dropsEqualTokens
  case hidesScopeBarWithText
  case searchKeyEndsTheSearch
  case noUpdateWhileComposing

  package var account: (clause: String, sentence: String) {
    switch self {
    case .updatesTwiceOnConversion: ("D23", "asks twice for results when typed text converts")
    case .keepsTextOnConversion: ("D14", "leaves the trigger in the field")
    case .lastRuleWins: ("T9", "lets the last conversion rule win")
    case .comparesTriggersUnfolded: ("T8", "compares triggers without folding")
    case .clearsThePasteboard: ("D18", "empties the pasteboard when it pastes")
    case .insertsSuggestionsFirst: ("T4", "puts a chosen suggestion before the other tokens")
    case .cancelKeepsTokens: ("D20", "keeps tokens when the search is cancelled")
    case .cancelForgetsTheScope: ("D20", "selects the first scope when the search is cancelled")
    case .cancelIgnoresVetoes: ("S16", "cancels although editing must not end")
    case .restoresFocusWithoutSearch: ("S17", "restores the focus when no search was active")
    case .restoresOnlyTheText: ("D19", "restores only the text")
    case .searchesWhileInactive: ("S1", "asks for results while inactive")
    case .deletesProtectedTokens: ("T11", "lets the person delete protected tokens")
    case .copiesProtectedTokens: ("T12", "copies tokens that may not be copied")
    case .copiesUnknownTokens: ("T13", "copies a token without a known value")
    case .ignoresVetoesOfChange: ("S16", "changes text that must not change")
    case .clampsScopes: ("T17", "selects the last scope for an index beyond it")
    case .staleAfterClearing: ("D17", "does not ask again when the text is cleared")
    case .suggestionsSurviveTyping: ("S19", "keeps suggestions while text is typed")
    case .dropsEqualTokens: ("D21", "drops a token that exists already")
    case .hidesScopeBarWithText: ("D7", "hides the scope bar when the text is cleared")
    case .searchKeyEndsTheSearch: ("S15", "ends the search at the search key")
    case .noUpdateWhileComposing: ("D26", "does not search composed text")
    }
  }

  /// The search field with the fault, as the conformance cases expect it.
  public var entry: SearchModelEntry {
    SearchModelEntry(id: id) { corpus, settings in
      FaultySearchField(self, session: SearchSession(for: corpus, settings: changed(settings)))
    }
  }

  /// Returns settings with the fault, for faults of the settings alone.
  private func changed(_ settings: SessionSettings) -> SessionSettings {
    var settings = settings
    switch self {
    case .lastRuleWins: settings.conversions.reverse()
    case .cancelIgnoresVetoes: settings.vetoes.remove(.shouldEnd)
    case .ignoresVetoesOfChange: settings.vetoes.remove(.shouldChange)
    case .deletesProtectedTokens: settings.allowsDeletingTokens = true
    case .copiesProtectedTokens: settings.allowsCopyingTokens = true
    default: break
    }
    return settings
  }
}

/// A search field that is right except for one fault.
struct FaultySearchField: SearchModel {
  private let fault: SessionFault
  private var session: SearchSession
  /// A change that the fault makes to the screen of a correct field.
  private var change: @Sendable (inout SessionSnapshot) -> Void = { _ in }
  private var text: String?

  init(_ fault: SessionFault, session: SearchSession) {
    self.fault = fault
    self.session = session
  }

  var query: SearchQuery {
    var query = session.query
    if let text { query.text = text }
    return query
  }

  mutating func step(
    _ event: SessionEvent, matchCount: Int?
  ) throws(SessionError) -> SessionStep {
    let before = session
    change = { _ in }
    text = nil
    var step = SessionStep()
    for event in events(insteadOf: event) {
      step = try session.step(event, matchCount: matchCount)
    }
    damage(&step, event, before)
    return step
  }

  func snapshot(after step: SessionStep, matchCount: Int?) -> SessionSnapshot {
    var snapshot = SessionSnapshot(of: session, after: step, matchCount: matchCount)
    change(&snapshot)
    return snapshot
  }

  /// Returns the events that the inner field gets in place of an event.
  private func events(insteadOf event: SessionEvent) -> [SessionEvent] {
    switch (fault, event) {
    case (.insertsSuggestionsFirst, .chooseSuggestion(let index))
    where session.candidates.indices.contains(index):
      [.insertToken(session.candidates[index], at: 0)]
    case (.cancelKeepsTokens, .cancel):
      [event] + session.tokens.map { .insertToken($0, at: nil) }
    case (.cancelForgetsTheScope, .cancel): [.selectScope(0), event]
    case (.clampsScopes, .selectScope(let index)):
      [.selectScope(min(index, session.scopeTitles.count - 1))]
    case (.suggestionsSurviveTyping, .type):
      [event, .setSuggestions(session.searchSuggestions)]
    case (.dropsEqualTokens, .insertToken(let token, _)) where session.tokens.contains(token):
      []
    case (.searchKeyEndsTheSearch, .search): [.deactivate]
    case (.comparesTriggersUnfolded, .setText(let text)) where text != text.lowercased():
      // Text that differs in case no longer converts; text composed in two halves never does.
      [.setText("?" + text), .select(session.tokens.count..<session.tokens.count + 1)]
    case (.restoresOnlyTheText, .restore):
      [event, .setSuggestions([]), .show(.scopeBar, nil), .setTitle("")]
    default: [event]
    }
  }

  /// Turns a correct step into that of the faulty field.
  private mutating func damage(
    _ step: inout SessionStep, _ event: SessionEvent, _ before: SearchSession
  ) {
    let converted =
      session.tokens.count > before.tokens.count && step.emitted.first == .shouldChange
    switch fault {
    case .updatesTwiceOnConversion where converted: step.emitted.append(.update)
    case .keepsTextOnConversion where converted:
      if case .setText(let typed) = event { keep(typed) }
    case .clearsThePasteboard:
      if case .paste = event { change = { $0.pasteboard = "" } }
    case .restoresFocusWithoutSearch:
      if event == .appear { change = { $0.firstResponder = true } }
    case .searchesWhileInactive:
      if !session.isActive && step.emitted.last == .textDidChange { step.emitted.append(.update) }
    case .copiesUnknownTokens:
      if event == .copy { change = { $0.pasteboard = #"{"plan":"garden"}"# } }
    case .staleAfterClearing where event == .setText(""):
      step.emitted.removeAll { $0 == .update }
    case .hidesScopeBarWithText where session.text.isEmpty:
      change = { $0.scopeBar = false }
    case .noUpdateWhileComposing:
      if case .markText = event { step.emitted.removeAll { $0 == .update } }
    default: break
    }
  }

  private mutating func keep(_ typed: String) {
    text = typed
    change = { $0.text = typed }
  }
}
