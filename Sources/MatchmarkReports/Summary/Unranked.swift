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
    case inexact
    case sampled
    case skipped
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
    let roster = Roster(record)
    for cell in record.cells {
      for id in roster.ids {
        for (kind, reason) in reasons(cell.matchers.first { $0.id == id }) {
          let key = [kind.rawValue, reason]
          let position = positions[key] ?? found.count
          if position == found.count {
            positions[key] = position
            found.append(Unranked(kind: kind, reason: reason, matchers: [], cells: []))
          }
          if !found[position].matchers.contains(id) { found[position].matchers.append(id) }
          if found[position].cells.last != cell.id { found[position].cells.append(cell.id) }
        }
      }
    }
    return Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
  }

  private static func reasons(_ matcher: MatcherRecord?) -> [(Kind, String)] {
    guard let matcher else { return [(.missing, "took part in other cells, not in this one")] }
    let reason = matcher.reason ?? "no reason given"
    switch matcher.status {
    case .voided:
      // Reasons of wrong answers differ from cell to cell; the counterexamples tell them.
      return [(.voided, "answered wrongly")]
    case .errored: return [(.errored, reason)]
    case .skipped: return [(.skipped, reason)]
    case .verified: break
    }
    var found: [(Kind, String)] = []
    if matcher.declinedCount > 0 { found.append((.declined, reason)) }
    if !matcher.isExact { found.append((.inexact, "answers a superset; checked as one")) }
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
