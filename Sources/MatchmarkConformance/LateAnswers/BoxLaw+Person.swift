import MatchmarkSession

// MARK: Opening

extension BoxLaw {
  static let choice = BoxLaw(
    "A3",
    "The row that was shown when the press began is opened, even if it has been replaced since.",
    lacks: \.lackOfChoice, when: \.isChoice
  ) { moment, _ in
    guard let row = moment.pressedRow, moment.isChoice, moment.reaction.opened != .row(row)
    else { return nil }
    return "it opens \(text(moment.reaction.opened)), expected '\(row)', on which the press began"
  }

  static let submit = BoxLaw(
    "A4",
    "Enter acts on the text that stands in the field, as declared, and never opens a row of "
      + "another query.",
    lacks: \.lackOfSubmit, when: \.isSubmit
  ) { trace in
    var queued: BoxQuery?
    for (index, moment) in trace.moments.enumerated() {
      if let text = wrongOpening(moment, trace, queued: queued) {
        return Complaint(moment: index, text: text)
      }
      if moment.isSubmit, trace.rules.submit == .queued { queued = moment.query }
      let isOver = moment.isChange || moment.pressedRow != nil
      if isOver || moment.query == nil || moment.query != queued { queued = nil }
    }
    return nil
  }

  /// - Parameter queued: the query whose first row is to be opened once it is there.
  private static func wrongOpening(
    _ moment: BoxMoment, _ trace: BoxTrace, queued: BoxQuery?
  ) -> String? {
    guard moment.pressedRow == nil else { return nil }
    let opened = moment.reaction.opened
    let (expected, isRequired) = opening(at: moment, trace, queued: queued)
    if opened == expected || opened == nil && !isRequired { return nil }
    let field = "while the field holds \(moment.field)"
    return "it opens \(text(opened)) \(field), expected \(text(expected))"
  }

  /// Returns the row or text that may be opened without a press; it is required if it must be.
  private static func opening(
    at moment: BoxMoment, _ trace: BoxTrace, queued: BoxQuery?
  ) -> (BoxReaction.Opening?, isRequired: Bool) {
    if moment.isSubmit {
      guard trace.rules.submit != .text else {
        return (.text(moment.field.text), !moment.field.text.isEmpty)
      }
      guard let target = moment.target, trace.shownQuery(moment.before) == target,
        let first = moment.before.rows.first
      else { return (nil, true) }
      return (.row(first), moment.before.state == .results)
    }
    guard case .answer(_, .rows(let rows, _, _))? = moment.event, let search = moment.heard,
      let first = rows.first, let queued, queued == moment.target, search.query == queued,
      search.life == moment.life
    else { return (nil, true) }
    // A box may have given up what was asked before a cancel or a dismissal.
    let epoch = moment.reaction.opened == nil ? moment.epoch : moment.epoch - 1
    return (.row(first), search.epoch == epoch)
  }

  private static func text(_ opening: BoxReaction.Opening?) -> String {
    switch opening {
    case .row(let row): "'\(row)'"
    case .text(let text): "the text \(text.debugDescription)"
    case nil: "nothing"
    }
  }
}

// MARK: Ends

extension BoxLaw {
  static let empty = BoxLaw(
    "A5",
    "While nothing is searched for, because the field is empty or the search was cancelled or "
      + "dismissed, answers are ignored and nothing is asked for.",
    when: \.isIdleAnswer
  ) { moment, _ in
    if moment.query == nil, moment.reaction.opened == nil, let ask = moment.asks.first {
      return "it asks for \(ask.query) \(why(moment))"
    }
    guard moment.isIdleAnswer else { return nil }
    return changed(moment, why(moment))
  }

  /// The reason why nothing is searched for.
  private static func why(_ moment: BoxMoment) -> String {
    moment.field.isEmpty ? "while the field is empty" : "although the search has ended"
  }

  static let restored = BoxLaw(
    "A13",
    "A box that was saved while it was loading shows the same text when it is restored, asks "
      + "again, and ignores answers to the searches of its earlier life.",
    lacks: \.lackOfRestoration, when: \.isRestored
  ) { trace in
    var hasChanged = false
    for (index, moment) in trace.moments.enumerated() where moment.isRestored {
      hasChanged = moment.event != .comeBack && (hasChanged || moment.isChange)
      if let text = wrongRestoration(moment, trace.rules, hasChanged: hasChanged) {
        return Complaint(moment: index, text: text)
      }
    }
    return nil
  }

