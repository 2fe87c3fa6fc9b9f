import MatchmarkCore
package import MatchmarkMeasurement

/// Whoever is not ranked somewhere, and why; nothing is dropped silently.
package struct Unranked: Sendable, Hashable {
  /// Why a matcher has no rank.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case voided
    case errored
    case missing
    case declined
    case diverged
    case inexact
    case memoising
    case sampled
    case skipped
    /// An engine that is not there, with the command that installs it.
    case notInstalled = "not installed"
  }

  package var kind: Kind
  package var reason: String
  /// Those to whom it happened for the same reason.
  package var matchers: [String]
  /// The cells, `<corpus>.<profile>`, in the order of the record.
  package var cells: [String]

  /// All of a record: the worst kinds first, equal reasons together.
  package static func all(of record: RunRecord) -> [Unranked] {
    var found: [Unranked] = []
    var positions: [[String]: Int] = [:]
    var matchers: [Set<String>] = []
    for cell in record.cells {
      for matcher in cell.matchers {
        for (kind, reason) in reasons(matcher) {
          let key = [kind.rawValue, reason]
          let position = positions[key] ?? found.count
          if position == found.count {
            positions[key] = position
            found.append(Unranked(kind: kind, reason: reason, matchers: [], cells: []))
            matchers.append([])
          }
          if matchers[position].insert(matcher.id).inserted {
            found[position].matchers.append(matcher.id)
          }
          if found[position].cells.last != cell.id { found[position].cells.append(cell.id) }
        }
      }
    }
    if let missing = missing(record) { found.append(missing) }
    return Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
  }

  /// Whoever took part in some cells and not in others.
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
      // Reasons of wrong answers differ from cell to cell; the counterexamples tell them.
      return [(.voided, "answered wrongly")]
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
      found.append((.diverged, "known to answer some keystrokes otherwise; those are not timed"))
    }
    if !matcher.isExact { found.append((.inexact, "answers a superset; checked as one")) }
    if matcher.isMemoising {
      found.append((.memoising, "remembers answers: a repeated query is not matched again"))
    }
    if matcher.isSampled {
      found.append((.sampled, "too slow for every keystroke; measured on a seeded sample"))
    }
    return found
  }

  /// The list as a table.
  package static func table(_ all: [Unranked]) -> ReportTable {
    var table = ReportTable(
      "Voided, skipped, missing",
      columns: [
        .words("what"), .prose("matchers"), .prose("why"), .figures("cells"), .prose("which"),
      ])
    for entry in all {
      table.append([
        entry.kind.rawValue, listed(entry.matchers, limit: 6), DisplayText.line(entry.reason),
        QuantityFormat.count(entry.cells.count), listed(entry.cells, limit: 3),
      ])
    }
    return table
  }

  private static func listed(_ names: [String], limit: Int) -> String {
    let named = names.prefix(limit).map { DisplayText.line($0, limit: 60) }
    let rest = names.count - named.count
    return named.joined(separator: ", ")
      + (rest > 0 ? " and \(QuantityFormat.count(rest)) more" : "")
  }
}
