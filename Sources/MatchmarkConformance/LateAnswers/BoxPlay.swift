import MatchmarkSession

/// Plays a schedule on a box in virtual time, and writes down every moment.
struct BoxPlay {
  private let entry: SearchBoxEntry
  private var box: any SearchBox
  private var trace: BoxTrace
  private var now = 0
  /// True from the first change on, until the search is cancelled, dismissed or ended.
  private var isSearching = false
  private var field = BoxQuery()
  private var display: BoxDisplay
  private var wakeAt: Int?
  private var searches: [BoxSearch] = []
  private var pressedRow: String?
  private var isAway = false
  private var savedState: String?
  private var life = 0
  private var epoch = 0

  /// The most answers and wakings after which a box must have settled.
  private static let settlingLimit = 200

  /// Returns everything that happens when a box lives through a schedule.
  ///
  /// - Complexity: O(steps × searches).
  static func trace(of entry: SearchBoxEntry, in schedule: BoxSchedule) -> BoxTrace {
    var play = BoxPlay(entry)
    for step in schedule.steps { play.play(step) }
    play.settle(inReverse: schedule.endsInReverse)
    return play.trace
  }

  private init(_ entry: SearchBoxEntry) {
    self.entry = entry
    box = entry.make(nil)
    display = box.display
    trace = BoxTrace(rules: entry.rules)
  }

  private var rules: BoxRules { entry.rules }

  private mutating func play(_ step: BoxSchedule.Step) {
    switch step {
    case .person(let event): if let event = playable(event) { tell(event) }
    case .wait(let time): advance(to: now + time)
    case .tick: if let wakeAt { advance(to: wakeAt) }
    case .answer(let search): answer(search) { _ in .whole }
    case .answerPage(let search): answer(search) { $0 > BoxBackend.pageSize ? .page : .whole }
    case .fail(let search):
      let canFail = rules.has(.failure)
      answer(search) { _ in canFail ? .failure : .whole }
    case .leave: leave()
    case .comeBack: comeBack()
    }
  }
}

// MARK: The person

extension BoxPlay {
  /// The event as this box can hear it now; nil if it lacks what is needed, or nothing would
  /// happen.
  private func playable(_ event: BoxEvent) -> BoxEvent? {
    guard !isAway, pressedRow == nil || event == .release else { return nil }
    switch event {
    case .type(let text), .paste(let text): return text.isEmpty ? nil : event
    case .backspace: return field.isEmpty || field.text.isEmpty && !hasTokens ? nil : event
    case .addToken(let token): return hasTokens && !field.tokens.contains(token) ? event : nil
    case .removeToken: return hasTokens && !field.tokens.isEmpty ? event : nil
    case .selectScope(let scope): return rules.has(.scopes) && scope != field.scope ? event : nil
    case .clear: return field.isEmpty ? nil : event
    case .cancel: return rules.has(.cancel) ? event : nil
    case .dismiss: return rules.has(.dismiss) ? event : nil
    case .submit: return rules.submit != nil && !field.isEmpty ? event : nil
    case .press(let row):
      guard rules.has(.choice), !display.rows.isEmpty else { return nil }
      return .press(min(row, display.rows.count - 1))
    case .release: return pressedRow == nil ? nil : event
    case .comeBack, .wake, .answer: return nil
    }
  }

  private var hasTokens: Bool { rules.has(.tokens) }

  /// Changes the field as the person sees it, before the box hears of it.
  private mutating func edit(_ event: BoxEvent) {
    if event.isChange { (field, isSearching) = (field.edited(by: event), true) }
    if event.isEnd { isSearching = false }
    if case .press(let row) = event { pressedRow = display.rows[row] }
  }

  private mutating func leave() {
    guard rules.has(.restoration), !isAway, pressedRow == nil else { return }
    savedState = box.savedState()
    isAway = true
    wakeAt = nil
    note(nil, BoxReaction(), before: display)
  }
}

