import MatchmarkSession

/// A clause of the contract of late answers, as a check of everything that one box lived through.
struct BoxLaw: Sendable {
  /// A broken clause: the moment at which it shows, and what was seen.
  struct Complaint {
    let moment: Int
    let text: String
  }

  let id: String
  let sentence: String
  /// Returns the reason why a box with some rules is not held to the clause; nil if it is.
  let lacks: @Sendable (BoxRules) -> String?
  /// True if a trace has anything that the clause is about.
  let concerns: @Sendable (BoxTrace) -> Bool
  let complaint: @Sendable (BoxTrace) -> Complaint?

  /// - Parameter concerns: a moment that the clause is about.
  init(
    _ id: String, _ sentence: String,
    lacks: @escaping @Sendable (BoxRules) -> String? = \.lackOfNothing,
    when concerns: @escaping @Sendable (BoxMoment) -> Bool,
    complaint: @escaping @Sendable (BoxTrace) -> Complaint?
  ) {
    (self.id, self.sentence, self.lacks) = (id, sentence, lacks)
    (self.concerns, self.complaint) = ({ $0.moments.contains(where: concerns) }, complaint)
  }

  /// A clause about each moment on its own.
  init(
    _ id: String, _ sentence: String,
    lacks: @escaping @Sendable (BoxRules) -> String? = \.lackOfNothing,
    when concerns: @escaping @Sendable (BoxMoment) -> Bool,
    each complaint: @escaping @Sendable (BoxMoment, BoxTrace) -> String?
  ) {
    self.init(id, sentence, lacks: lacks, when: concerns) { trace in
      for (index, moment) in trace.moments.enumerated() {
        if let text = complaint(moment, trace) { return Complaint(moment: index, text: text) }
      }
      return nil
    }
  }

  /// The clauses in the order in which a box is held to them.
  ///
  /// Of several that one moment breaks, the first one is named: what is special comes before what
  /// follows from it.
  static let all: [BoxLaw] = [
    choice, submit, empty, restored, failures, pages, inFlight, overtaken, equalQuery, loading,
    facets, debounced, settled, answered,
  ]

  /// The clauses by their numbers.
  static let inOrder = all.sorted { ($0.id.count, $0.id) < ($1.id.count, $1.id) }
}

// MARK: Showing answers

extension BoxLaw {
  static let overtaken = BoxLaw(
    "A1",
    "The answer to an older query is not shown after the answer to a later one, unless its query "
      + "is the current one.",
    when: \.hasSeveralSearches
  ) { trace in
    var places: [BoxQuery: Int] = [:]
    var (last, lastShown, life) = (BoxQuery?.none, 0, 0)
    for (index, moment) in trace.moments.enumerated() {
      if moment.life != life { (life, lastShown) = (moment.life, 0) }
      if let query = moment.query, query != last { places[query] = places.count + index + 1 }
      last = moment.query
      guard let shown = trace.shownQuery(moment.after), let place = places[shown] else { continue }
      if place < lastShown, shown != moment.query {
        return Complaint(
          moment: index,
          text:
            "it shows \(list(moment.after.rows)) for \(shown) after an answer to a later query; "
            + "the field holds \(moment.field)")
      }
      lastShown = max(lastShown, place)
    }
    return nil
  }

  static let answered = BoxLaw(
    "A2",
    "Once nothing is awaited, exactly the answer to the current query is shown, or its failure, or "
      + "nothing if nothing is searched for.",
    when: \.isIdle
  ) { moment, trace in
    guard moment.event != nil else { return nil }
    if let text = wrongField(moment, trace.rules) { return text }
    if let query = moment.query, let ask = moment.asks.first(where: { $0.query != query }) {
      return text(of: ask, for: query)
    }
    return moment.isIdle ? wrongContent(moment, trace.rules) : nil
  }

  static func wrongField(_ moment: BoxMoment, _ rules: BoxRules) -> String? {
    guard moment.isSearching else { return nil }
    let (shown, expected) = (moment.after.field, moment.field)
    let isRight =
      shown.text == expected.text
      && (!rules.has(.tokens) || shown.tokens == expected.tokens)
      && (!rules.has(.scopes) || shown.scope == expected.scope)
    return isRight ? nil : "the field shows \(shown), expected \(expected)"
  }

  /// Says what is wrong in a display that will not change by itself.
  static func wrongContent(_ moment: BoxMoment, _ rules: BoxRules) -> String? {
    let display = moment.after
    guard let query = moment.query else {
      return display.rows.isEmpty && display.state == .browse
        ? nil : "it shows \(content(display)), expected nothing: nothing is searched for"
    }
    let asked = moment.current
    guard asked.last != nil else {
      return
        "it shows \(content(display)) and awaits nothing, and no search for \(query) was asked for"
    }
    let right = BoxBackend.rows(for: query)
    let isAnswered = asked.contains { $0.state == .answered }
    let isFailed = asked.last?.state == .failed
    if isFailed, display.state == .failed || !isAnswered {
      return display.state == .failed
        ? nil : "it shows \(content(display)), expected the failure of the search for \(query)"
    }
    let state: BoxDisplay.State = right.isEmpty && rules.has(.noMatch) ? .noMatch : .results
    let isRight =
      display.rows == right && !display.isStale
      && (right.isEmpty && !rules.has(.noMatch)
        ? display.state != .loading : display.state == state)
    return isRight
      ? nil
      : "it shows \(content(display)) and awaits nothing, expected "
        + "\(right.isEmpty ? "no match" : list(right)), the answer to \(query)"
  }