  private static func wrongRestoration(
    _ moment: BoxMoment, _ rules: BoxRules, hasChanged: Bool
  ) -> String? {
    if moment.event == .comeBack, let text = wrongField(moment, rules) { return text }
    if let index = moment.answered, moment.searches[index].life < moment.life {
      return changed(moment, "to a search before the restoration")
    }
    guard let query = moment.query, !hasChanged, moment.isIdle, moment.current.isEmpty else {
      return nil
    }
    return "it was restored with \(query) and did not ask again"
  }

  /// Says how an answer that must be ignored changed the display; nil if it did not.
  private static func changed(_ moment: BoxMoment, _ why: String) -> String? {
    guard moment.after != moment.before else { return nil }
    return "it shows \(content(moment.after)) after an answer \(why), expected "
      + content(moment.before)
  }
}

// MARK: Failures

extension BoxLaw {
  static let failures = BoxLaw(
    "A7",
    "Only a failure of the current query is shown; the rows that were there stay; and asking again "
      + "recovers.",
    lacks: \.lackOfFailure, when: \.isFailure
  ) { trace in
    /// By the index of a search, the moment of its failure.
    var failedAt: [Int: Int] = [:]
    var (query, since) = (BoxQuery?.none, 0)
    for (index, moment) in trace.moments.enumerated() {
      if moment.query != query { (query, since) = (moment.query, index) }
      if moment.isFailure, let search = moment.answered { failedAt[search] = index }
      let text = wrongFailure(moment) ?? unrecovered(moment, failedAt, since: since)
      if let text { return Complaint(moment: index, text: text) }
    }
    return nil
  }

  private static func wrongFailure(_ moment: BoxMoment) -> String? {
    let isFailed = moment.current.contains { $0.state == .failed }
    if moment.after.state == .failed, !isFailed, !moment.keeps(.failed) {
      return "it says that the search failed, and no search for the current query did"
    }
    guard moment.isFailure, let index = moment.answered, moment.query != nil,
      moment.searches[index].query == moment.query, moment.after.rows != moment.before.rows,
      moment.current.contains(where: { $0.number == moment.searches[index].number })
    else { return nil }
    return "it shows \(content(moment.after)) after the failure, expected that "
      + "\(list(moment.before.rows)) stays"
  }

  /// - Parameters:
  ///   - failedAt: the moments of the failures so far, by search.
  ///   - since: the moment since which the query is the current one.
  private static func unrecovered(
    _ moment: BoxMoment, _ failedAt: [Int: Int], since: Int
  ) -> String? {
    guard let query = moment.query, moment.isIdle, !moment.current.isEmpty,
      moment.current.allSatisfy({ $0.state == .failed })
    else { return nil }
    let failures = moment.searches.indices.filter { moment.searches[$0].query == query }
      .compactMap { failedAt[$0] }
    guard let last = failures.max(), last < since else { return nil }
    return "it does not ask again for \(query), whose search failed before it was typed again"
  }
}

// MARK: Asking

extension BoxLaw {
  static let facets = BoxLaw(
    "A8", "A change of tokens or scope is a new query, as a change of the text is.",
    lacks: \.lackOfFacets, when: \.isFacetChange
  ) { trace in
    var isAboutFacets = false
    for (index, moment) in trace.moments.enumerated() {
      if moment.isChange { isAboutFacets = moment.isFacetChange }
      guard let query = moment.query else { continue }
      if let ask = moment.asks.first(where: { $0.query != query && $0.query.text == query.text }) {
        return Complaint(moment: index, text: text(of: ask, for: query))
      }
      guard isAboutFacets, moment.isIdle, moment.life == 0 || !moment.current.isEmpty,
        !moment.current.contains(where: { $0.state == .failed }),
        let text = wrongContent(moment, trace.rules)
      else { continue }
      return Complaint(moment: index, text: text)
    }
    return nil
  }