// MARK: The backend and the clock

extension BoxPlay {
  private enum Portion { case whole, page, failure }

  /// Answers the search at a place among those that can still be answered, also cancelled ones,
  /// whose answers may be on their way.
  private mutating func answer(_ place: Int, _ portion: (_ rowCount: Int) -> Portion) {
    guard !isAway else { return }
    let open = searches.indices.filter { searches[$0].state.isOpen }
    guard !open.isEmpty else { return }
    let index = open[min(place, open.count - 1)]
    let rows = BoxBackend.rows(for: searches[index].query)
    var portion = portion(rows.count)
    // A page comes once, and only to a box that shows one.
    if portion == .page, !rules.has(.pages) || searches[index].state == .paged { portion = .whole }
    answer(index, portion, rows)
  }

  private mutating func answer(_ index: Int, _ portion: Portion, _ rows: [String]) {
    for row in rows { trace.queriesByRow[row] = searches[index].query }
    let answer: BoxAnswer
    switch portion {
    case .whole:
      searches[index].state = .answered
      answer = .rows(rows, total: rows.count, isComplete: true)
    case .page:
      searches[index].state = .paged
      let page = Array(rows.prefix(BoxBackend.pageSize))
      answer = .rows(page, total: rows.count, isComplete: false)
    case .failure:
      searches[index].state = .failed
      answer = .failure
    }
    tell(.answer(search: searches[index].number, answer), answering: index)
  }

  private mutating func advance(to time: Int) {
    for _ in 0..<Self.settlingLimit {
      guard let wakeAt, wakeAt <= time else { break }
      now = max(now, wakeAt)
      tell(.wake)
    }
    now = max(now, time)
  }

  private mutating func comeBack() {
    guard isAway else { return }
    isAway = false
    life += 1
    box = entry.make(savedState)
    display = box.display
    tell(.comeBack)
  }

  /// Answers everything that is left, and lets every timer run out.
  private mutating func settle(inReverse: Bool) {
    comeBack()
    if pressedRow != nil { tell(.release) }
    for _ in 0..<Self.settlingLimit {
      let open = searches.indices.filter { index in
        searches[index].state.isOpen && !searches[index].isCancelled
      }
      if let index = inReverse ? open.last : open.first {
        answer(index, .whole, BoxBackend.rows(for: searches[index].query))
      } else if let wakeAt {
        now = max(now, wakeAt)
        tell(.wake)
      } else {
        return
      }
    }
    trace.isSettled = false
  }
}

// MARK: Writing down

extension BoxPlay {
  private mutating func tell(_ event: BoxEvent, answering index: Int? = nil) {
    let before = display
    edit(event)
    let reaction = box.handle(event, at: now)
    display = box.display
    wakeAt = reaction.wakeAt
    let isOver = reaction.opened != nil || event.isEnd
    if isOver { epoch += 1 }
    for ask in reaction.asks {
      searches.append(BoxSearch(number: ask.search, query: ask.query, life: life, epoch: epoch))
    }
    for number in reaction.cancelled {
      for index in searches.indices where searches[index].number == number {
        searches[index].isCancelled = true
      }
    }
    note(event, reaction, before: before, answering: index)
    if event == .release || reaction.opened != nil { pressedRow = nil }
    // Each box decides which text is left in the field once a search has ended.
    if isOver { (field, isSearching) = (display.field, false) }
  }

  private mutating func note(
    _ event: BoxEvent?, _ reaction: BoxReaction, before: BoxDisplay, answering index: Int? = nil
  ) {
    let isSearching = isSearching && !isAway
    trace.moments.append(
      BoxMoment(
        time: now, event: event, isSearching: isSearching && reaction.opened == nil, field: field,
        target: isSearching && (!field.isEmpty || rules.has(.emptySearch)) ? field : nil,
        reaction: reaction, before: before, after: display, searches: searches, answered: index,
        life: life, epoch: epoch, pressedRow: pressedRow))
  }
}
