import MatchmarkCore
import MatchmarkRecord

/// The results of a participant that a user added, from which its line is made.
struct OwnStanding {
  let matcher: String
  private let parts: [MatcherPart]
  private let reference: String
  /// The ratio to the reference over the keystrokes shared with all others; nil if there is none.
  let ratio: RatioInterval?
  let keystrokeCount: Int
  let cellCount: Int
  /// The number of cells on which the participant was wrong or failed, and on which it left out
  /// keystrokes.
  let wrongCount: Int
  let incompleteCount: Int
  /// Returns all such participants of a record, in its order.
  static func all(_ record: RunRecord) -> [OwnStanding] {
    let added = record.ownParticipants ?? []
    return record.cells.byMatcher(Roster(record)).filter { added.contains($0.matcher) }
      .map { OwnStanding($0.matcher, $0.parts, reference: record.suite.reference) }
  }

  private init(_ matcher: String, _ parts: [MatcherPart], reference: String) {
    let ranked = parts.compactMap(\.entry)
    let shares = ranked.compactMap(\.shared).filter { $0.interval != nil }
    self.matcher = matcher
    self.parts = parts
    self.reference = reference
    ratio = PooledRatio.mean(shares.compactMap(\.interval))
    keystrokeCount = shares.reduce(0) { $0 + $1.keystrokeCount }
    cellCount = shares.count
    wrongCount = parts.count { $0.record.isWrong }
    incompleteCount = ranked.count { !$0.isComplete }
  }

  var line: String {
    let texts = [answers, times ?? untimed, ratioText].compactMap(\.self)
    return DisplayText.line("\(matcher): \(texts.joined(separator: "; "))", limit: 1_000)
  }

  /// Code that fixes the most frequent causes, on a line of its own; nil if none is known.
  var hint: String? { wrongCount > 0 ? CodeHint.line(parts) : nil }

  /// The option that times wrong answers, if others were timed; nil if nothing is missing.
  private var untimed: String? {
    let isTimed = parts.contains { part in part.cell.matchers.contains { $0.figures != nil } }
    guard wrongCount > 0, isTimed else { return nil }
    // An engine that contradicts itself is never timed.
    let contradicts = parts.contains { $0.record.engine?.failure != nil }
    return contradicts ? "not timed" : "not timed; --time-wrong times wrong answers, too"
  }

  private var answers: String {
    if let tops = TopRows(parts) { return "an order of its own; \(tops.words)" }
    let tallies = parts.compactMap { $0.record.status == .skipped ? nil : $0.record.answers }
    let checked = tallies.reduce(0) { $0 + $1.checkedCount }
    let wrong = tallies.reduce(0) { $0 + $1.wrongCount }
    let count = QuantityFormat.counted(checked, "answer")
    var texts: [String] = []
    if let voided = parts.first(where: { $0.record.status == .voided }) {
      texts.append(
        wrong > 0
          ? "wrong on \(QuantityFormat.count(wrong)) of \(count)"
          : "wrong (\(voided.record.reason ?? "no reason given"))")
      texts += Self.causes(tallies).map { [$0] } ?? []
    } else if checked > 0 {
      texts.append(praise(for: count))
    }
    texts += ending(.errored, "failed") + ending(.skipped, "skipped")
    return texts.isEmpty ? "no answers counted" : texts.joined(separator: ", ")
  }

  /// Says what holds of a number of answers that are not wrong; a ranker in an order of its own is
  /// held to the laws only after its last answer.
  private func praise(for count: String) -> String {
    guard parts.allSatisfy({ $0.cell.profile.rank == .own }) else { return "right on \(count)" }
    return parts.contains { $0.record.status == .errored }
      ? "gave \(count)" : "repeats \(count) and breaks no clause"
  }

  /// Returns the number of cells on which the participant ended with a status, and the first
  /// reason.
  private func ending(_ status: MatcherStatus, _ word: String) -> [String] {
    let ended = parts.filter { $0.record.status == status }
    guard let first = ended.first else { return [] }
    let cells =
      parts.count == 1
      ? "the only cell"
      : "\(QuantityFormat.count(ended.count)) of \(QuantityFormat.cells(parts.count))"
    return ["\(word) on \(cells) (\(first.record.reason ?? "no reason given"))"]
  }

