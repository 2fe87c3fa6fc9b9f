import MatchmarkSession

/// A search box that is written apart from the one of the library, with at most one fault.
struct FaultyBox: SearchBox {
  private struct Asked {
    let number: Int
    let query: BoxQuery
    var isOpen = true
    var isCancelled = false
    var hasFailed = false
  }

  private let rules: BoxRules
  private let fault: BoxFault?
  private var field = BoxQuery()
  private var isOn = false
  private var asked: [Asked] = []
  private var next = 1
  private var firstOfThisLife = 1
  private var timer: Int?
  /// The query that the timer was started for.
  private var timed = BoxQuery()
  private var rows: [String] = []
  private var rowsQuery: BoxQuery?
  /// The number of the search that the rows answer.
  private var rowsNumber = 0
  private var isWhole = false
  private var total = 0
  private var state = BoxDisplay.State.browse
  private var pressed: (place: Int, row: String)?
  private var isEntered = false
  private var out = BoxReaction()

  init(_ rules: BoxRules, _ fault: BoxFault?, restoring saved: String?) {
    (self.rules, self.fault) = (rules, fault)
    guard let saved else { return }
    let parts = saved.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    field = BoxQuery(
      fault == .restoresAnEmptyField ? "" : parts[0],
      tokens: parts[1].split(separator: ",").map(String.init), scope: Int(parts[2]) ?? 0)
    isOn = parts[3] == "on"
    (next, firstOfThisLife) = (Int(parts[4]) ?? 1, Int(parts[4]) ?? 1)
    if fault == .hearsItsEarlierLife {
      asked = (1..<next).map { Asked(number: $0, query: field) }
    }
    if query != nil { state = .loading }
  }

  func savedState() -> String? {
    let tokens = field.tokens.joined(separator: ",")
    return "\(field.text)|\(tokens)|\(field.scope)|\(isOn ? "on" : "off")|\(next)"
  }

  private var query: BoxQuery? { isOn && !field.isEmpty ? field : nil }

  var display: BoxDisplay {
    var count: Int? = state == .results ? total : state == .noMatch ? 0 : nil
    if fault == .countsAnEarlierAnswer, state == .results { count = lastTotal }
    return BoxDisplay(
      field, state, rows: rows,
      isStale: !rows.isEmpty && rowsQuery != query && fault != .marksNothing, count: count)
  }

  private var lastTotal = 0

  mutating func handle(_ event: BoxEvent, at time: Int) -> BoxReaction {
    out = BoxReaction()
    switch event {
    case .type(let text), .paste(let text):
      let isBusy = fault == .losesTheLastLetter && asked.contains { $0.isOpen }
      if !isBusy { field.text += text }
      changed(at: time)
    case .backspace:
      if field.text.isEmpty { _ = field.tokens.popLast() } else { field.text.removeLast() }
      changed(at: time, isSilent: fault == .staysSilentAfterBackspace)
    case .addToken(let token):
      field.tokens.append(token)
      changed(at: time)
    case .removeToken:
      _ = field.tokens.popLast()
      changed(at: time)
    case .selectScope(let scope):
      field.scope = scope
      changed(at: time, isSilent: fault == .ignoresScopes)
    case .clear:
      field = BoxQuery(scope: field.scope)
      changed(at: time)
    case .submit: enter()
    case .press(let place):
      isEntered = false
      pressed = (place, rows[place])
    case .release: release()
    case .cancel:
      field = BoxQuery(scope: field.scope)
      end()
    case .dismiss: end()
    case .comeBack: if query != nil, fault != .restoresWithoutAsking { ask() }
    case .wake: wake(at: time)
    case .answer(let number, let answer): hear(answer, number)
    }
    out.wakeAt = timer
    return out
  }

  // MARK: Asking

  private mutating func changed(at time: Int, isSilent: Bool = false) {
    isOn = true
    if fault != .opensForAnEarlierText { isEntered = false }
    guard let query else {
      if fault != .asksForClearedText { timer = nil }
      cancelAll()
      if fault != .keepsRowsOfAClearedField { (rows, rowsQuery) = ([], nil) }
      state = .browse
      return
    }
    timer = fault == .debounceEatsTheLastKey ? timer : nil
    let open = asked.last { $0.query == query && $0.isOpen && !$0.isCancelled }
    let rest = asked.first { $0.number == rowsNumber && $0.isOpen && !$0.isCancelled }
    if rowsQuery == query, isWhole || rest != nil {
      state = rows.isEmpty ? .noMatch : .results
      return
    }
    if fault == .remembersFailures, asked.contains(where: { $0.query == query && $0.hasFailed }) {
      state = .failed
      return
    }
    let isOld = fault == .showsNoSpinner && !rows.isEmpty
    state = isOld ? .results : fault == .flashesNoMatch ? .noMatch : .loading
    if open != nil, fault != .acceptsOnlyTheLastSearch { return }
    if isSilent { return }
    guard let debounce = rules.debounceInMilliseconds else { return ask() }
    if fault == .asksAtEveryKey { return ask() }
    if timer == nil { timed = query }
    timer = timer ?? time + debounce
  }

