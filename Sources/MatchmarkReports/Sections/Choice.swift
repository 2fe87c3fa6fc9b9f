import MatchmarkCore
package import MatchmarkRecord

/// The recommended matchers for one match mode, with the sizes up to which they are recommended.
///
/// The simplest matcher is the reference of the suite. It is sufficient while its p99 of medians
/// stays within the budget (or within one frame at 120 Hz if there is no budget) on the worst
/// corpus of the mode (``MatcherReach``). Another matcher takes over if it is faster on every cell
/// of the largest size, beyond its interval and beyond the noise, and its tail is no larger: a
/// difference that cannot be resolved is no reason to abandon the simplest matcher. Of several such
/// matchers, the one with the lowest tail takes over.
package struct Choice: Sendable, Hashable {
  /// The results of a matcher over the cells of one size.
  package struct Standing: Sendable, Hashable {
    package let matcher: String
    package let rowCount: Int
    /// The worst p99 of medians over the cells, in nanoseconds; a cell with too few keystrokes
    /// counts with its slowest keystroke.
    let p99: Double
    let isSlowest: Bool
    /// The geometric mean of the ratio to the reference matcher over the cells.
    let ratio: Double
    /// The index bytes per byte of corpus text, over all the cells.
    let indexBytesPerByte: Double
  }

  /// The match mode, such as `contains` or `word prefix`.
  package let mode: String
  /// The simplest matcher at the largest measured size within its reach; at the largest size if it
  /// has no reach and no other matcher is faster; nil if another one is.
  package let simplest: Standing?
  /// The number of rows up to which the simplest matcher is sufficient; nil if it never is.
  package let reach: MatcherReach?
  /// The largest size at which anything was timed.
  private let largest: Int
  /// The longest p99 that the user allows, in nanoseconds; nil for one frame.
  private let budget: Double?
  /// True if no other matcher has a rank, so that there is no choice.
  fileprivate let isAlone: Bool
  /// True if others were timed without a rank.
  fileprivate let hasUnranked: Bool
  /// The fastest other matcher at the largest measured size; nil if none is certainly faster.
  package let beyond: Standing?
  /// The recommended matcher at the size of the user's own list; nil if the rows are others.
  private let own: Standing?
  private let hasSizes: Bool
  /// The size up to which the simplest matcher is faster than the other; nil if it is unknown.
  private let crossover: Reach?
  /// The reach of the code that the owner of the list would write instead.
  private let apps: [MeasuredReach]
  /// The reach of what the user added.
  private let yours: [MeasuredReach]

  /// True if sizes larger than that of the simplest matcher were measured.
  package var isLimited: Bool { simplest?.rowCount != largest }

  /// Returns one choice for each match mode in which anything was timed, in the order of the
  /// record.
  package static func all(_ record: RunRecord) -> [Choice] {
    record.timedByMode.compactMap { Choice($0.record, mode: $0.mode) }
  }

  /// Chooses by the cells of one mode; the result is nil if the simplest matcher was not timed and
  /// no other one is faster.
  private init?(_ record: RunRecord, mode: String) {
    guard let largest = record.cells.map(\.corpus.rowCount).max() else { return nil }
    (self.mode, self.largest, budget) = (mode, largest, record.p99Budget)
    let reference = record.suite.reference
    let cells = record.cells.largest
    // Each standing is computed once, because a cell may have thousands of participants.
    let standings = cells.map { Standings($0) }
    let others = Set(standings.flatMap { $0.entries.map(\.id) }).subtracting([reference])
    isAlone = others.isEmpty
    hasUnranked = record.cells.parts.contains { $0.record.id != reference && $0.anyFigures != nil }
    let limit = cells.worstTail(of: reference)?.time ?? .infinity
    beyond = others.filter { id in zip(cells, standings).allSatisfy { $0.isFaster(id, in: $1) } }
      .compactMap { Self.standing(of: $0, in: cells, standings) }.filter { $0.p99 <= limit }
      .min { ($0.p99, $0.ratio, $0.matcher) < ($1.p99, $1.ratio, $1.matcher) }
    reach = MatcherReach(of: reference, in: record, within: record.p99Limit)
    let size = reach?.measuredRowCount ?? (beyond == nil ? largest : nil)
    simplest = size.flatMap { size in
      let cells = record.cells.filter { $0.corpus.rowCount == size }
      return Self.standing(of: reference, in: cells, cells.map { Standings($0) })
    }
    let added = Set(record.ownParticipants ?? [])
    apps = MeasuredReach.all(of: record, within: record.p99Limit) { $0.isAppCode == true }
    yours = MeasuredReach.all(of: record, within: record.p99Limit) {
      $0.isAppCode != true && added.contains($0.id)
    }
    hasSizes = record.cells.contains { $0.corpus.rowCount != largest }
    crossover = beyond.flatMap { Reach.crossover(to: $0.matcher, in: record) }
    own = Self.own(of: record, simplest: reach == nil ? nil : reference, beyond: beyond)
    guard simplest != nil || beyond != nil else { return nil }
  }

  /// Returns the standing at the size of the user's list of the simplest matcher if it is within
  /// its reach there, or else of the faster one.
  private static func own(
    of record: RunRecord, simplest: String?, beyond: Standing?
  ) -> Standing? {
    let cells = record.cells.filter { $0.corpus.ownRowCount == $0.corpus.rowCount }
    guard let rowCount = cells.first?.corpus.rowCount else { return nil }
    let largest = cells.filter { $0.corpus.rowCount == rowCount }
    guard largest.count == cells.count else { return nil }
    let standings = cells.map { Standings($0) }
    let first = simplest.flatMap { standing(of: $0, in: cells, standings) }
    if let first, first.p99 <= record.p99Limit { return first }
    return beyond.flatMap { standing(of: $0.matcher, in: cells, standings) } ?? first
  }

  /// Returns the standing of a matcher on cells of one size; nil if it did not answer all of each
  /// cell.
  private static func standing(
    of matcher: String, in cells: [CellRecord], _ standings: [Standings]
  ) -> Standing? {
    let parts = cells.parts.filter { $0.record.id == matcher }
    let ratios = standings.map { $0.entry(matcher)?.whole?.ratio ?? 1 }
    guard let worst = cells.worstTail(of: matcher), let ratio = geometricMean(ratios) else {
      return nil
    }
    return Standing(
      matcher: matcher, rowCount: cells[0].corpus.rowCount, p99: worst.time,
      isSlowest: worst.isSlowest, ratio: ratio, indexBytesPerByte: parts.indexBytesPerByte ?? 0)
  }
}

