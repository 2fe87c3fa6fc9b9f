import Foundation
package import MatchmarkCore
package import MatchmarkRecord

/// The known disagreements of engines with the contract, as of a certain day.
///
/// It is strict, so that mistakes are not forgotten in it: an entry that no longer diverges, or has
/// expired, fails the run. An expired entry covers nothing any more.
package struct DivergenceLedger: Sendable, Codable {
  package let entries: [LedgerRecord]
  /// The day used to judge expiry, such as `2027-01-31`, which sorts chronologically.
  package let today: String

  package init(_ entries: [LedgerRecord] = [], today: String) {
    self.entries = entries
    self.today = today
  }

  /// No entries, on any day.
  package static let empty = DivergenceLedger(today: "0001-01-01")

  /// Returns true if a text is a day such as `2027-01-31`, and one that the month has.
  package static func isDay(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/) else { return false }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let day = DateComponents(year: Int(match.1), month: Int(match.2), day: Int(match.3))
    return day.isValidDate(in: calendar)
  }

  package func isExpired(_ entry: LedgerRecord) -> Bool { entry.expires < today }

  /// The entry that covers a keystroke of an engine; nil if a disagreement is a mistake.
  ///
  /// - Complexity: O(entries).
  package func position(covering query: SearchQuery, of engine: String, profile: String) -> Int? {
    entries.firstIndex { entry in
      entry.engine == engine && entry.covers(query, profile: profile) && !isExpired(entry)
    }
  }

  /// The entries that cover a breach of one of these clauses by a subject.
  ///
  /// - Complexity: O(entries · clauses).
  package func positions(covering clauses: [String], of subject: String) -> [Int] {
    entries.indices.filter { index in
      let entry = entries[index]
      return entry.engine == subject && !isExpired(entry)
        && clauses.contains { $0 == entry.clause }
    }
  }

  /// The state of each entry about a participant, after a run with these uses of the entries.
  ///
  /// - Complexity: O(entries + uses).
  package func standings(after uses: [LedgerUse], among ids: [String]) -> [LedgerRecord] {
    var counts: [Int: (asked: Int, diverged: Int)] = [:]
    for use in uses {
      counts[use.entry, default: (0, 0)].asked += use.askedCount
      counts[use.entry, default: (0, 0)].diverged += use.divergedCount
    }
    return entries.enumerated().compactMap { position, entry -> LedgerRecord? in
      guard ids.contains(entry.engine) else { return nil }
      let (asked, diverged) = counts[position] ?? (0, 0)
      var record = entry
      record.divergedCount = diverged
      record.standing =
        if isExpired(entry) { .expired } else if diverged > 0 { .applied } else {
          asked > 0 ? .stale : .notAsked
        }
      return record
    }
  }
}

extension LedgerRecord {
  /// Returns true if it is about this keystroke, with any tokens and scope; texts are compared
  /// bytewise.
  func covers(_ query: SearchQuery, profile name: String) -> Bool {
    profile == name && text?.utf8.elementsEqual(query.text.utf8) == true
  }
}
