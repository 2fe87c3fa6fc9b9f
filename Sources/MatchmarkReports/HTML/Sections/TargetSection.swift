import MatchmarkMeasurement

/// The targets of a suite, and how far the run got; absent where it has none.
struct TargetSection {
  private let findings: [TargetFinding]

  init(_ record: RunRecord) { findings = record.targets ?? [] }

  @MarkupBuilder
  func markup() -> Markup {
    if !findings.isEmpty {
      tag("section", .kind("block"), .id("targets")) {
        tag("h3") { "Targets" }
        tag("p", .kind("lead")) {
          "What the suite wants to reach: \(TargetTable.counts(findings))."
        }
        HTMLTable(TargetTable.table(findings)).markup(stacks: true)
      }
    }
  }
}
