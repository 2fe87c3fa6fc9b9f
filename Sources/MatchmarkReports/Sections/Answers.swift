import MatchmarkCore
package import MatchmarkRecord
import MatchmarkSystem

extension Block {
  /// The maximum numbers of counterexamples that are shown, of one matcher and of all.
  private static let counterexampleLimitPerMatcher = 3
  private static let counterexampleLimit = 24

  /// Returns a block of wrong answers, each with the command that repeats the query; nil if there
  /// are none.
  ///
  /// The first counterexample of each matcher is selected, then second and third ones while there
  /// is space; they are shown matcher by matcher, in the order of the record.
  static func counterexamples(
    of record: RunRecord, _ roster: Roster, _ program: ShownProgram
  ) -> Block? {
    typealias Entry = (matcher: String, cell: String, example: Counterexample)
    let byMatcher = record.cells.byMatcher(roster).map { matcher, parts in
      parts.flatMap { part in
        part.record.counterexamples.map { Entry(matcher, part.cell.id, $0) }
      }
    }
    var lengths = byMatcher.map { _ in 0 }
    for round in 1...counterexampleLimitPerMatcher {
      for index in byMatcher.indices
      where byMatcher[index].count >= round && lengths.reduce(0, +) < counterexampleLimit {
        lengths[index] = round
      }
    }
    let shown = zip(byMatcher, lengths).flatMap { $0.prefix($1) }
    guard !shown.isEmpty else { return nil }
    return Block(
      "counterexamples", "Counterexamples",
      lead: "The query, how the answer differed, and the command that repeats it.",
      [.cards(shown.map { Card($0.example, of: $0.matcher, on: $0.cell, roster, program) })]
        + .omission(byMatcher.joined().count - shown.count))
  }
}

extension Card {
  fileprivate init(
    _ example: Counterexample, of matcher: String, on cell: String, _ roster: Roster,
    _ program: ShownProgram
  ) {
    self.init(
      matcher: matcher, position: roster.position(of: matcher), state: "voided",
      what: "on \(DisplayText.line(cell, limit: 80))",
      facts: [
        Fact("query", DisplayText.query(example.query)),
        Fact("differs", DisplayText.line(example.difference, limit: 200)),
        // The row is written as in the difference, because it is an id, not a quantity.
        Fact("row", "\(example.firstRow): " + DisplayText.quoted(example.firstRowText)),
      ],
      codes: [
        Self.code("replay", [example.replayLine(of: program)], limit: Self.lineLimit)
      ])
    if let shrunk = example.shrunk {
      let lines = shrunk.split(separator: "\n", omittingEmptySubsequences: false).prefix(40)
      codes.append(
        Self.code(
          "smallest rows and query that still show it", lines.map(String.init), limit: 400))
    }
  }
}