  static let loading = BoxLaw(
    "A6",
    "From asking until the answer is there, the display says that the answer is awaited; older "
      + "rows are marked as such; and there is never \"no match\" for a query that was not "
      + "answered.",
    lacks: \.lackOfStates, when: \.isAsking
  ) { moment, trace in
    guard let query = moment.query, !moment.hasAnswer else { return nil }
    let (display, rules) = (moment.after, trace.rules)
    let isAwaited = moment.current.contains { moment.isAwaited($0) }
    if isAwaited, rules.has(.loading), display.state != .loading {
      return "it shows \(content(display)) while the answer to \(query) is awaited, expected that "
        + "it is loading"
    }
    if display.state == .noMatch, !moment.keeps(.noMatch) {
      return "it says that there is no match for \(query), which was not answered"
    }
    let areOlder = trace.shownQuery(display).map { $0 != query } ?? false
    if rules.has(.staleMarks), isAwaited, areOlder, !display.isStale {
      return "it shows \(list(display.rows)) without marking them, while the answer to \(query) is "
        + "awaited"
    }
    return nil
  }

  static let equalQuery = BoxLaw(
    "A11",
    "The answer to an equal query that was asked earlier is accepted, because it is the right one.",
    when: \.isEqualEarlier
  ) { moment, _ in
    guard let rows = moment.equalEarlierRows, moment.reaction.opened == nil,
      moment.after.rows != rows
    else { return nil }
    return "it shows \(content(moment.after)) after the answer to an earlier search for "
      + "\(moment.query ?? BoxQuery()), expected \(list(rows)); a box that would rather ask again "
      + "cancels the earlier search"
  }

  static let pages = BoxLaw(
    "A12",
    "Rows of two queries are never shown together, no row is shown twice or out of order, and the "
      + "number of matches does not contradict the rows.",
    when: \.showsRows
  ) { moment, trace in
    let display = moment.after
    guard let first = display.rows.first else {
      guard let count = display.count, count > 0, display.state == .noMatch else { return nil }
      return "it says \(count) matches and shows none"
    }
    guard let query = trace.queriesByRow[first] else {
      return "it shows the row '\(first)', which no answer had"
    }
    let all = BoxBackend.rows(for: query)
    if let other = display.rows.first(where: { trace.queriesByRow[$0] != query }) {
      return "it shows '\(first)' and '\(other)', which belong to different queries"
    }
    guard display.rows == all || display.rows == Array(all.prefix(BoxBackend.pageSize)) else {
      return "it shows \(list(display.rows)), expected \(list(all)) or the first page of them"
    }
    if let count = display.count, count != all.count, count != display.rows.count {
      return "it says \(count) matches and shows \(list(display.rows)) of \(all.count)"
    }
    return nil
  }
}

// MARK: What clauses are about

extension BoxRules {
  /// Nil: every box has it.
  fileprivate var lackOfNothing: String? { nil }

  fileprivate var lackOfStates: String? {
    has(.loading) || has(.noMatch) || has(.staleMarks)
      ? nil : "it shows neither that an answer is awaited nor that there is no match"
  }

  var lackOfChoice: String? { has(.choice) ? nil : "its rows cannot be chosen" }
  var lackOfSubmit: String? { submit == nil ? "it does not hear Enter" : nil }
  var lackOfRestoration: String? { has(.restoration) ? nil : "it does not save its state" }
  var lackOfFailure: String? { has(.failure) ? nil : "its searches do not fail" }
  var lackOfDebounce: String? { debounceInMilliseconds == nil ? "it has no debounce" : nil }

  var lackOfFacets: String? {
    has(.tokens) || has(.scopes) ? nil : "it has neither tokens nor scopes"
  }

  var lackOfLimits: String? {
    inFlightLimit != nil || has(.cancellation)
      ? nil : "it neither limits nor cancels its searches"
  }
}

extension BoxMoment {
  var hasSeveralSearches: Bool { searches.count > 1 }
  var isAsking: Bool { !asks.isEmpty }
  var showsRows: Bool { !after.rows.isEmpty }
  /// True if a pressed row is opened, at the press or at the release, or should be.
  var isChoice: Bool { event == .release || pressedRow != nil && reaction.opened != nil }
  var isSubmit: Bool { event == .submit }
  var isRestored: Bool { life > 0 }
  var isAnswer: Bool { event?.isAnswer == true }
  var isFailure: Bool { event?.isFailure == true }
  var isFacetChange: Bool { event?.isFacetChange == true }
  var isTyping: Bool { event?.isTyping == true }
  /// True if a state is still shown that was shown before: until a box asks, it may keep the
  /// display of the query before.
  func keeps(_ state: BoxDisplay.State) -> Bool {
    before.state == state && asks.isEmpty && !current.contains { isAwaited($0) }
  }

  /// True for an answer while nothing is searched for.
  var isIdleAnswer: Bool { isAnswer && target == nil }
  var isEqualEarlier: Bool { equalEarlierRows != nil }

  /// The rows of an answer to an earlier search for the current query, if it is the first one.
  var equalEarlierRows: [String]? {
    guard case .answer(_, .rows(let rows, _, _))? = event, let index = answered,
      let search = heard, !rows.isEmpty
    else { return nil }
    let others = searches.indices.filter { $0 != index }.map { searches[$0] }
    guard search.query == query, search.life == life, search.epoch == epoch,
      index < searches.count - 1,
      !others.contains(where: { $0.query == search.query && $0.state.hasRows })
    else { return nil }
    return rows
  }
}