  /// Returns the causes of the wrong answers and their remedies, the most frequent first: `14 of 20
  /// differences checked are about accents: change the matcher to folding cd, or the profile to
  /// folding c; 4 are about numbers: …`.
  fileprivate static func causes(_ tallies: [AnswerTally]) -> String? {
    let causes = tallies.flatMap { $0.causes ?? [] }
    let counts = Dictionary(grouping: causes) { [$0.difference, $0.remedy, $0.wanted ?? ""] }
      .mapValues { $0.reduce(0) { $0 + $1.count } }
      .sorted { ($0.value, $1.key[1]) > ($1.value, $0.key[1]) }
    guard let most = counts.first else { return nil }
    let examined = tallies.reduce(0) { $0 + $1.examinedCount }
    let share = most.value == examined ? "all" : "\(QuantityFormat.count(most.value)) of"
    let isWhole = examined == tallies.reduce(0) { $0 + $1.wrongCount }
    let count = isWhole && share == "all" ? "" : " \(QuantityFormat.count(examined))"
    let verb = most.value == 1 && share != "all" ? "is" : "are"
    let first = "\(share)\(count) differences\(isWhole ? "" : " checked") \(verb) "
    let others = counts.dropFirst().prefix(causeLimit - 1).map { cause in
      "\(QuantityFormat.count(cause.value)) \(cause.value == 1 ? "is" : "are") "
    }
    return zip([first] + others, counts).map { words, cause in
      "\(words)about \(cause.key[0]): \(advice(wanted: cause.key[2], remedy: cause.key[1]))"
    }.joined(separator: "; ")
  }

  /// The maximum number of causes in a line.
  private static let causeLimit = 3

  private static func advice(wanted: String, remedy: String) -> String {
    if wanted.isEmpty { return "change the profile to \(remedy)" }
    return "change the matcher to \(wanted)"
      + (remedy.isEmpty ? "" : ", or the profile to \(remedy)")
  }

  /// The median and the tail on the cell with the slowest tail, which is compared with a frame of a
  /// fast screen.
  private var times: String? {
    let timed = parts.compactMap { part -> (cell: String, tails: Tails, tail: Double)? in
      let tails = part.anyFigures?.typed
      return tails.flatMap { tails in tails.tail.map { (part.cell.id, tails, $0) } }
    }
    guard let slowest = timed.max(by: { $0.tail < $1.tail }) else { return nil }
    let frames = slowest.tail / BudgetCounts.nanosecondsAt120Hertz
    let share =
      frames <= 1
      ? "within a frame at 120 Hz" : "\(QuantityFormat.fixed(frames, digits: 1)) frames at 120 Hz"
    let place = timed.count == 1 ? "" : " on \(slowest.cell), its slowest of \(timed.count)"
    let isRanked = parts.contains { $0.record.isRanked && $0.record.figures != nil }
    return "\(QuantityFormat.time(slowest.tails.p50OfMedians)) p50, "
      + "\(QuantityFormat.time(slowest.tail)) \(slowest.tails.tailName)\(place), \(share)"
      + (isRanked ? "" : ", not ranked")
  }

  /// The participant's time as a multiple of the reference matcher's, from the best cell to the
  /// worst.
  private var ratioText: String? {
    let ratios = parts.compactMap {
      $0.entry?.shared?.ratio ?? $0.record.answers?.figures?.ratioToReference
    }
    guard matcher != reference, let least = ratios.min(), let most = ratios.max() else {
      return nil
    }
    let (low, high) = (Self.factor(least), Self.factor(most))
    return (low == high ? low : "\(low) to \(high)") + " times as long as \(reference)"
  }

  /// Returns a ratio with two significant digits, padded with zeros: `0.35`, `1.2`, `28 000`.
  private static func factor(_ ratio: Double) -> String {
    guard ratio >= 10, ratio < 1e15 else { return QuantityFormat.ratio(ratio) }
    var step = 1.0
    while ratio / step >= 100 { step *= 10 }
    return QuantityFormat.count(Int((ratio / step).rounded() * step))
  }
}

/// The answers of a ranker in an order of its own, compared with the right order by the rows that a
/// person sees first.
struct TopRows {
  private let order: String
  private var checked = 0
  private var first = 0
  private var top = 0

  /// Creates the sum over some cells; nil if nothing was compared.
  init?(_ parts: [MatcherPart]) {
    let compared = parts.filter { $0.record.hasOwnOrder == true && $0.record.isUnheld }
    guard let spec = compared.first?.cell.profile.rank?.spec else { return nil }
    order = spec.rawValue
    for tally in compared.compactMap(\.record.answers) {
      checked += tally.checkedCount
      first += tally.otherFirstCount ?? 0
      top += tally.otherTopCount ?? 0
    }
  }

