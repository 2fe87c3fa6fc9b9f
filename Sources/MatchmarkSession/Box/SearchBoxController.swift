internal import MatchmarkJSON

/// The controller of a search box whose answers take time: the reference for the contract of late
/// answers, and ready to be used in an app.
///
/// It is a value without timers and tasks. The app hands in every event with its time, sends the
/// searches that are asked for, hands in their answers, and wakes it when it wants to be woken:
///
/// ```swift
/// var controller = SearchBoxController()
/// let reaction = controller.handle(.type("a"), at: now)
/// for ask in reaction.asks { send(ask.query, number: ask.search) }
/// if let time = reaction.wakeAt { wake(at: time) }
/// show(controller.display)
/// ```
public struct SearchBoxController: SearchBox {
  private let rules: BoxRules
  private var field = BoxQuery()
  private var isSearching = false
  /// The searches whose answers are awaited, the oldest first.
  private var pending: [BoxReaction.Ask] = []
  /// The time at which to ask; nil if nothing is to be asked, or only after another answer.
  private var dueAt: Int?
  /// True if the current query is to be asked as soon as another search is answered.
  private var isWaitingForRoom = false
  private var shown: Shown?
  private var state = BoxDisplay.State.browse
  private var pressedRow: String?
  /// True if the first row is to be opened once the current query is answered.
  private var isSubmitted = false
  private var lastSearch = 0

  private struct Shown {
    var query: BoxQuery
    /// The number of the search that was answered.
    var search: Int
    var rows: [String]
    var total: Int
    var isComplete: Bool
  }

  /// The rules of a controller with everything that the contract is about.
  public static let usualRules = BoxRules(
    features: Set(BoxRules.Feature.allCases).subtracting([.emptySearch]), submit: .queued,
    debounceInMilliseconds: 150)

  /// Creates a controller.
  ///
  /// - Parameters:
  ///   - rules: those that it follows; what they leave out, such as a debounce, it does not do.
  ///   - savedState: the state to restore before `comeBack`; one that cannot be read is ignored.
  public init(rules: BoxRules = SearchBoxController.usualRules, restoring savedState: String? = nil)
  {
    self.rules = rules
    if let savedState { restore(savedState) }
  }

  /// The content of the box that the person sees now.
  public var display: BoxDisplay {
    let count: Int? =
      switch state {
      case .results: shown?.total
      case .noMatch: 0
      default: nil
      }
    return BoxDisplay(
      field, state, rows: shown?.rows ?? [],
      isStale: shown.map { !$0.rows.isEmpty && $0.query != query } ?? false, count: count)
  }

  /// The query that is searched for; nil if none is.
  private var query: BoxQuery? {
    isSearching && (!field.isEmpty || rules.has(.emptySearch)) ? field : nil
  }

  /// Handles an event; see ``SearchBox/handle(_:at:)``.
  ///
  /// - Complexity: O(searches in flight + rows of the answer).
  public mutating func handle(_ event: BoxEvent, at time: Int) -> BoxReaction {
    var reaction = BoxReaction()
    switch event {
    case .type, .paste, .backspace, .addToken, .removeToken, .selectScope, .clear:
      change(to: field.edited(by: event), at: time, &reaction)
    case .submit: submit(&reaction)
    case .press(let row):
      // A person who points at a row no longer wants the first one.
      isSubmitted = false
      pressedRow = (shown?.rows ?? []).dropFirst(row).first
    case .release: release(&reaction)
    case .cancel:
      field = field.edited(by: event)
      end(&reaction)
    case .dismiss: end(&reaction)
    case .comeBack: if query != nil { ask(&reaction) }
    case .wake: if let dueAt, time >= dueAt { ask(&reaction) }
    case .answer(let search, let answer): hear(answer, to: search, &reaction)
    }
    reaction.wakeAt = dueAt
    return reaction
  }
}

// MARK: Asking

extension SearchBoxController {
  private mutating func change(
    to edited: BoxQuery, at time: Int, _ reaction: inout BoxReaction
  ) {
    guard edited != field else { return }
    field = edited
    (isSearching, isSubmitted, isWaitingForRoom, dueAt) = (true, false, false, nil)
    guard let query else {
      abandonAll(&reaction)
      (shown, state) = (nil, .browse)
      return
    }
    if let shown, shown.query == query, shown.isComplete || awaits(shown.search) {
      state = shown.rows.isEmpty ? .noMatch : .results
      return
    }
    // Never "no match" for a query that was not answered.
    state = .loading
    // The answer to an equal query is the right one, whenever it was asked for.
    if pending.contains(where: { $0.query == query }) { return }
    guard let debounce = rules.debounceInMilliseconds else { return ask(&reaction) }
    dueAt = time + debounce
  }