  private mutating func wake(at time: Int) {
    timer = fault == .wakesForever ? time + 1_000 : nil
    if fault == .wakesForever { return }
    if fault == .asksForClearedText, query == nil { ask(for: timed) } else { ask() }
  }

  private mutating func ask(for other: BoxQuery? = nil) {
    guard var query = other ?? query else { return }
    timer = nil
    if fault == .debounceEatsTheLastKey { query = timed }
    if fault == .asksWithoutTokens { query.tokens = [] }
    if !asked.isEmpty, fault != .cancelsNothing { cancelAll() }
    let openCount = asked.count { $0.isOpen && !$0.isCancelled && $0.number >= firstOfThisLife }
    if let limit = rules.inFlightLimit, openCount >= limit, fault != .asksTooOften { return }
    asked.append(Asked(number: next, query: query))
    out.asks.append(.init(search: next, query))
    next += 1
    if fault == .wakesForever { timer = 1_000 }
  }

  private mutating func cancelAll() {
    guard rules.has(.cancellation) else { return }
    for index in asked.indices where asked[index].isOpen && !asked[index].isCancelled {
      asked[index].isCancelled = true
      out.cancelled.append(asked[index].number)
    }
  }

  // MARK: Answers

  private mutating func hear(_ answer: BoxAnswer, _ number: Int) {
    guard let index = asked.firstIndex(where: { $0.number == number }) else { return }
    if case .rows(_, _, false) = answer {} else { asked[index].isOpen = false }
    let query = asked[index].query
    if fault == .asksForever, self.query != nil { ask() }
    if let right = self.query, shows(asked[index], right) {
      if case .rows = answer { rowsNumber = number }
      show(answer, to: query)
    } else if self.query == nil {
      showWithoutQuery(answer, to: query)
    } else if fault == .mixesPages, case .rows(let rest, _, true) = answer, !rows.isEmpty, !isWhole
    {
      rows += rest.dropFirst()
    } else if fault == .showsOldFailures, answer == .failure {
      state = .failed
    }
    let isWaiting = self.query != nil && self.query != rowsQuery && state == .loading
    let isAsked = asked.contains { $0.query == self.query && $0.isOpen }
    if isWaiting, !isAsked, rules.inFlightLimit != nil { ask() }
  }

  private func shows(_ search: Asked, _ right: BoxQuery) -> Bool {
    switch fault {
    case .showsTheLastAnswer: true
    case .showsAnswersToBeginnings: right.text.hasPrefix(search.query.text)
    case .showsCancelledAnswers: search.isCancelled || search.query == right
    case .acceptsOnlyTheLastSearch, .debounceEatsTheLastKey: search.number == asked.last?.number
    case .asksWithoutTokens: search.query.text == right.text
    default: !search.isCancelled && search.query == right
    }
  }

  private mutating func show(_ answer: BoxAnswer, to query: BoxQuery) {
    guard case .rows(let new, let total, let isWhole) = answer else {
      if let index = asked.lastIndex(where: { $0.query == query }) { asked[index].hasFailed = true }
      if fault == .dropsRowsOnFailure { (rows, rowsQuery) = ([], nil) }
      state = .failed
      return
    }
    let isRest = rowsQuery == query && !self.isWhole && !rows.isEmpty
    rows = fault == .appendsWholeAnswers && isRest ? rows + new : new
    (lastTotal, self.total, self.isWhole, rowsQuery) = (self.total, total, isWhole, query)
    state = rows.isEmpty ? .noMatch : .results
    if rows.isEmpty, fault == .awaitsEmptyAnswersForever { state = .loading }
    if isEntered, let row = rows.first { open(.row(row)) }
  }

  private mutating func showWithoutQuery(_ answer: BoxAnswer, to query: BoxQuery) {
    let isShown =
      switch fault {
      case .showsAnswersInAnEmptyField: isOn
      case .showsAnswersAfterCancel: !isOn && field.text.isEmpty
      case .showsAnswersAfterDismiss: !isOn && !field.text.isEmpty
      default: false
      }
    if isShown { show(answer, to: query) }
  }

  // MARK: Opening

  private mutating func enter() {
    if rules.submit == .text {
      let text = fault == .takesTheTextOfTheAnswer ? rowsQuery?.text ?? field.text : field.text
      if !text.isEmpty { open(.text(text)) }
      return
    }
    guard let query else { return }
    if let row = rows.first, rowsQuery == query && state == .results || fault == .opensAStaleRow {
      return open(.row(row))
    }
    if state == .noMatch { return }
    isEntered = fault != .forgetsEnter
    if timer != nil || state == .failed, fault != .debouncesEnter {
      state = .loading
      ask()
    }
  }

  private mutating func release() {
    guard let pressed else { return }
    switch fault {
    case .choosesByPlace: open(.row(rows.dropFirst(pressed.place).first ?? pressed.row))
    case .opensTheRowUnderThePointer: open(.row(rows.first ?? pressed.row))
    default: open(.row(pressed.row))
    }
  }

  private mutating func open(_ opening: BoxReaction.Opening) {
    out.opened = opening
    end()
  }

  private mutating func end() {
    cancelAll()
    (isOn, isEntered, timer, pressed) = (false, false, nil, nil)
    (rows, rowsQuery, state) = ([], nil, .browse)
  }
}