/// Matchers without a rank in some cells, with the reason; none is left out silently.
package struct Unranked {
  /// The reason why a matcher has no rank, from the worst to the least.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case voided
    case errored
    case missing
    case declined
    case diverged
    case inexact
    /// The matcher's answers are right, but its times are meaningless or cannot be true.
    case unranked
    case sampled
    case skipped
    /// The engine is not installed; the reason contains the command that installs it.
    case notInstalled = "not installed"
  }

  package let kind: Kind
  let reason: String
  /// The matchers that have no rank for the same reason in the same cells.
  package let matchers: [String]
  /// The cells, `<corpus>.<profile>`, in the order of the record.
  package let cells: [String]

  private typealias Remark = (kind: Kind, reason: String, matcher: String, cell: String)

  /// Returns all entries of a record, the worst kinds first, merged if reason and cells are equal.
  package static func all(of record: RunRecord) -> [Unranked] {
    let remarks: [Remark] = record.cells.parts.flatMap { part in
      reasons(part, measures: record.kind != .verify)
        .map { Remark($0.0, $0.1, part.record.id, part.cell.id) }
    }
    let single = (remarks + missing(record)).grouped { [$0.kind.rawValue, $0.reason, $0.matcher] }
      .map { _, own in (first: own[0], cells: own.map(\.cell)) }
    let found = single.grouped { [$0.first.kind.rawValue, $0.first.reason] + $0.cells }.map {
      Unranked(
        kind: $1[0].first.kind, reason: $1[0].first.reason, matchers: $1.map(\.first.matcher),
        cells: $1[0].cells)
    }
    return Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
  }

  private static func missing(_ record: RunRecord) -> [Remark] {
    let ids = Roster(record).ids
    return record.cells.flatMap { cell in
      ids.filter { id in !cell.matchers.contains { $0.id == id } }
        .map { (.missing, "took part in other cells, not in these", $0, cell.id) }
    }
  }

  private static func reasons(_ part: MatcherPart, measures: Bool) -> [(Kind, String)] {
    let matcher = part.record
    let reason = matcher.reason ?? "no reason given"
    switch matcher.status {
    case .voided:
      // The reasons for wrong answers differ from cell to cell; the counterexamples show them.
      return [(.voided, matcher.counterexamples.isEmpty ? reason : "answered wrongly")]
    case .errored:
      let state = matcher.engine?.failure.map { "\($0.state.rawValue): " } ?? ""
      return [(.errored, reason.hasPrefix(state) ? reason : state + reason)]
    case .skipped:
      // Its times, and what differs, stand next to those of the others.
      if matcher.answers?.figures != nil { return [] }
      return [(matcher.engine?.failure?.state == .notInstalled ? .notInstalled : .skipped, reason)]
    case .verified: break
    }
    var found: [(Kind, String)] = []
    if matcher.declinedCount > 0 { found.append((.declined, reason)) }
    if matcher.divergedCount > 0 {
      found.append((.diverged, "known to answer some keystrokes differently; those are not timed"))
    }
    if let reason = matcher.reasonNotToRank {
      found.append((matcher.isExact ? .unranked : .inexact, reason))
    }
    if matcher.isSampled, measures {
      found.append((.sampled, "timed on a seeded sample, because a round has a time limit"))
    } else if matcher.isSampled, matcher.isCheckedInPart(in: part.cell) {
      found.append((.sampled, "checked on a seeded sample, because its answers take long"))
    }
    return found
  }
}

extension Block {
  static func unranked(of record: RunRecord) -> Block {
    let all = Unranked.all(of: record)
    let title = "Voided, skipped, missing"
    guard !all.isEmpty else {
      return Block(
        "unranked", title, lead: "None: every ranked matcher answered every keystroke."
      ).folded(false, isDetail: true)
    }
    var table = ReportTable(
      title, all,
      [
        .words("what") { $0.kind.rawValue }.painted { $0.tone },
        .prose("matchers") { DisplayText.list($0.matchers, limit: 6) },
        .prose("why") { $0.reason }, .count("cells") { $0.cells.count },
        .prose("which") { DisplayText.list($0.cells, limit: 3) },
      ])
    table.brief = all.map(\.brief)
    return Block(
      "unranked", title,
      lead: "Every matcher without a rank or without all figures, and the reason. A wrong answer "
        + "voids the matcher's times on that corpus.", [.table(table)]
    ).folded(all.allSatisfy { [.skipped, .sampled, .notInstalled].contains($0.kind) })
  }
}

extension Unranked {
  /// The entry on one line, for instance `skipped: shy on 3 cells: not this profile`.
  fileprivate var brief: String {
    let place = cells.count == 1 ? cells[0] : QuantityFormat.cells(cells.count)
    return DisplayText.line(
      "\(kind.rawValue): \(DisplayText.list(matchers, limit: 6)) on \(place): \(reason)",
      limit: 400)
  }

  fileprivate var tone: Tone {
    switch kind {
    case .voided, .errored: .wrong
    case .missing, .declined, .diverged, .inexact, .unranked: .caution
    case .sampled, .skipped, .notInstalled: .plain
    }
  }
}