extension CellRecord {
  /// Returns true if a complete matcher takes less time than the reference, by more than its
  /// interval and the noise of the run.
  fileprivate func isFaster(_ matcher: String, in standings: Standings) -> Bool {
    guard let share = standings.entry(matcher)?.whole, let ratio = share.ratio else {
      return false
    }
    let floor = noise.map { 1 / (1 + $0.ratio.distanceFromOne) } ?? 1
    return ratio < floor && share.interval.map { $0.upper < 1 } ?? true
  }
}

extension [CellRecord] {
  /// Returns the worst tail of a matcher over all cells; nil if it did not answer all of each cell.
  ///
  /// The flag is true for the slowest keystroke, which replaces a p99 if there are too few
  /// keystrokes.
  fileprivate func worstTail(of matcher: String) -> (time: Double, isSlowest: Bool)? {
    let tails = compactMap { $0.completeFigures(of: matcher)?.typed }
    let times: [(time: Double, isSlowest: Bool)] = tails.compactMap { tails in
      tails.tail.map { (time: $0, isSlowest: tails.p99OfMedians == nil) }
    }
    return times.count == count ? times.max { $0.time < $1.time } : nil
  }

  /// The matcher with the lowest worst tail, which tables mark; nil if fewer than two answered all
  /// of each cell.
  var fastest: String? {
    let ranked = Set(flatMap { Standings($0).entries.map(\.id) })
    let tails = ranked.sorted().compactMap { id in worstTail(of: id).map { (id, $0.time) } }
    return tails.count < 2 ? nil : tails.min { $0.1 < $1.1 }?.0
  }
}

extension SearchProfile {
  /// The match modes of the text fields, such as `contains` or `word prefix`.
  var modes: String {
    switch rank {
    case .specified(let spec): return "a list in the order of \(spec.rawValue)"
    case .own: return "a list in each ranker's own order"
    case nil: break
    }
    let names = textFields.map { $0.match == .wordPrefix ? "word prefix" : $0.match.rawValue }
      .uniqued
    return names.isEmpty ? "no text" : names.joined(separator: " and ")
  }
}

extension Choice.Standing {
  fileprivate var tailName: String { isSlowest ? "slowest keystroke" : "worst p99" }

  fileprivate var figures: String {
    "\(tailName) \(QuantityFormat.time(p99)) at \(QuantityFormat.rows(rowCount)), "
      + "\(QuantityFormat.ratio(indexBytesPerByte)) index bytes per corpus byte"
  }
}

extension Choice: CustomStringConvertible {
  /// The recommendation, then the other facts about the user's own list.
  var lines: [String] {
    (ownChoice.map(sentences) ?? [description]).map { DisplayText.line($0, limit: 1_000) }
  }

