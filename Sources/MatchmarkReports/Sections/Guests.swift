package import MatchmarkMeasurement

/// The results of a participant that a user added; the single source of its line.
package struct OwnStanding: Sendable {
  package var matcher: String
  /// Its answers, times and ratio, as one line.
  var line: String
  /// The ratio to the reference over the keystrokes shared with all others; nil if there is none.
  package var ratio: RatioInterval?
  package var keystrokeCount: Int
  package var cellCount: Int
  /// The number of cells on which it was wrong or failed, and on which it left keystrokes out.
  package var wrongCount: Int
  package var incompleteCount: Int

  /// All such participants of a record, in its order.
  package static func all(_ record: RunRecord) -> [OwnStanding] {
    let guests = record.guests ?? []
    return Participation.all(in: record.cells, Roster(record))
      .filter { guests.contains($0.matcher) }.map { OwnStanding($0, in: record) }
  }

  private init(_ guest: Participation, in record: RunRecord) {
    let ranked = guest.parts.compactMap { Standings($0).entry($1.id) }
    let shares = ranked.compactMap(\.shared).filter { $0.interval != nil }
    matcher = guest.matcher
    ratio = PooledRatio.mean(shares.compactMap(\.interval))
    keystrokeCount = shares.reduce(0) { $0 + $1.keystrokeCount }
    cellCount = shares.count
    wrongCount = guest.parts.count { $0.record.isWrong }
    incompleteCount = ranked.count { !$0.isComplete }
    let parts = [Self.answers(guest), Self.times(guest), Self.ratio(guest, in: record)]
    line = DisplayText.line(
      "\(guest.matcher): \(parts.compactMap(\.self).joined(separator: "; "))", limit: 1_000)
  }

  // MARK: Answers

  private static func answers(_ guest: Participation) -> String {
    let tallies = guest.parts.compactMap { $0.record.status == .skipped ? nil : $0.record.answers }
    let checked = tallies.reduce(0) { $0 + $1.checkedCount }
    let wrong = tallies.reduce(0) { $0 + $1.wrongCount }
    let count = QuantityFormat.counted(checked, "answer")
    var parts: [String] = []
    if let voided = guest.parts.first(where: { $0.record.status == .voided }) {
      parts.append(
        wrong > 0
          ? "wrong on \(QuantityFormat.count(wrong)) of \(count)"
          : "wrong (\(voided.record.reason ?? "no reason given"))")
      parts += cause(tallies).map { [$0] } ?? []
    } else if checked > 0 {
      parts.append("right on \(count)")
    }
    parts += ending(guest, .errored, "failed") + ending(guest, .skipped, "skipped")
    return parts.isEmpty ? "no answers counted" : parts.joined(separator: ", ")
  }

  /// The number of cells on which it ended with a status, and the first reason.
  private static func ending(
    _ guest: Participation, _ status: MatcherStatus, _ word: String
  ) -> [String] {
    let ended = guest.parts.filter { $0.record.status == status }
    guard let first = ended.first else { return [] }
    let all = guest.parts.count
    let cells = all == 1 ? "the only cell" : "\(ended.count) of \(all) cells"
    return ["\(word) on \(cells) (\(first.record.reason ?? "no reason given"))"]
  }

  /// What most wrong answers have in common: `all differences are about accents: try folding c`.
  static func cause(_ tallies: [AnswerTally]) -> String? {
    let causes = tallies.compactMap(\.cause)
    let counts = Dictionary(grouping: causes) { [$0.difference, $0.remedy] }
      .mapValues { $0.reduce(0) { $0 + $1.count } }
    guard let most = counts.max(by: { ($0.value, $1.key[1]) < ($1.value, $0.key[1]) }) else {
      return nil
    }
    let examined = tallies.reduce(0) { $0 + $1.examinedCount }
    guard 2 * most.value > examined else { return nil }
    let share = most.value == examined ? "all" : "\(most.value) of"
    let isWhole = examined == tallies.reduce(0) { $0 + $1.wrongCount }
    let count = isWhole && share == "all" ? "" : " \(examined)"
    return "\(share)\(count) differences\(isWhole ? "" : " checked") are about \(most.key[0]): "
      + "try \(most.key[1])"
  }

  // MARK: Times

  private static func figures(_ record: MatcherRecord) -> Figures? {
    record.figures ?? record.answers?.figures
  }

  /// The median keystroke on the cell where it is slowest, in frames of a fast screen.
  private static func times(_ guest: Participation) -> String? {
    let timed = guest.parts.compactMap { cell, record in
      figures(record).map { (cell: cell.id, p50: $0.typed.p50OfMedians) }
    }
    guard let slowest = timed.max(by: { $0.p50 < $1.p50 }) else { return nil }
    let frames = slowest.p50 / BudgetCounts.nanosecondsAt120Hertz
    let share =
      frames < 1
      ? "within a frame at 120 Hz" : "\(QuantityFormat.fixed(frames, digits: 1)) frames at 120 Hz"
    let place = timed.count == 1 ? "" : " on \(slowest.cell), its slowest of \(timed.count)"
    let isRanked = guest.parts.contains { $0.record.isRanked && $0.record.figures != nil }
    return "\(QuantityFormat.time(slowest.p50)) p50\(place), \(share)"
      + (isRanked ? "" : ", not ranked")
  }

  /// Its time as a multiple of the reference matcher's, from the best cell to the worst.
  private static func ratio(_ guest: Participation, in record: RunRecord) -> String? {
    let reference = record.suite.reference
    let ratios = guest.parts.compactMap { cell, record in
      Standings(cell).entry(record.id)?.shared?.ratio ?? record.answers?.figures?.ratioToReference
    }
    guard guest.matcher != reference, let least = ratios.min(), let most = ratios.max() else {
      return nil
    }
    let (low, high) = (factor(least), factor(most))
    return (low == high ? low : "\(low) to \(high)") + " times \(reference)"
  }

  /// A ratio with two significant digits, padded with zeros: `0.35`, `1.2`, `28 000`.
  private static func factor(_ ratio: Double) -> String {
    guard ratio >= 10, ratio < 1e15 else { return QuantityFormat.ratio(ratio) }
    var step = 1.0
    while ratio / step >= 100 { step *= 10 }
    return QuantityFormat.count(Int((ratio / step).rounded() * step))
  }
}

extension Block {
  /// The times of matchers that are not right, such as the code of an app today.
  static func wrongTimes(of record: RunRecord) -> Block? {
    typealias Row = (cell: String, matcher: String, tally: AnswerTally, figures: Figures)
    let rows: [Row] = record.cells.flatMap { cell in
      cell.matchers.compactMap { matcher in
        guard let tally = matcher.answers, let figures = tally.figures else { return nil }
        return (cell.id, matcher.id, tally, figures)
      }
    }
    guard !rows.isEmpty else { return nil }
    let table = ReportTable(
      "What an app writes today", rows,
      [
        .words("matcher") { $0.matcher }, .words("cell") { $0.cell },
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
        .prose("why") { OwnStanding.cause([$0.tally]) ?? "" },
      ])
    return Block(
      "wrong-times", "What an app writes today",
      lead: "Matchers with wrong or declined answers, timed anyway. They have no rank: they may be "
        + "fast because they do less work.", [.table(table)])
  }
}
