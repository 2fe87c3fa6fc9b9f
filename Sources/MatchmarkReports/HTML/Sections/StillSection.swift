import MatchmarkMeasurement

/// What the run was held against: a gate and declared budgets; absent where it was held against
/// nothing.
struct StillSection {
  private let record: RunRecord
  private let roster: Roster

  init(_ record: RunRecord, roster: Roster) {
    self.record = record
    self.roster = roster
  }

  /// Whether there is anything to say.
  var isThere: Bool { record.gate != nil || !(record.budgets ?? []).isEmpty }

  @MarkupBuilder
  func markup() -> Markup {
    if isThere {
      tag("section", .id("still"), .init("aria-labelledby", "still-title")) {
        tag("h2", .id("still-title")) { "Still?" }
        if let gate = record.gate { Figure.gate(gate, roster: roster).markup() }
        budgets
      }
    }
  }

  @MarkupBuilder
  private var budgets: Markup {
    let budgets = record.budgets ?? []
    if !budgets.isEmpty {
      let missed = budgets.count(where: \.isMissed)
      tag("section", .kind("block"), .id("budgets")) {
        tag("h3") { "Budgets" }
        tag("p", .kind("lead")) {
          "\(QuantityFormat.count(budgets.count - missed)) kept, \(QuantityFormat.count(missed)) "
          "missed."
        }
        HTMLTable(GateTables.budgets(budgets)).markup()
      }
    }
  }
}