  /// The recommendation on one line, for instance `Choose linear-scan for contains, up to 100 000
  /// rows …`.
  package var description: String {
    if let own = ownChoice { return sentences(own).joined(separator: " ") }
    guard let simplest else {
      return beyond.map { "Choose \($0.matcher) for \(mode): \($0.figures)." } ?? ""
    }
    let lead =
      isAlone
      ? "Only \(simplest.matcher) \(hasUnranked ? "has a rank" : "was measured") for \(mode): "
        + "\(scope), "
      : "Choose \(simplest.matcher) for \(mode), \(scope): "
    guard let beyond else {
      let isFirstOfSizes = isAlone && reach != nil && own != nil && !hasSizes
      return "\(lead)\(simplest.figures)." + (isFirstOfSizes ? " \(Self.longerLists)" : "")
    }
    return "\(lead)\(simplest.figures). Beyond that, \(beyond.matcher): "
      + "\(QuantityFormat.ratio(beyond.ratio)) of its time, \(beyond.figures)."
  }

  private static let longerLists = "For longer lists, add --sizes 1x,3x,10x."

  /// The matcher that is recommended for the user's own list; nil if there is no such list or no
  /// choice.
  fileprivate var ownChoice: Standing? { isAlone || reach == nil && beyond == nil ? nil : own }

  /// The user's own code that need not be replaced, though another matcher would be chosen: it is
  /// right, and stays within the limit on the user's own list.
  ///
  /// Of several, it is the fastest.
  private var kept: MeasuredReach? {
    guard let own, !yours.contains(where: { $0.matcher == own.matcher }) else { return nil }
    return yours.filter { $0.isRight && $0.within ?? 0 >= own.rowCount }
      .min { $0.largestTail < $1.largestTail }
  }

  private func advice(_ own: Standing) -> String {
    kept.map { "Keep \($0.name)" } ?? "Use \(DisplayText.line(own.matcher, limit: 60))"
  }

  /// The answer to the question of the owner of a list.
  fileprivate var answer: Document.Answer? {
    ownChoice.map { own in
      let grounds = DisplayText.line(grounds(own).joined(separator: " "), limit: 1_000)
      return Document.Answer(
        text: "\(advice(own)) for this list.",
        grounds: grounds.prefix(1).uppercased() + grounds.dropFirst())
    }
  }

  fileprivate func reason(for own: Standing) -> String {
    own.matcher == simplest?.matcher
      ? "The simplest matcher. It stays within \(exactLimit) up to \(reachText)."
      : "The simplest matcher is too slow here."
  }

  /// The recommendation for the user's own list, and for longer ones if they were measured.
  private func sentences(_ own: Standing) -> [String] {
    var sentences = grounds(own)
    sentences[0] = "\(advice(own)) for this list (\(mode)): \(sentences[0])"
    return sentences
  }

  /// The figures of the matcher, and one sentence for each thing that is known beyond them.
  private func grounds(_ own: Standing) -> [String] {
    let frame =
      budget.map { "the budget is \(QuantityFormat.time($0))" } ?? "one frame at 120 Hz is 8.33 ms"
    let name = budget == nil ? "a frame" : "the budget"
    func reach(_ lead: String, _ participants: [MeasuredReach]) -> [String] {
      participants.isEmpty
        ? []
        : ["\(lead): \(participants.map { $0.words(within: name) }.joined(separator: "; "))."]
    }
    let facts =
      kept.map { kept in
        ["it \(kept.facts(within: name)); \(frame).", "\(own.matcher): \(own.figures)."]
      } ?? ["\(own.figures); \(frame)."]
    let now =
      facts + reach("What an app would write", apps) + reach("Yours", yours.filter { $0 != kept })
    let last = apps.isEmpty || kept != nil ? [] : [Self.otherLanguages]
    guard hasSizes else { return now + [Self.longerLists] + last }
    guard own.matcher == simplest?.matcher else { return now + last }
    let stays = "\(own.matcher) stays within \(limit) up to \(reachText)."
    let faster = beyond.map {
      "\(start), \($0.matcher) is faster: \(QuantityFormat.ratio($0.ratio)) of its time, "
        + "\($0.figures)."
    }
    return now + [stays] + [faster].compactMap(\.self) + last
  }

  /// The advice for an app that is not written in Swift.
  private static let otherLanguages =
    "The built-in matchers are Swift; 'init NAME --engine javascript' (or python, rust, go, c) "
    + "writes a right search to begin with in another language."

  /// The sizes at which another matcher is faster.
  fileprivate var start: String {
    switch crossover?.bound {
    case .below: "At every size measured"
    case .about: "From about \(QuantityFormat.rows(crossover?.rowCount ?? 0)) on"
    case .above, nil: "At the largest size"
    }
  }

