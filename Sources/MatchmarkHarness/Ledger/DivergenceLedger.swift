package import MatchmarkCore
package import MatchmarkMeasurement

/// One known disagreement with the contract, tolerated until a certain day.
package struct Divergence: Sendable, Codable, Hashable {
  /// What it is about.
  package enum Subject: Sendable, Codable, Hashable {
    /// Every conformance case of a clause.
    case clause(String)
    /// Every keystroke with this text under the profile with this name, with any tokens and scope.
    case query(text: String, profile: String)
  }

  /// The id of the engine or matcher.
  package let engine: String
  package let subject: Subject
  /// Why it is tolerated, for a person to read.
  package let reason: String
  /// Where to read more about it.
  package let link: String
  /// The last day on which it is tolerated.
  package let expires: CalendarDay

  package init(
    engine: String, subject: Subject, reason: String, link: String, expires: CalendarDay
  ) {
    self.engine = engine
    self.subject = subject
    self.reason = reason
    self.link = link
    self.expires = expires
  }
}

/// The known disagreements of engines with the contract, as of a certain day.
///
/// It is strict, so that mistakes are not forgotten in it: an entry that no longer diverges, or has
/// expired, fails the run. An expired entry covers nothing any more.
package struct DivergenceLedger: Sendable, Codable {
  package let entries: [Divergence]
  /// The day used to judge expiry.
  package let today: CalendarDay

  package init(_ entries: [Divergence] = [], today: CalendarDay) {
    self.entries = entries
    self.today = today
  }

  /// No entries, on any day.
  package static let empty = DivergenceLedger(today: .first)

  /// Whether an entry is past its last day.
  package func isExpired(_ entry: Divergence) -> Bool { entry.expires < today }

  /// The entry that covers a keystroke of an engine; nil if a disagreement is a mistake.
  ///
  /// - Complexity: O(entries).
  package func position(covering query: SearchQuery, of engine: String, profile: String) -> Int? {
    entries.firstIndex { entry in
      entry.engine == engine && entry.covers(query, profile: profile) && !isExpired(entry)
    }
  }
}

extension Divergence {
  /// Whether it is about this keystroke; texts are compared bytewise.
  package func covers(_ query: SearchQuery, profile name: String) -> Bool {
    guard case .query(let text, let profile) = subject else { return false }
    return profile == name && text.utf8.elementsEqual(query.text.utf8)
  }
}

// MARK: - How entries stand

extension DivergenceLedger {
  /// The state of each entry about a participant, after a run.
  ///
  /// - Complexity: O(entries + matchers of all cells).
  package func standings(after cells: [CellRecord], among ids: [String]) -> [LedgerRecord] {
    var uses: [Int: (asked: Int, diverged: Int)] = [:]
    for use in cells.flatMap(\.matchers).flatMap({ $0.ledger ?? [] }) {
      uses[use.entry, default: (0, 0)].asked += use.askedCount
      uses[use.entry, default: (0, 0)].diverged += use.divergedCount
    }
    return entries.enumerated().compactMap { position, entry in
      guard ids.contains(entry.engine) else { return nil }
      let use = uses[position] ?? (0, 0)
      return record(of: entry, asked: use.asked, diverged: use.diverged)
    }
  }

  /// An entry with the number of questions that it is about, and how many of them it covered.
  package func record(of entry: Divergence, asked: Int, diverged: Int) -> LedgerRecord {
    let standing: LedgerStanding =
      if isExpired(entry) { .expired } else if diverged > 0 { .applied } else {
        asked > 0 ? .stale : .notAsked
      }
    var record = LedgerRecord(
      engine: entry.engine, reason: entry.reason, link: entry.link,
      expires: entry.expires.description, standing: standing, divergedCount: diverged)
    switch entry.subject {
    case .clause(let id): record.clause = id
    case .query(let text, let profile): (record.text, record.profile) = (text, profile)
    }
    return record
  }
}

/// A calendar day without time and zone: until when something is tolerated.
package struct CalendarDay: Sendable, Codable, Hashable, CustomStringConvertible {
  /// For instance `2027-01-31`, which sorts chronologically.
  package let description: String

  static let first = CalendarDay(description: "0001-01-01")

  private init(description: String) { self.description = description }

  /// Reads `2027-01-31`; nil for anything else, such as a day that the month does not have.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      (1...12).contains(month), (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.init(description: text)
  }

  /// The number of days of a month in the Gregorian calendar.
  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDay: Comparable {
  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.description < right.description
  }
}
