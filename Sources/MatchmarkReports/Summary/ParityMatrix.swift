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

    package init(verified: Int = 0, voided: Int = 0, errored: Int = 0, skipped: Int = 0) {
      self.verified = verified
      self.voided = voided
      self.errored = errored
      self.skipped = skipped
    }

    package var total: Int { verified + voided + errored + skipped }

    /// The worst thing that happened.
    package var status: MatcherStatus? {
      if voided > 0 { return .voided }
      if errored > 0 { return .errored }
      if verified > 0 { return .verified }
      return skipped > 0 ? .skipped : nil
    }

    /// How many stand as the status says: `12`, `3 of 12`, `failed 1 of 12`, `skipped`.
    package var text: String {
      let total = QuantityFormat.count(total)
      return switch status {
      case .verified where skipped == 0: QuantityFormat.count(verified)
      case .verified: "\(QuantityFormat.count(verified)) of \(total)"
      case .voided: "\(QuantityFormat.count(voided)) of \(total)"
      case .errored: "failed \(QuantityFormat.count(errored)) of \(total)"
      case .skipped: "skipped"
      case nil: "–"
      }
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

  package struct Row: Sendable, Hashable {
    /// What the row is about, such as ``profiles``; rows of one theme stand together.
    package var theme: String
    package var group: String
    /// One for each matcher, in roster order.
    package var entries: [Entry]

    package init(theme: String, group: String, entries: [Entry]) {
      self.theme = theme
      self.group = group
      self.entries = entries
    }
  }

  package static let profiles = "Profiles"
  package static let eventClasses = "Kinds of keystrokes"

  package var matchers: [String]
  package var rows: [Row]
  /// Matchers and groups that are not shown.
  package var omittedCount: Int

  /// A matrix beyond that helps nobody, and its size is the product of the two.
  private static let matcherLimit = 200
  private static let groupLimit = 200

  package init(matchers: [String], rows: [Row]) {
    self.matchers = Array(matchers.prefix(Self.matcherLimit))
    self.rows = rows.prefix(Self.groupLimit).map { row in
      Row(
        theme: row.theme, group: row.group,
        entries: Array(row.entries.prefix(Self.matcherLimit)))
    }
    omittedCount =
      max(0, matchers.count - Self.matcherLimit) + max(0, rows.count - Self.groupLimit)
  }

  /// The themes, in order of appearance.
  package var themes: [String] {
    var seen: Set<String> = []
    return rows.map(\.theme).filter { seen.insert($0).inserted }
  }

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
        builder.add(matcher.status, to: Self.profiles, cell.profile.name, at: position)
        for name in classes {
          builder.add(
            Self.status(of: matcher, in: name), to: Self.eventClasses, name, at: position)
        }
      }
    }
    matchers = Array(roster.ids.prefix(width))
    omittedCount = roster.ids.count - width + builder.omitted.count
    rows = builder.rows.filter { $0.theme == Self.profiles }
    rows += builder.rows.filter { $0.theme == Self.eventClasses }.sorted {
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
      _ status: MatcherStatus, to theme: String, _ group: String, at column: Int
    ) {
      let key = [theme, group]
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