  /// The sizes for which the simplest matcher is recommended, or the reason if it exceeds a frame
  /// at all of them.
  fileprivate var scope: String {
    if reach == nil {
      return "over \(limit)" + (isAlone ? "" : ", but nothing else is clearly faster")
    }
    return (isAlone || budget != nil ? "within \(limit) " : "") + "up to \(reachText)"
  }

  private var limit: String {
    budget.map { "the budget of \(QuantityFormat.time($0))" } ?? "one frame at 120 Hz"
  }

  /// The limit with its time.
  fileprivate var exactLimit: String { budget == nil ? "\(limit), 8.33 ms," : limit }

  private var reachText: String {
    guard let reach else { return "" }
    let rows = QuantityFormat.rows(reach.reach.rowCount)
    let extrapolation =
      " (extrapolated from \(QuantityFormat.count(reach.reach.measuredRowCount)))"
    switch (reach.reach.bound, reach.reach.isExtrapolated) {
    case (.about, let isExtrapolated):
      let bounds = reach.bounds.map { bounds in
        let upper = bounds.upper.bound == .above ? "> " : ""
        return " [\(QuantityFormat.count(bounds.lower.rowCount)), "
          + "\(upper)\(QuantityFormat.count(bounds.upper.rowCount))]"
      }
      return "about \(rows)\(bounds ?? "")" + (isExtrapolated ? extrapolation : "")
    case (_, true): return "at least \(rows)\(extrapolation)"
    case (_, false): return rows + (isLimited ? " (measured)" : " (the largest size measured)")
    }
  }
}

extension Card {
  private init(_ standing: Choice.Standing, _ roster: Roster, lead: String, why: String) {
    self.init(
      lead: lead, matcher: standing.matcher, position: roster.position(of: standing.matcher),
      facts: [
        Fact(standing.tailName, QuantityFormat.time(standing.p99)),
        Fact("index bytes per corpus byte", QuantityFormat.ratio(standing.indexBytesPerByte)),
      ], note: why)
  }

  /// Returns the matcher for the user's own list or the simplest one of a mode, then the one for
  /// larger sizes.
  fileprivate static func cards(_ choice: Choice, _ reference: String, _ roster: Roster) -> [Card] {
    if let own = choice.ownChoice {
      let first = Card(
        own, roster, lead: "\(choice.mode), this list: \(QuantityFormat.rows(own.rowCount))",
        why: choice.reason(for: own))
      let isSame = own.matcher == choice.beyond?.matcher
      return [first] + (isSame ? [] : [beyond(choice, reference, roster)].compactMap(\.self))
    }
    let simplest = choice.simplest.map { simplest in
      Card(
        simplest, roster, lead: "\(choice.mode), \(choice.scope)",
        why: (choice.isAlone
          ? "The only one \(choice.hasUnranked ? "with a rank" : "measured")."
          : "The simplest matcher.")
          + (choice.reach == nil
            ? ""
            : " Its \(simplest.tailName) stays within \(choice.exactLimit) on "
              + "everything that was measured at \(QuantityFormat.rows(simplest.rowCount))."))
    }
    return [simplest, beyond(choice, reference, roster)].compactMap(\.self)
  }

  private static func beyond(_ choice: Choice, _ reference: String, _ roster: Roster) -> Card? {
    choice.beyond.map { beyond in
      let sizes = choice.simplest == nil ? "at every size" : "beyond"
      return Card(
        beyond, roster,
        lead: "\(choice.mode), \(choice.ownChoice == nil ? sizes : choice.start.lowercased())",
        why: "The fastest at \(QuantityFormat.rows(beyond.rowCount)): "
          + "\(QuantityFormat.ratio(beyond.ratio)) of the time of \(reference).")
    }
  }
}

extension Document {
  mutating func show(_ choices: [Choice], _ record: RunRecord, _ roster: Roster) {
    choice = choices.flatMap { Card.cards($0, DisplayText.line(record.suite.reference), roster) }
    choiceLines = choices.map(\.lines)
    if choices.count == 1, headline.isRight { answer = choices[0].answer }
  }
}

extension RunRecord {
  /// The strictest budget of the p99, in nanoseconds; nil if there is none.
  var p99Budget: Double? {
    budgets?.filter { $0.figure == Budget.Figure.p99.rawValue }.map(\.limitInNanoseconds).min()
  }

  /// The longest p99 that is fast enough: the budget, or a frame at 120 Hz if there is none.
  var p99Limit: Double { p99Budget ?? BudgetCounts.nanosecondsAt120Hertz }
}