  /// For instance `next to fzf-v2@0.74, 12 of 300 answers begin with another row, and 40 have
  /// others among the first five`.
  var words: String {
    "next to \(order), \(QuantityFormat.count(first)) of "
      + QuantityFormat.counted(checked, "answer")
      + (first == 1 ? " begins" : " begin") + " with another row, and \(QuantityFormat.count(top))"
      + (top == 1 ? " has" : " have") + " others among the first five"
  }
}

extension AnswerTally {
  /// The mark of times that are not ranked.
  static let unrankedMark = "‡"

  /// Returns the reason why a matcher's times are not ranked; nil if it has no such times.
  static func unrankedNote(_ matcher: String, _ parts: [MatcherPart]) -> String? {
    let records = parts.filter { $0.unrankedFigures != nil }.map(\.record)
    if let tops = TopRows(parts) {
      return DisplayText.line(
        "\(unrankedMark) \(matcher) has an order of its own, and its time has no rank: "
          + tops.words, limit: 400)
    }
    guard let words = words(records.compactMap(\.answers)) else { return nil }
    let isAppCode = records.contains { $0.isAppCode == true }
    let place = parts.contains(where: \.record.isRanked) ? " where its answers differ" : ""
    // Without a difference, only what it says about itself explains why it has no rank.
    let differs = records.contains { $0.answers?.wrongCount ?? 0 > 0 }
    let reason = differs ? nil : records.first { $0.status == .skipped }?.reason
    return DisplayText.line(
      "\(unrankedMark) \(matcher) is "
        + (isAppCode ? "what an app would write, and is not ranked" : "not ranked")
        + "\(place): \(words)\(reason.map { "; it declines: \($0)" } ?? "")", limit: 400)
  }

  /// Returns how many of all answers differ, and what the differences have in common; nil if
  /// nothing was checked.
  static func words(_ tallies: [AnswerTally]) -> String? {
    let checked = tallies.reduce(0) { $0 + $1.checkedCount }
    let wrong = tallies.reduce(0) { $0 + $1.wrongCount }
    guard checked > 0 else { return nil }
    let count =
      "\(QuantityFormat.count(wrong)) of \(QuantityFormat.count(checked)) answers "
      + (wrong == 1 ? "differs" : "differ")
    return [count, reasons(tallies)].compactMap(\.self).joined(separator: "; ")
  }

  /// Returns the first difference, and the causes of all; nil if neither is known.
  fileprivate static func reasons(_ tallies: [AnswerTally]) -> String? {
    let example = tallies.compactMap(\.example).first.map { example in
      "for \(DisplayText.query(example.query)), "
        + "\(DisplayText.line(example.difference, limit: 80)): "
        + DisplayText.quoted(example.firstRowText, limit: 60)
    }
    let texts = [example, OwnStanding.causes(tallies)].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

extension Block {
  /// Returns the times of matchers that are not right, such as the code of an app today.
  static func wrongTimes(of record: RunRecord) -> Block? {
    typealias Row = (part: MatcherPart, tally: AnswerTally, figures: Figures)
    let rows = record.cells.parts.compactMap { part -> Row? in
      guard let tally = part.record.answers, let figures = tally.figures else { return nil }
      return (part, tally, figures)
    }
    return Block(
      "wrong-times", "Times without a rank",
      lead: "Participants that are wrong, declined, or have an order of their own, timed anyway. "
        + "They have no rank: they may be fast because they do less work.", rows,
      [
        .words("matcher") { $0.part.record.id }, .words("cell") { $0.part.cell.id },
        .figures("answers that differ") {
          "\(QuantityFormat.count($0.tally.wrongCount)) of "
            + QuantityFormat.count($0.tally.checkedCount)
        },
        .time("p50") { $0.figures.typed.p50OfMedians },
        .time("p99") { $0.figures.typed.p99OfMedians },
        .count("keystrokes") { $0.figures.typed.keystrokeCount },
        .figures("ratio") {
          $0.figures.ratioInterval.map(IntervalFormat.text)
            ?? $0.figures.ratioToReference.map(QuantityFormat.ratio)
        },
        .prose("why") { AnswerTally.reasons([$0.tally]) ?? "" },
      ])?.folded(false, isDetail: true)
  }
}

extension Tails {
  /// The name of the tail, because a p99 of a few keystrokes would only be the slowest of them.
  fileprivate var tailName: String { p99OfMedians == nil ? "slowest" : "p99" }
}
