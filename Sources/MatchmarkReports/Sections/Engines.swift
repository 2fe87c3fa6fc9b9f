package import MatchmarkMeasurement

/// The engines of a run: who they say they are, how they fared, and how they failed.
package struct EngineFacts {
  /// One engine over all cells.
  package struct Entry {
    package var id: String
    /// What it said of itself first; nil where it never got so far.
    package var greeting: EngineRecord?
    /// How often it ended in which state, in order of appearance.
    var states: [(name: String, count: Int)] = []
    var warnings: [String] = []

    /// For instance `py 1.2`.
    var name: String {
      let name = [greeting?.name, greeting?.version].compactMap(\.self).joined(separator: " ")
      return name.isEmpty ? "–" : name
    }

    /// For instance `3 verified, 1 crashed`.
    var cells: String {
      states.map { "\(QuantityFormat.count($0.count)) \($0.name)" }.joined(separator: ", ")
    }
  }

  /// A failure, and where it happened.
  struct Fault {
    var engine: String
    var fault: EngineFaultRecord
    var cells: [String]
  }

  package private(set) var entries: [Entry] = []
  /// Failures, equal ones once; an engine that is not installed has not failed.
  private(set) var faults: [Fault] = []

  /// More failures than that tell no more.
  static let faultLimit = 12

  package init(_ record: RunRecord) {
    var positions: [String: Int] = [:]
    var faultPositions: [[String]: Int] = [:]
    for cell in record.cells {
      for matcher in cell.matchers {
        guard let engine = matcher.engine else { continue }
        let position = positions[matcher.id] ?? entries.count
        if position == entries.count {
          positions[matcher.id] = position
          entries.append(Entry(id: matcher.id))
        }
        entries[position].add(engine, state: matcher.state)
        guard let fault = engine.fault, fault.state != EngineFaultRecord.notInstalled else {
          continue
        }
        // Requests differ from cell to cell.
        let key = [matcher.id, fault.state, fault.phase, fault.got]
        if let known = faultPositions[key] {
          faults[known].cells.append(cell.id)
        } else {
          faultPositions[key] = faults.count
          faults.append(Fault(engine: matcher.id, fault: fault, cells: [cell.id]))
        }
      }
    }
  }

  fileprivate var table: ReportTable {
    let hasWarnings = entries.contains { !$0.warnings.isEmpty }
    let warning: [ReportTable.Column<Entry>] = [
      .prose("warning", limit: 200) { $0.warnings.first ?? "" }
    ]
    let facts: [ReportTable.Column<Entry>] = [
      .words("engine") { $0.id }, .words("says it is") { $0.name },
      .words("language") { $0.greeting?.language ?? "–" },
      .words("build") { $0.greeting?.build ?? "–" },
      .words("its clock") { $0.greeting?.clock ?? "–" },
      .time("step") { $0.greeting?.resolutionInNanoseconds.map { Double($0) } },
      .words("cells") { $0.cells },
    ]
    return ReportTable("Engines", entries, facts + (hasWarnings ? warning : []))
  }
}

extension EngineFacts.Entry {
  fileprivate mutating func add(_ engine: EngineRecord, state: String) {
    if greeting == nil, engine.name != nil { greeting = engine }
    if let known = states.firstIndex(where: { $0.name == state }) {
      states[known].count += 1
    } else {
      states.append((state, 1))
    }
    if let warning = engine.warning, !warnings.contains(warning) { warnings.append(warning) }
  }
}

extension Block {
  /// Who the engines are; nil where none took part.
  static func engines(of facts: EngineFacts) -> Block? {
    guard !facts.entries.isEmpty else { return nil }
    return Block(
      "engines", "Engines",
      lead: "Programs of their own that take part by a protocol: who they say they are, and on how "
        + "many cells they ended how.", [.table(facts.table)]
    ).noting(
      "An engine times itself, inside its own process; its durations are audited from outside.")
  }

  /// How engines failed; nil where none did.
  static func faults(of facts: EngineFacts, _ roster: Roster) -> Block? {
    guard !facts.faults.isEmpty else { return nil }
    let rest = facts.faults.count - EngineFacts.faultLimit
    return Block(
      "faults", "Failures of engines",
      lead: "What came, what was expected, and the last that was said.",
      [Part.cards(facts.faults.prefix(EngineFacts.faultLimit).map { Card($0, roster) })]
        + (rest > 0 ? [Part.text("\(QuantityFormat.count(rest)) more are in the record.")] : []))
  }

  /// What is known to differ, and whether it still does; nil where the ledger is about no one here.
  static func ledger(_ entries: [LedgerRecord]) -> Block? {
    guard !entries.isEmpty else { return nil }
    let table = ReportTable(
      "Known disagreements", entries,
      [
        .words("engine") { $0.engine }, .words("about") { $0.subject },
        .words("standing") { $0.standing.rawValue }
          .painted { $0.standing.isFailure ? .wrong : .plain },
        .count("keystrokes") { $0.divergedCount }, .prose("why") { $0.reason },
        .words("expires") { $0.expires }, .prose("link") { $0.link },
        .prose("verdict") { $0.verdict },
      ])
    return Block(
      "ledger", "Known disagreements",
      lead: "What an engine is known to answer otherwise, by the ledger, and whether it still "
        + "does.", [.table(table)]
    ).noting(
      "The ledger is strict: an entry that no longer diverges, or has expired, fails the run. What "
        + "it covers is not timed.")
  }
}

extension Card {
  /// The request that an engine failed at, and the last that it said.
  fileprivate init(_ entry: EngineFacts.Fault, _ roster: Roster) {
    let fault = entry.fault
    let place = DisplayText.list(entry.cells, limit: 1)
    self.init(
      matcher: entry.engine, position: roster.position(of: entry.engine),
      state: DisplayText.line(fault.state), what: "on \(place)",
      facts: [
        Fact("step", DisplayText.line(fault.phase)),
        Fact("got", DisplayText.line(fault.got, limit: 400)),
        Fact("expected", DisplayText.line(fault.expected, limit: 200)),
      ])
    if let request = fault.requestLine {
      codes.append(Code("request", DisplayText.exact(request, limit: 2_000)))
    }
    if !fault.standardErrorTail.isEmpty {
      let tail = fault.standardErrorTail.split(separator: "\n").suffix(8)
      codes.append(
        Code(
          "stderr",
          tail.map { DisplayText.exact(String($0), limit: 300) }.joined(separator: "\n")))
    }
  }
}
