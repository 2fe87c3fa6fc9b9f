import MatchmarkCore
package import MatchmarkMeasurement

/// The wrong answers that a report shows in full.
struct CounterexampleList {
  private(set) var shown: [(matcher: String, cell: String, example: Counterexample)] = []
  /// The number of wrong answers that only the record contains.
  private(set) var omittedCount = 0

  /// The most wrong answers per matcher; more of them add little.
  private static let matcherLimit = 3
  private static let limit = 24

  /// Selects the first one of each matcher, then second and third ones while there is room; shows
  /// them matcher by matcher, in the order of the record.
  init(_ record: RunRecord) {
    let roster = Roster(record)
    var byMatcher = Array(repeating: shown, count: roster.ids.count)
    var totalCount = 0
    for cell in record.cells {
      for matcher in cell.matchers {
        let position = roster.position(of: matcher.id)
        totalCount += matcher.counterexamples.count
        let room = max(0, Self.matcherLimit - byMatcher[position].count)
        byMatcher[position] += matcher.counterexamples.prefix(room).map {
          (matcher: matcher.id, cell: cell.id, example: $0)
        }
      }
    }
    var lengths = Array(repeating: 0, count: byMatcher.count)
    for round in 1...Self.matcherLimit {
      for position in byMatcher.indices
      where byMatcher[position].count >= round && lengths.reduce(0, +) < Self.limit {
        lengths[position] = round
      }
    }
    shown = zip(byMatcher, lengths).flatMap { $0.prefix($1) }
    omittedCount = totalCount - shown.count
  }
}

extension Block {
  /// Wrong answers, each with the command that repeats the query; nil if there are none.
  static func counterexamples(of record: RunRecord, _ roster: Roster) -> Block? {
    let found = CounterexampleList(record)
    guard !found.shown.isEmpty else { return nil }
    let cards = found.shown.map { entry in
      let example = entry.example
      var card = Card(
        matcher: entry.matcher, position: roster.position(of: entry.matcher),
        state: "voided",
        what: "on \(DisplayText.line(entry.cell, limit: 80))",
        facts: [
          Fact("query", DisplayText.query(example.query)),
          Fact("differs", DisplayText.line(example.difference, limit: 200)),
          Fact(
            "row",
            "\(QuantityFormat.count(example.firstRow)): "
              + DisplayText.quoted(example.firstRowText)),
        ])
      card.codes = [
        Card.Code("replay", DisplayText.exact(example.replayLine, limit: Card.Code.lineLimit))
      ]
      if let shrunk = example.shrunk {
        let lines = shrunk.split(separator: "\n", omittingEmptySubsequences: false).prefix(40)
        card.codes.append(
          Card.Code(
            "smallest rows and query that still show it",
            lines.map { DisplayText.exact(String($0), limit: 400) }.joined(separator: "\n")))
      }
      return card
    }
    let omitted = "\(QuantityFormat.count(found.omittedCount)) more are in the record."
    return Block(
      "counterexamples", "Counterexamples",
      lead: "The query, how the answer differed, and the command that repeats it.",
      [Part.cards(cards)] + (found.omittedCount > 0 ? [Part.text(omitted)] : []))
  }
}

// MARK: No rank

/// Matchers without a rank in some cells, with the reason; none is dropped silently.
package struct Unranked {
  /// Why a matcher has no rank, the worst reason first.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case voided
    case errored
    case missing
    case declined
    case diverged
    case inexact
    /// Its answers are right, but its times are meaningless or cannot be true.
    case unranked
    case sampled
    case skipped
    /// An engine that is not installed; the reason contains the command that installs it.
    case notInstalled = "not installed"
  }

  package var kind: Kind
  var reason: String
  /// The matchers that have no rank for the same reason.
  var matchers: [String] = []
  /// The cells, `<corpus>.<profile>`, in the order of the record.
  var cells: [String] = []

  /// All entries of a record: the worst kinds first, equal reasons merged.
  package static func all(of record: RunRecord) -> [Unranked] {
    typealias Remark = (kind: Kind, reason: String, matcher: String, cell: String)
    let remarks = record.cells.flatMap { cell in
      cell.matchers.flatMap { matcher in
        reasons(matcher).map { Remark($0.0, $0.1, matcher.id, cell.id) }
      }
    }
    let found = remarks.grouped { [$0.kind.rawValue, $0.reason] }.map { _, remarks in
      Unranked(
        kind: remarks[0].kind, reason: remarks[0].reason,
        matchers: remarks.map(\.matcher).uniqued, cells: remarks.map(\.cell).uniqued)
    }
    let all = found + [missing(record)].compactMap(\.self)
    return Kind.allCases.flatMap { kind in all.filter { $0.kind == kind } }
  }

  /// The matchers that took part in some cells but not in others.
  private static func missing(_ record: RunRecord) -> Unranked? {
    let roster = Roster(record)
    var counts = Array(repeating: 0, count: roster.ids.count)
    for matcher in record.cells.flatMap(\.matchers) { counts[roster.position(of: matcher.id)] += 1 }
    let absentees = roster.ids.indices.filter { counts[$0] < record.cells.count }
    guard !absentees.isEmpty else { return nil }
    return Unranked(
      kind: .missing, reason: "took part in other cells, not in these",
      matchers: absentees.map { roster.ids[$0] },
      cells: record.cells.filter { $0.matchers.count < roster.ids.count }.map(\.id))
  }

  private static func reasons(_ matcher: MatcherRecord) -> [(Kind, String)] {
    let reason = matcher.reason ?? "no reason given"
    switch matcher.status {
    case .voided:
      // The reasons for wrong answers differ from cell to cell; the counterexamples show them.
      return [(.voided, matcher.counterexamples.isEmpty ? reason : "answered wrongly")]
    case .errored:
      let state = matcher.engine?.fault.map { "\($0.state): " } ?? ""
      return [(.errored, reason.hasPrefix(state) ? reason : state + reason)]
    case .skipped:
      let isThere = matcher.engine?.fault?.state != EngineFaultRecord.notInstalled
      return [(isThere ? .skipped : .notInstalled, reason)]
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
    if matcher.isSampled {
      found.append((.sampled, "too slow for every keystroke; measured on a seeded sample"))
    }
    return found
  }
}

extension Block {
  /// The matchers without a rank in some cells, with the reason.
  static func unranked(of record: RunRecord) -> Block {
    let all = Unranked.all(of: record)
    guard !all.isEmpty else {
      return Block(
        "unranked", "Voided, skipped, missing",
        lead: "None: every matcher answered every keystroke of every cell."
      ).folded(false, isDetail: true)
    }
    var table = ReportTable(
      "Voided, skipped, missing", all,
      [
        .words("what") { $0.kind.rawValue }.painted { $0.tone },
        .prose("matchers") { DisplayText.list($0.matchers, limit: 6) },
        .prose("why") { $0.reason }, .count("cells") { $0.cells.count },
        .prose("which") { DisplayText.list($0.cells, limit: 3) },
      ])
    table.brief = all.map(\.brief)
    return Block(
      "unranked", "Voided, skipped, missing",
      lead: "Every matcher without a rank or without all figures, and the reason.", [.table(table)]
    ).folded(all.allSatisfy { [.skipped, .sampled, .notInstalled].contains($0.kind) })
  }
}

extension Unranked {
  /// For instance `skipped  shy on 3 cells: not this profile`.
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
