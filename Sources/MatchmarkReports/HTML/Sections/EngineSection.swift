import MatchmarkMeasurement

/// The engines of a run, how they failed, and what is known to differ; absent where none took part.
struct EngineSection {
  private let record: RunRecord
  private let facts: EngineFacts
  private let roster: Roster

  init(_ record: RunRecord, roster: Roster) {
    self.record = record
    facts = EngineFacts(record)
    self.roster = roster
  }

  @MarkupBuilder
  func markup() -> Markup {
    if !facts.entries.isEmpty { engines }
    if !facts.faults.isEmpty { faults }
    if let ledger = record.ledger, !ledger.isEmpty {
      tag("section", .kind("block"), .id("ledger")) {
        tag("h3") { "Known disagreements" }
        tag("p", .kind("lead")) {
          "What an engine is known to answer otherwise, by the ledger, and whether it still does."
        }
        HTMLTable(LedgerTable.table(ledger)).markup(stacks: true)
      }
    }
  }

  private var engines: Markup {
    tag("section", .kind("block"), .id("engines")) {
      tag("h3") { "Engines" }
      tag("p", .kind("lead")) {
        "Programs of their own that take part by a protocol: who they say they are, and on how "
        "many cells they ended how."
      }
      HTMLTable(facts.table).markup(stacks: true)
    }
  }

  private var faults: Markup {
    tag("section", .kind("block"), .id("faults")) {
      tag("h3") { "Failures of engines" }
      tag("p", .kind("lead")) { "What came, what was expected, and the last that was said." }
      for fault in facts.faults.prefix(EngineFacts.faultLimit) { card(fault) }
      if facts.faults.count > EngineFacts.faultLimit {
        tag("p", .kind("note")) {
          "\(QuantityFormat.count(facts.faults.count - EngineFacts.faultLimit)) more are in the "
          "record."
        }
      }
    }
  }

  private func card(_ entry: EngineFacts.Fault) -> Markup {
    let fault = entry.fault
    let rest = entry.cells.count - 1
    let place =
      DisplayText.line(entry.cells.first ?? "", limit: 80)
      + (rest > 0 ? " and \(QuantityFormat.count(rest)) more" : "")
    return tag("article", .kind("counterexample")) {
      tag("p", .kind("who")) {
        Sign(position: roster.position(of: entry.engine)).badge()
        tag("bdi") { DisplayText.line(entry.engine, limit: 60) }
        tag("span") { " \(DisplayText.line(fault.state)) on \(place)" }
      }
      tag("dl") {
        fact("step", DisplayText.line(fault.phase))
        fact("got", DisplayText.line(fault.got, limit: 400))
        fact("expected", DisplayText.line(fault.expected, limit: 200))
      }
      if let request = fault.requestLine {
        tag("p", .kind("note")) { "The request:" }
        tag("pre") { tag("code") { DisplayText.exact(request, limit: 2_000) } }
      }
      if !fault.standardErrorTail.isEmpty {
        tag("p", .kind("note")) { "Standard error, its end:" }
        tag("pre") { tag("code") { Self.tail(fault.standardErrorTail) } }
      }
    }
  }

  /// The last lines, as they are.
  private static func tail(_ text: String) -> String {
    text.split(separator: "\n").suffix(8).map { DisplayText.exact(String($0), limit: 300) }
      .joined(separator: "\n")
  }

  private func fact(_ name: String, _ value: String) -> Markup {
    tag("div") {
      tag("dt") { name }
      tag("dd") { tag("bdi") { value } }
    }
  }
}
