package import MatchmarkMeasurement
import MatchmarkSystem

extension Document {
  /// Creates the report of a run: one section for each question, the most informative first.
  package init(_ record: RunRecord) {
    let roster = Roster(record)
    let engines = EngineFacts(record)
    let verdict = VerdictText(record)
    self.init(
      name: record.suite.title ?? record.suite.name,
      headline: Headline(
        verdict.headline, isRight: verdict.isRight, grounds: verdict.grounds,
        verdict: verdict.verdict),
      sections: [
        Section(
          "still", "Slower than before?", [Block.gate(of: record), Block.budgets(of: record)]),
        Section(
          "right", "Right?",
          [
            Block.parity(of: record), Block.counterexamples(of: record, roster),
            Block.unranked(of: record), Block.wrongTimes(of: record), Block.engines(of: engines),
            Block.faults(of: engines, roster), Block.ledger(record.ledger ?? []),
          ]),
        Section(
          "fast", "Fast?",
          [
            Block.targets(of: record), Block.growth(of: record), Block.percentiles(of: record),
            Block.timeline(of: record), Block.ratios(of: record), Block.outcomes(of: record),
            Block.paces(of: record), Block.details(of: record),
          ]),
        Section("cost", "At what cost?", [Block.front(of: record), Block.building(of: record)]),
        Section("context", "Context", [Block.run(of: record), Block.identities(of: record)]),
      ])
    let isTimed = record.cells.contains { $0.matchers.contains { $0.figures != nil } }
    origin = Origin(
      startedAt: record.context.startedAt, hostname: record.context.host.name,
      line: isTimed ? ContextTable.origin(record) : "")
    warnings = Self.warnings(record.warnings)
    title = record.suite.title.map { DisplayText.line($0, limit: 60) }
    culprits = Culprit.all(record)
    guests = OwnStanding.all(record).prefix(Self.guestLimit).map(\.line)
    summary = Summary(record)
    overview = [Block.overview(of: record)].compactMap(\.self)
    choose(record, roster)
    footer =
      "Made by matchmark from the record alone. To make it again: "
      + ShownProgram.current.command(["report", "record.json", "--format", "html"])
  }

  /// The most participants of a user that are listed here; only the tables contain more.
  private static let guestLimit = 100
  /// The most warnings shown; the others are counted.
  private static let warningLimit = 20

  private static func warnings(_ texts: [String]) -> [String] {
    let rest = texts.count - warningLimit
    return texts.prefix(warningLimit).map { DisplayText.line($0, limit: 400) }
      + (rest > 0 ? ["\(QuantityFormat.count(rest)) more are in the record"] : [])
  }
}