  static let debounced = BoxLaw(
    "A9",
    "While typing goes on, a box with a debounce asks at most once in that time; it always asks "
      + "for the last text; and Enter asks at once where it waits for the answer.",
    lacks: \.lackOfDebounce, when: \.isTyping
  ) { trace in
    var (last, isPlain) = (Int?.none, true)
    for (index, moment) in trace.moments.enumerated() {
      if !moment.isTyping, moment.event != .wake, !moment.isAnswer {
        isPlain = false
      }
      if let text = hasty(moment, trace.rules, last: isPlain ? last : nil) ?? unasked(moment, trace)
      {
        return Complaint(moment: index, text: text)
      }
      if !moment.asks.isEmpty { (last, isPlain) = (moment.time, true) }
    }
    return nil
  }

  /// - Parameter last: the time of the last ask, if there was only typing since then.
  private static func hasty(_ moment: BoxMoment, _ rules: BoxRules, last: Int?) -> String? {
    guard let ask = moment.asks.first, let debounce = rules.debounceInMilliseconds else {
      return nil
    }
    if let query = moment.query, ask.query.text != query.text {
      return text(of: ask, for: query)
    }
    guard let last, moment.time - last < debounce else { return nil }
    return "it asks for \(ask.query) \(moment.time - last) ms after it asked before, expected at "
      + "least \(debounce) ms while typing goes on"
  }

  private static func unasked(_ moment: BoxMoment, _ trace: BoxTrace) -> String? {
    guard let query = moment.query, moment.current.isEmpty else { return nil }
    // A box that opens only what is there need not hurry.
    if moment.isSubmit, trace.rules.submit == .queued {
      let awaited = moment.searches.filter { moment.isAwaited($0) }.count
      let isFull = trace.rules.inFlightLimit.map { awaited >= $0 } ?? false
      return isFull ? nil : "it does not ask for \(query) on Enter"
    }
    return moment.isIdle ? "it awaits nothing, and no search for \(query) was asked for" : nil
  }

  static let inFlight = BoxLaw(
    "A10",
    "No more searches are in flight than declared; what is superseded is cancelled; and the answer "
      + "to a cancelled search is ignored.",
    lacks: \.lackOfLimits, when: \.hasSeveralSearches
  ) { moment, trace in
    let awaited = moment.searches.filter { moment.isAwaited($0) }
    if let limit = trace.rules.inFlightLimit, awaited.count > limit {
      return "\(awaited.count) searches are in flight, expected at most \(limit)"
    }
    guard trace.rules.has(.cancellation) else { return nil }
    if let ask = moment.asks.last, let old = awaited.first(where: { $0.query != ask.query }) {
      return "it asks for \(ask.query) and does not cancel the search for \(old.query)"
    }
    guard moment.answered != nil, moment.heard == nil else { return nil }
    return changed(moment, "to a search that it had cancelled")
  }

  static let settled = BoxLaw(
    "A15",
    "Once every search is answered or has failed, the box settles: it no longer asks or waits.",
    when: \.isAnswer
  ) { trace in
    trace.isSettled
      ? nil
      : Complaint(
        moment: trace.moments.count - 1,
        text: "it still asks or waits after many answers, expected that it settles")
  }
}

// MARK: Words

extension BoxLaw {
  /// The content of a display in words: `ab-1, ab-2 (loading)`.
  static func content(_ display: BoxDisplay) -> String {
    let state = display.state == .results ? "" : " (\(display.state.rawValue))"
    return (display.rows.isEmpty ? "no row" : list(display.rows)) + state
  }

  static func list(_ rows: [String]) -> String {
    rows.isEmpty ? "no row" : rows.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// A search for another query than the one that should be asked for, in words.
  static func text(of ask: BoxReaction.Ask, for query: BoxQuery) -> String {
    "it asks for \(ask.query) while the field holds \(query)"
  }
}

extension BoxEvent {
  var isAnswer: Bool { if case .answer = self { true } else { false } }

  var isFailure: Bool { if case .answer(_, .failure) = self { true } else { false } }

  /// True if the person ends the search.
  var isEnd: Bool { self == .cancel || self == .dismiss }

  /// True if the person changes text, tokens or scope.
  var isChange: Bool { isTyping || isFacetChange || self == .clear }

  var isFacetChange: Bool {
    switch self {
    case .addToken, .removeToken, .selectScope: true
    default: false
    }
  }

  /// True if the text changes, letter by letter or at once.
  var isTyping: Bool {
    switch self {
    case .type, .paste, .backspace: true
    default: false
    }
  }
}
