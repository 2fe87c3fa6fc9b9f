import MatchmarkCore
package import MatchmarkMeasurement

/// Who was right about what: matchers against groups of checks.
package struct ParityMatrix: Sendable, Hashable {
  /// How a matcher stands in a group.
  package struct Entry: Sendable, Hashable {
    package var verified = 0
    package var voided = 0
    package var errored = 0
    package var skipped = 0

    package init() {}

    package var total: Int { verified + voided + errored + skipped }

    /// The worst thing that happened.
    package var status: MatcherStatus? {
      if voided > 0 { return .voided }
      if errored > 0 { return .errored }
      if verified > 0 { return .verified }
      return skipped > 0 ? .skipped : nil
    }

    fileprivate mutating func add(_ status: MatcherStatus) {
      switch status {
      case .verified: verified += 1
      case .voided: voided += 1
      case .errored: errored += 1
      case .skipped: skipped += 1
      }
    }
  }

  /// What rows are about.
  package enum Theme: String, Sendable, Hashable, CaseIterable {
    case profile = "Profiles"
    case eventClass = "Kinds of keystrokes"
  }

  package struct Row: Sendable, Hashable {
    package var theme: Theme
    package var group: String
    /// One for each matcher, in roster order.
    package var entries: [Entry]
  }

  package var matchers: [String]
  package var rows: [Row]
  /// Matchers and groups that are not shown.
  package var omittedCount: Int

  /// A matrix beyond that helps nobody, and its size is the product of the two.
  private static let matcherLimit = 200
  private static let groupLimit = 200

  /// Rows are profiles and event classes; what is counted is cells in which the group occurs.
  package init(_ record: RunRecord) {
    let roster = Roster(record)
    let width = min(roster.ids.count, Self.matcherLimit)
    var builder = Builder(width: width, limit: Self.groupLimit)
    for cell in record.cells {
      let classes = Set(cell.keystrokes.map(\.eventClass))
      for matcher in cell.matchers {
        let position = roster.position(of: matcher.id)
        guard position < width else { continue }
        builder.add(matcher.status, to: .profile, cell.profile.name, at: position)
        for name in classes {
          builder.add(
            Self.status(of: matcher, in: name), to: .eventClass, name, at: position)
        }
      }
    }
    matchers = Array(roster.ids.prefix(width))
    omittedCount = roster.ids.count - width + builder.omitted.count
    rows = builder.rows.filter { $0.theme == .profile }
    rows += builder.rows.filter { $0.theme == .eventClass }.sorted {
      (Self.order($0.group), $0.group) < (Self.order($1.group), $1.group)
    }
  }

  /// A voided matcher is wrong only in the event classes in which it was caught.
  private static func status(of matcher: MatcherRecord, in eventClass: String) -> MatcherStatus {
    guard matcher.status == .voided, !matcher.counterexamples.isEmpty else {
      return matcher.status
    }
    return matcher.counterexamples.contains { $0.eventClass == eventClass } ? .voided : .verified
  }

  /// The order in which a session meets the classes.
  private static func order(_ eventClass: String) -> Int {
    let known = [
      "first-key", "later-key", "token-change", "scope-change", "browse", "suggestions",
    ]
    return known.firstIndex(of: eventClass) ?? known.count
  }

  private struct Builder {
    let width: Int
    let limit: Int
    var rows: [Row] = []
    var omitted: Set<[String]> = []
    private var positions: [[String]: Int] = [:]

    init(width: Int, limit: Int) {
      self.width = width
      self.limit = limit
    }

    mutating func add(
      _ status: MatcherStatus, to theme: Theme, _ group: String, at column: Int
    ) {
      let key = [theme.rawValue, group]
      let row = positions[key] ?? rows.count
      if row == rows.count {
        guard row < limit else {
          omitted.insert(key)
          return
        }
        positions[key] = row
        rows.append(
          Row(theme: theme, group: group, entries: Array(repeating: Entry(), count: width)))
      }
      rows[row].entries[column].add(status)
    }
  }
}
