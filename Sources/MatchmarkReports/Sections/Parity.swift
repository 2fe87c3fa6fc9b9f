import MatchmarkCore
import MatchmarkMeasurement

/// Who was right about what: matchers against groups of checks.
package struct ParityMatrix {
  /// How a matcher stands in a group.
  package struct Entry {
    private(set) var verified = 0
    private(set) var voided = 0
    private(set) var errored = 0
    private(set) var skipped = 0

    package init(verified: Int = 0, voided: Int = 0, errored: Int = 0, skipped: Int = 0) {
      self.verified = verified
      self.voided = voided
      self.errored = errored
      self.skipped = skipped
    }

    package var total: Int { verified + voided + errored + skipped }

    /// The worst thing that happened.
    private var status: MatcherStatus? {
      if voided > 0 { return .voided }
      if errored > 0 { return .errored }
      if verified > 0 { return .verified }
      return skipped > 0 ? .skipped : nil
    }

    /// How many stand as the worst of them does, for instance `✓ 3 of 12`.
    ///
    /// There is always a sign or a word, so that colour is never needed.
    package var text: String {
      let total = QuantityFormat.count(total)
      return switch status {
      case .verified where skipped == 0: "✓ \(QuantityFormat.count(verified))"
      case .verified: "✓ \(QuantityFormat.count(verified)) of \(total)"
      case .voided: "✗ \(QuantityFormat.count(voided)) of \(total)"
      case .errored: "failed \(QuantityFormat.count(errored)) of \(total)"
      case .skipped: "skipped"
      case nil: "–"
      }
    }

    fileprivate var tone: Tone {
      switch status {
      case .verified: .right
      case .voided, .errored: .wrong
      case .skipped, nil: .faint
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

  package struct Row {
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

  private static let profiles = "Profiles"
  private static let eventClasses = "Kinds of keystrokes"

  package private(set) var matchers: [String]
  private(set) var rows: [Row]
  /// Matchers and groups that are not shown.
  private(set) var omittedCount: Int

  /// A matrix beyond that helps no one, and its size is the product of the two.
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

  /// Rows are profiles and event classes; what is counted is cells in which the group occurs.
  init(_ record: RunRecord) {
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

// MARK: Tables

extension ParityMatrix {
  /// With more matchers than that they are rows, which is where tables grow.
  private static let columnLimit = 8

  /// A table for each theme, in order of appearance.
  package var tables: [ReportTable] {
    var seen: Set<String> = []
    return rows.map(\.theme).filter { seen.insert($0).inserted }.map { theme in
      let own = rows.filter { $0.theme == theme }
      let table =
        matchers.count <= Self.columnLimit ? byGroup(theme, own) : byMatcher(theme, own)
      return table.withRowHeads().named()
    }
  }

  private func byGroup(_ theme: String, _ own: [Row]) -> ReportTable {
    typealias Column = ReportTable.Column<Row>
    let group = Column.words("group", limit: 40) { $0.group }
    let columns = matchers.enumerated().map { index, name in
      Column.words(name) { $0.entries[index].text }.painted { $0.entries[index].tone }
        .signed(index)
    }
    return ReportTable(theme, own, [group] + columns)
  }

  private func byMatcher(_ theme: String, _ own: [Row]) -> ReportTable {
    typealias Column = ReportTable.Column<Int>
    let matcher = Column.words("matcher", limit: 60) { matchers[$0] }
    let columns = own.map { row in
      Column.words(row.group) { row.entries[$0].text }.painted { row.entries[$0].tone }
    }
    return ReportTable(theme, Array(matchers.indices), [matcher] + columns)
  }

  /// What is not shown; empty where everything is.
  package var omission: String {
    omittedCount > 0
      ? "\(QuantityFormat.count(omittedCount)) more matchers and groups are in the record." : ""
  }
}

extension Block {
  /// In how many cells a matcher was right, by profile and by kind of keystroke.
  static func parity(of record: RunRecord) -> Block? {
    let matrix = ParityMatrix(record)
    guard !matrix.rows.isEmpty else { return nil }
    return Block(
      "parity", "Answers",
      lead: "In how many cells (one corpus under one profile) every answer was right, by profile "
        + "and by kind of keystroke.",
      matrix.tables.map(Part.table)
        + (matrix.omission.isEmpty ? [] : [Part.text(matrix.omission)])
    ).folded(false, isDetail: true)
  }
}
