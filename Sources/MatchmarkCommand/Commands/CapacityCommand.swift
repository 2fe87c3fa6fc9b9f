import ArgumentParser
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports

struct CapacityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capacity",
    abstract: "Find the largest corpus at which a matcher stays within a budget.",
    discussion: """
      Doubles the number of rows until the p99 of medians exceeds the budget, then halves the \
      distance, and shows both bounds: the last size within the budget and the first beyond it. \
      With fewer than 100 keystrokes there is no p99, and the slowest one must stay within the \
      budget. Without -e, linear-scan is measured. Seeded samples are drawn from a file, up to \
      all of its rows.

      Examples:
        matchmark capacity -e linear-scan --budget 1ms --limit 200000
        matchmark capacity -e inverted-index --corpus places --budget 8.33ms
        matchmark capacity --corpus rows.csv
      """)

  @OptionGroup var growing: GrowingOptions

  @Option(
    help: """
      The longest p99 of medians allowed; 8.33ms is a frame at 120 Hz. (default: \
      \(QuantityFormat.time(BudgetCounts.nanosecondsAt120Hertz)))
      """, transform: NumberRange.budget.number)
  var budget: Double?

  @Option(help: "The number of rows to try first.", transform: NumberRange.from.whole)
  var from = 1_000

  @Option(help: "Try no more rows than this.", transform: NumberRange.triedRows.whole)
  var limit = 2_000_000

  @Option(
    help: """
      How close the two bounds must be: 10% or 0.1. (default: \(Self.defaultTolerance * 100)%)
      """, transform: NumberRange.tolerance.number)
  var tolerance: Double?

  @OptionGroup var display: DisplayOptions
  @OptionGroup var result: JSONOptions

  private static let defaultTolerance = 0.1
  private var allowedNanoseconds: Double { budget ?? BudgetCounts.nanosecondsAt120Hertz }

  mutating func validate() throws {
    guard limit >= from else {
      throw ValidationError(
        "got --from \(from) --limit \(limit), expected --limit to be --from or more")
    }
  }

  func run() throws {
    try DebugBuild.refuse(unless: growing.allowDebug)
    let rows = try growing.rows()
    if rows.limit != nil { RecordPrinter.show(rows.why, .faint, colour: display.screen.colour) }
    let participants = try growing.participants(["linear-scan"])
    var capacities: [Capacity] = []
    for participant in participants {
      let found: String
      do {
        let (search, figure) = try search(participant, rows)
        found = describe(search, figure, of: rows)
        capacities.append(
          Capacity(
            matcher: participant.id, figure: figure, budgetNanoseconds: search.limit,
            within: search.good, beyond: search.bad))
      } catch let refusal as Refusal {
        found = "skipped, \(refusal.reason)"
        capacities.append(Capacity(matcher: participant.id, skipped: refusal.reason))
      }
      RecordPrinter.show("\(participant.id): \(found)", colour: display.screen.colour)
    }
    if capacities.allSatisfy({ $0.skipped != nil }) {
      throw CommandError.unanswered(
        by: participants.map(\.id),
        "none of the rows of '\(growing.corpus)' with profile '\(rows.profile.name)'",
        reason: capacities.first?.skipped)
    }
    try result.show(["capacities": capacities])
    let skipped = capacities.filter { $0.skipped != nil }.map(\.matcher)
    let silent = participants.askedFor.map(\.id).filter(skipped.contains)
    try (silent.isEmpty ? Verdict.right : .notComparable).end()
  }

  /// A matcher that does not answer what is measured.
  private struct Refusal: Error {
    let reason: String
  }

  /// The sizes tried, and the figure: the p99, or the slowest of too few keystrokes for one.
  private func search(
    _ participant: Participant, _ rows: GrowingRows
  ) throws -> (search: CapacitySearch, figure: String) {
    var figure = "p99"
    let largest = min(limit, rows.limit ?? limit)
    var search = CapacitySearch(
      limit: allowedNanoseconds, start: min(from, largest), largestSize: largest,
      tolerance: tolerance ?? Self.defaultTolerance)
    while let size = search.next {
      let tail = try typical(participant, rows, size)
      search.add(tail.time, at: size)
      if !tail.isP99 { figure = "slowest keystroke" }
      if !display.noProgress {
        StandardError.write(
          "\(participant.id): \(figure) \(QuantityFormat.time(tail.time)) at "
            + "\(QuantityFormat.rows(size))")
      }
    }
    return (search, figure)
  }

  /// A p99 of medians, or the slowest median.
  private typealias Tail = (time: Double, isP99: Bool)

  /// The tail at one size; near the budget it is the median of three measurements, because one
  /// busy moment would move the border.
  private func typical(
    _ participant: Participant, _ rows: GrowingRows, _ size: Int
  ) throws -> Tail {
    let first = try measure(participant, rows, size)
    guard (0.5...2).contains(first.time / allowedNanoseconds) else { return first }
    let others = try (0..<2).map { _ in try measure(participant, rows, size) }
    return ([first] + others).sorted { $0.time < $1.time }[1]
  }

  /// - Throws: ``Refusal`` if the matcher does not answer, and the exit code if it is wrong.
  private func measure(
    _ participant: Participant, _ rows: GrowingRows, _ size: Int
  ) throws -> Tail {
    let suite = try rows.suite(named: "capacity", sizes: [size], reference: participant.id)
    let record = try MeasuringJob(kind: .capacity, isQuiet: true, refusesIdleness: false)
      .record(of: Plan(suite, [participant]))
    let matcher = record.cells.first?.matchers.first
    if record.verdict != .right, matcher?.status != .skipped {
      try RecordPrinter.show(record, asJSON: result.json, display: display)
      try record.verdict.end()
    }
    guard let typed = matcher?.figures?.typed, let tail = typed.tail else {
      throw Refusal(reason: matcher?.reason ?? "it has no figures")
    }
    return (tail, typed.p99OfMedians != nil)
  }

  private func describe(
    _ search: CapacitySearch, _ figure: String, of rows: GrowingRows
  ) -> String {
    let limit = QuantityFormat.time(search.limit)
    func at(_ point: GrowthLaw.Point) -> String {
      "\(QuantityFormat.rows(point.rowCount)) (\(figure) \(QuantityFormat.time(point.time)))"
    }
    switch (search.good, search.bad) {
    case (let good?, let bad?): return "within \(limit) up to \(at(good)), not at \(at(bad))"
    case (let good?, nil):
      let end = good.rowCount == rows.limit ? "all" : "the largest size tried; --limit tries more"
      return "within \(limit) up to \(at(good)), \(end)"
    case (nil, let bad?): return "never within \(limit): \(at(bad)) is already too slow"
    case (nil, nil): return "not measured"
    }
  }
}

private struct Capacity: Encodable {
  let matcher: String
  /// The p99, or the slowest keystroke.
  var figure: String?
  var budgetNanoseconds: Double?
  /// The last size within the budget, and the first beyond it; nil if none was found.
  var within: GrowthLaw.Point?
  var beyond: GrowthLaw.Point?
  var skipped: String?
}
