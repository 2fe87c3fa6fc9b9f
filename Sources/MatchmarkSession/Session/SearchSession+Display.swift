public import MatchmarkCore

/// The list that a person sees.
public enum VisibleList: String, Sendable, Hashable, Codable, CaseIterable {
  /// The list that the search began from; it shows results if there is no results list.
  case presenting
  /// The results list.
  case results
}

extension SearchSession {
  /// What the list shows; nothing while the search is inactive.
  ///
  /// - Parameter matchCount: the number of matching rows, if known.
  public func displayState(matchCount: Int? = nil) -> DisplayState {
    guard isActive else { return .none }
    let state = profile.displayState(of: query)
    let isWithoutRows = state == .results && matchCount == 0
    return isWithoutRows && settings.noMatch == .suggestions ? .suggestions : state
  }

  /// Whether the scope bar shows; never if there are fewer than two titles.
  public var showsScopeBar: Bool {
    guard scopeTitles.count >= 2 else { return false }
    if let isShown = assigned[.scopeBar] { return isShown }
    return switch settings.scopeBar {
    case .manual: false
    case .onActivation: isActive
    case .onTextEntry: isActive && hasTyped
    case .whenQueryNonEmpty: isActive && !field.isEmpty
    }
  }

  /// Whether the results list shows.
  public var showsResults: Bool {
    guard isActive else { return false }
    return assigned[.results] ?? (settings.results == .onActivation || !text.isEmpty)
  }

  /// Whether the cancel button shows.
  public var showsCancelButton: Bool { assigned[.cancelButton] ?? isActive }

  /// Whether the field is highlighted.
  public var isHighlighted: Bool { isActive && isFirstResponder }

  /// The list that a person sees.
  public var visibleList: VisibleList {
    settings.hasResultsList && showsResults ? .results : .presenting
  }
}