  private mutating func ask(_ reaction: inout BoxReaction) {
    dueAt = nil
    guard let query, !pending.contains(where: { $0.query == query }) else { return }
    state = .loading
    abandonAll(&reaction)
    if let limit = rules.inFlightLimit, pending.count >= limit {
      isWaitingForRoom = true
      return
    }
    isWaitingForRoom = false
    lastSearch += 1
    let ask = BoxReaction.Ask(search: lastSearch, query)
    pending.append(ask)
    reaction.asks.append(ask)
  }

  /// Cancels everything that is awaited, if searches can be cancelled.
  private mutating func abandonAll(_ reaction: inout BoxReaction) {
    guard rules.has(.cancellation) else { return }
    reaction.cancelled += pending.map(\.search)
    pending = []
  }

  private mutating func end(_ reaction: inout BoxReaction) {
    abandonAll(&reaction)
    (isSearching, isSubmitted, isWaitingForRoom, dueAt) = (false, false, false, nil)
    (shown, state, pressedRow) = (nil, .browse, nil)
  }
}

// MARK: Answers

extension SearchBoxController {
  private mutating func hear(
    _ answer: BoxAnswer, to search: Int, _ reaction: inout BoxReaction
  ) {
    guard let place = pending.firstIndex(where: { $0.search == search }) else { return }
    let asked = pending[place].query
    var isOver = true
    if case .rows(_, _, let isComplete) = answer { isOver = isComplete }
    if isOver { pending.remove(at: place) }
    if asked == query { show(answer, to: search, &reaction) }
    if isOver, isWaitingForRoom, query != nil { ask(&reaction) }
  }

  private func awaits(_ search: Int) -> Bool { pending.contains { $0.search == search } }

  private mutating func show(
    _ answer: BoxAnswer, to search: Int, _ reaction: inout BoxReaction
  ) {
    guard let query else { return }
    switch answer {
    case .failure: state = .failed
    case .rows(let rows, let total, let isComplete):
      shown = Shown(
        query: query, search: search, rows: rows, total: total, isComplete: isComplete)
      state = rows.isEmpty ? .noMatch : .results
      if isSubmitted { openFirstRow(&reaction) }
    }
  }
}

// MARK: Opening

extension SearchBoxController {
  private mutating func submit(_ reaction: inout BoxReaction) {
    switch rules.submit {
    case nil: return
    case .text:
      guard !field.text.isEmpty else { return }
      reaction.opened = .text(field.text)
      end(&reaction)
    case .queued, .row:
      guard let query else { return }
      if let shown, shown.query == query, state == .results { return openFirstRow(&reaction) }
      guard state != .noMatch else { return }
      isSubmitted = rules.submit == .queued
      if dueAt != nil || state == .failed { ask(&reaction) }
    }
  }

  private mutating func openFirstRow(_ reaction: inout BoxReaction) {
    isSubmitted = false
    guard let row = shown?.rows.first else { return }
    reaction.opened = .row(row)
    end(&reaction)
  }

  private mutating func release(_ reaction: inout BoxReaction) {
    guard let row = pressedRow else { return }
    reaction.opened = .row(row)
    end(&reaction)
  }
}

// MARK: Saving

extension SearchBoxController {
  /// The field, whether it is searched for, and the number of the last search, as JSON.
  public func savedState() -> String? {
    let state: JSONValue = [
      "text": .string(field.text), "tokens": .list(field.tokens), "scope": .integer(field.scope),
      "isSearching": .boolean(isSearching), "lastSearch": .integer(lastSearch),
    ]
    return state.sorted().text
  }

  private mutating func restore(_ savedState: String) {
    guard let tree = try? JSONValue(text: Array(savedState.utf8)) else { return }
    let state = SessionField(tree, of: ())
    field = BoxQuery(
      (try? state["text"].string()) ?? "", tokens: (try? state["tokens"].strings()) ?? [],
      scope: (try? state["scope"].integer(in: 0 ... .max, expected: "a scope")) ?? 0)
    isSearching = (try? state["isSearching"].boolean()) ?? false
    lastSearch =
      (try? state["lastSearch"].integer(in: 0 ... .max, expected: "a number of searches")) ?? 0
    self.state = query == nil ? .browse : .loading
  }
}
