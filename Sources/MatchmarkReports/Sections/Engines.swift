package import MatchmarkRecord

/// The engines of a run, with the facts that they report about themselves, their states, and their
/// failures.
package struct EngineFacts {
  package struct Entry {
    package let id: String
    /// The first facts that the engine reported about itself; nil if it failed before that.
    package let greeting: EngineRecord?
    /// The number of cells that ended in each state, in order of appearance.
    let states: [(name: String, count: Int)]
    let warning: String?

    /// The name and the version, for instance `py 1.2`.
    var name: String {
      let name = [greeting?.name, greeting?.version].compactMap(\.self).joined(separator: " ")
      return name.isEmpty ? "–" : name
    }

    /// The number of cells in each state, for instance `3 verified, 1 not judged`.
    var cells: String {
      states.map { "\(QuantityFormat.count($0.count)) \($0.name)" }.joined(separator: ", ")
    }
  }

  typealias Failure = (engine: String, failure: EngineFailure, cells: [String])

  package let entries: [Entry]
  /// The failures, with equal ones merged; an engine that is not installed has not failed.
  fileprivate let failures: [Failure]

  fileprivate static let failureLimit = 12

  package init(_ record: RunRecord) {
    let parts = record.cells.parts.compactMap { part in
      part.record.engine.map { (matcher: part.record, engine: $0, cell: part.cell.id) }
    }
    entries = parts.grouped { $0.matcher.id }.map { id, parts in
      Entry(
        id: id, greeting: parts.first { $0.engine.name != nil }?.engine,
        states: parts.grouped { $0.matcher.isUnheld ? "not judged" : $0.matcher.state }
          .map { ($0.key, $0.elements.count) },
        warning: parts.lazy.compactMap(\.engine.warning).first)
    }
    let failed = parts.compactMap { part in
      part.engine.failure.map { (engine: part.matcher.id, failure: $0, cell: part.cell) }
    }.filter { $0.failure.state != .notInstalled }
    // The key omits the request, because requests differ from cell to cell.
    failures = failed.grouped { part in
      [part.engine, part.failure.state.rawValue, part.failure.phase.rawValue, part.failure.got]
    }.map { _, equal in (equal[0].engine, equal[0].failure, equal.map(\.cell)) }
  }
}

extension Block {
  static func engines(of facts: EngineFacts) -> Block? {
    let hasWarnings = facts.entries.contains { $0.warning != nil }
    let warning: [ReportTable.Column<EngineFacts.Entry>] = [
      .prose("warning", limit: 200) { $0.warning ?? "" }
    ]
    return Block(
      "engines", "Engines",
      lead: "Separate programs that take part through a protocol: what they say about themselves, "
        + "and how they ended on how many cells.", facts.entries,
      [
        .words("engine") { $0.id }, .words("reported name") { $0.name },
        .words("language") { $0.greeting?.language ?? "–" },
        .words("build") { $0.greeting?.build ?? "–" },
        .words("its clock") { $0.greeting?.clock ?? "–" },
        .time("step") { $0.greeting?.resolutionInNanoseconds.map { Double($0) } },
        .words("cells") { $0.cells },
      ] + (hasWarnings ? warning : []))?.noting(
        "An engine times itself, inside its own process; its durations are audited from outside.")
  }

  static func failures(of facts: EngineFacts, _ roster: Roster) -> Block? {
    guard !facts.failures.isEmpty else { return nil }
    let shown = facts.failures.prefix(EngineFacts.failureLimit)
    return Block(
      "failures", "Failures of engines",
      lead: "What the engine sent, what was expected, and its last error output.",
      [.cards(shown.map { Card($0, roster) })] + .omission(facts.failures.count - shown.count))
  }

  /// Returns the known disagreements and whether they persist; nil if none concerns a participant.
  static func ledger(_ entries: [LedgerRecord]) -> Block? {
    Block(
      "ledger", "Known disagreements",
      lead: "Where the ledger expects an engine to answer differently, and whether it still does.",
      entries,
      [
        .words("engine") { $0.engine }, .words("about") { $0.subject },
        .words("standing") { $0.standing.rawValue }
          .painted { $0.standing.isFailure ? .wrong : .plain },
        .count("keystrokes") { $0.divergedCount }, .prose("why") { $0.reason },
        .words("expires") { $0.expires }, .prose("link") { $0.link },
        .prose("verdict") { $0.verdict },
      ])?.noting(
        "The ledger is strict: an entry that no longer applies, or has expired, fails the run. "
          + "Keystrokes that it covers are not timed.")
  }
}

extension Card {
  fileprivate init(_ entry: EngineFacts.Failure, _ roster: Roster) {
    let failure = entry.failure
    let place = DisplayText.list(entry.cells, limit: 1)
    self.init(
      matcher: entry.engine, position: roster.position(of: entry.engine),
      state: failure.state.rawValue, what: "on \(place)",
      facts: [
        Fact("step", failure.phase.rawValue),
        Fact("got", DisplayText.line(failure.got, limit: 400)),
        Fact("expected", DisplayText.line(failure.expected, limit: 200)),
      ])
    if let request = failure.requestLine {
      codes.append(Self.code("request", [request], limit: 2_000))
    }
    if !failure.standardErrorTail.isEmpty {
      let tail = failure.standardErrorTail.split(separator: "\n").suffix(8)
      codes.append(Self.code("stderr", tail.map(String.init), limit: 300))
    }
  }
}
