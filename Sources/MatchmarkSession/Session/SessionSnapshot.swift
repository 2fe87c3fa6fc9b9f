public import MatchmarkCore
package import MatchmarkJSON

/// The visible state of a search field, with the names used by case files and `session --json`.
public struct SessionSnapshot: Sendable, Hashable {
  /// The title of the view.
  public var title: String
  /// The text of the field.
  public var text: String
  /// The tokens of the field.
  public var tokens: [FieldToken]
  /// The first selected position and the position after the last one.
  public var selection: [Int]
  /// The first position that an input method is still composing and the one after the last; empty
  /// if there is none.
  public var marked: [Int]
  /// The index of the selected scope.
  public var scope: Int
  /// True if the search is active.
  public var active: Bool
  /// True if the field has the focus.
  public var firstResponder: Bool
  /// True if the field is highlighted.
  public var highlighted: Bool
  /// True if the user can use the search bar.
  public var enabled: Bool
  /// True if the scope bar is visible.
  public var scopeBar: Bool
  /// True if the results list is visible.
  public var resultsVisible: Bool
  /// True if the cancel button is visible.
  public var cancelButton: Bool
  /// The list that the user sees.
  public var list: VisibleList
  /// The content of the list.
  public var display: DisplayState
  /// The values in the suggestion list; empty if it is not visible.
  public var suggestions: [String]
  /// The app's own suggestions.
  public var searchSuggestions: [Suggestion]
  /// The content of the pasteboard.
  public var pasteboard: String
  /// The delegate calls, in order.
  public var emitted: [EmittedEvent]
  /// The reason why the event had no effect; empty if it had one.
  public var noEffect: String

  /// Creates the visible state of an inactive, empty field, from which a view model of your own can
  /// start.
  public init() {
    self.init(of: SearchSession(), after: SessionStep())
  }

  /// Creates the visible state of a session.
  ///
  /// - Parameter matchCount: the number of matching rows, if known.
  public init(of session: SearchSession, after step: SessionStep, matchCount: Int? = nil) {
    title = session.title
    text = session.text
    tokens = session.tokens
    selection = [session.field.selection.lowerBound, session.field.selection.upperBound]
    marked = session.field.markedRange.map { [$0.lowerBound, $0.upperBound] } ?? []
    scope = session.scopeIndex
    active = session.isActive
    firstResponder = session.isFirstResponder
    highlighted = session.isHighlighted
    enabled = session.isEnabled
    scopeBar = session.showsScopeBar
    resultsVisible = session.showsResults
    cancelButton = session.showsCancelButton
    list = session.visibleList
    display = session.displayState(matchCount: matchCount)
    suggestions = display == .suggestions ? session.candidates.map(\.shownTitle) : []
    searchSuggestions = session.searchSuggestions
    pasteboard = session.pasteboard.content
    emitted = step.emitted
    noEffect = step.noEffect?.description ?? ""
  }
}

extension SessionSnapshot: Encodable {
  /// Writes all fields.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  package var json: JSONValue {
    [
      "title": .string(title), "text": .string(text), "tokens": .array(tokens.map(\.json)),
      "selection": .list(selection), "marked": .list(marked), "scope": .integer(scope),
      "active": .boolean(active), "firstResponder": .boolean(firstResponder),
      "highlighted": .boolean(highlighted), "enabled": .boolean(enabled),
      "scopeBar": .boolean(scopeBar), "resultsVisible": .boolean(resultsVisible),
      "cancelButton": .boolean(cancelButton), "list": .string(list.rawValue),
      "display": .string(display.rawValue), "suggestions": .list(suggestions),
      "searchSuggestions": .array(searchSuggestions.map(\.json)),
      "pasteboard": .string(pasteboard), "emitted": .list(emitted.map(\.rawValue)),
      "noEffect": .string(noEffect),
    ]
  }
}

/// A model of a search field that can be checked against the conformance cases.
///
/// ``SearchSession`` is such a model. The view model of an app becomes one if it applies events and
/// reports the state that is then visible.
public protocol SearchModel {
  /// The current query.
  var query: SearchQuery { get }

  /// Applies an event; see ``SearchSession/step(_:matchCount:)``.
  mutating func step(
    _ event: SessionEvent, matchCount: Int?
  ) throws(SessionError) -> SessionStep

  /// Returns the visible state after an event.
  func snapshot(after step: SessionStep, matchCount: Int?) -> SessionSnapshot
}

extension SearchSession: SearchModel {
  /// Returns the visible state after an event.
  public func snapshot(after step: SessionStep, matchCount: Int?) -> SessionSnapshot {
    SessionSnapshot(of: self, after: step, matchCount: matchCount)
  }
}
