import MatchmarkCore
import MatchmarkRecord

/// The status of each matcher in each group of checks.
package struct ParityMatrix {
  /// The results of a matcher in a group.
  package struct Entry {
    private let counts: [MatcherStatus: Int]
    /// True if not all keystrokes were checked somewhere.
    private var isInPart = false
    /// True if it is code of an app that differs from the specification, for which no run fails.
    private var differs = false

    /// - Parameter marks: each with its status, the record of the matcher, and its cell.
    fileprivate init(_ marks: [Mark]) {
      counts = Dictionary(grouping: marks, by: \.status).mapValues(\.count)
      isInPart = marks.contains { $0.status == .verified && $0.record.isCheckedInPart(in: $0.cell) }
      differs = marks.contains(where: \.differs)
    }

    /// - Parameter inPart: checks that are right as far as they were answered.
    package init(verified: Int = 0, inPart: Int = 0, voided: Int = 0, skipped: Int = 0) {
      counts = [.verified: verified + inPart, .voided: voided, .skipped: skipped]
      isInPart = inPart > 0
    }

    package var total: Int { counts.values.reduce(0, +) }

    private var status: MatcherStatus? {
      [.voided, .errored, .verified, .skipped].first { counts[$0, default: 0] > 0 }
    }

    /// The number of checks with the worst status, for instance `✓ 3 of 12`; no number if there is
    /// one check.
    ///
    /// There is always a sign or a word, so that the text is clear without colour.
    package var text: String {
      let all = QuantityFormat.count(total)
      let count = QuantityFormat.count(status.flatMap { counts[$0] } ?? 0)
      let share = total == 1 ? "" : " \(count) of \(all)"
      return switch status {
      case .verified:
        "✓\(count == all && total > 1 ? " \(count)" : share)\(isInPart ? " ~" : "")"
      case .voided: "✗\(share)"
      case .errored: "failed\(share)"
      case .skipped: differs ? "differs" : "skipped"
      case nil: "–"
      }
    }

    fileprivate var tone: Tone {
      if status == .skipped, differs { return .caution }
      return switch status {
      case .verified: .right
      case .voided, .errored: .wrong
      case .skipped, nil: .faint
      }
    }
  }

  package struct Row {
    /// The subject of the row, such as ``profiles``; rows with the same theme are adjacent.
    fileprivate let theme: String
    fileprivate let group: String
    /// The entries, one for each matcher, in roster order.
    package let entries: [Entry]

    package init(theme: String, group: String, entries: [Entry]) {
      self.theme = theme
      self.group = group
      self.entries = entries
    }
  }

  /// One check of a matcher: a profile, or a kind of keystroke, on one cell.
  fileprivate struct Mark {
    let theme: String
    let group: String
    let status: MatcherStatus
    let record: MatcherRecord
    let cell: CellRecord

    /// True if it differs here and is not held to its answers.
    var differs: Bool {
      guard status == .skipped, record.status == .skipped, let tally = record.answers else {
        return false
      }
      let own = theme == ParityMatrix.eventClasses ? tally.wrongByClass : nil
      return (own.map { $0[group, default: 0] } ?? tally.wrongCount) > 0
    }
  }

  private static let profiles = "Profiles"
  private static let eventClasses = "Kinds of keystrokes"

  let matchers: [String]
  fileprivate let rows: [Row]
  fileprivate let omittedCount: Int

  /// The limits of a useful matrix, whose size is the product of the two.
  private static let matcherLimit = 200
  private static let groupLimit = 200

  package init(matchers: [String], rows: [Row]) {
    self.matchers = Array(matchers.prefix(Self.matcherLimit))
    self.rows = rows.prefix(Self.groupLimit).map { row in
      Row(theme: row.theme, group: row.group, entries: Array(row.entries.prefix(Self.matcherLimit)))
    }
    omittedCount = max(0, matchers.count - Self.matcherLimit) + max(0, rows.count - Self.groupLimit)
  }

  /// Creates rows for profiles and event classes; an entry counts the cells that have the group.
  init(_ record: RunRecord) {
    let marks = record.cells.flatMap { cell in
      let classes = Set(cell.keystrokes.map(\.eventClass))
      return cell.matchers.flatMap { matcher -> [Mark] in
        func mark(_ theme: String, _ group: String, _ status: MatcherStatus) -> Mark {
          Mark(theme: theme, group: group, status: status, record: matcher, cell: cell)
        }
        return [mark(Self.profiles, cell.profile.name, matcher.status)]
          + classes.map { mark(Self.eventClasses, $0, Self.status(of: matcher, in: $0)) }
      }
    }
    let ids = Roster(record).ids
    let shown = Array(ids.prefix(Self.matcherLimit))
    let groups = marks.grouped { [$0.theme, $0.group] }
    let rows = groups.prefix(Self.groupLimit).map { key, marks in
      let own = Dictionary(grouping: marks, by: \.record.id)
      return Row(
        theme: key[0], group: key[1],
        entries: shown.map { Entry(own[$0, default: []]) })
    }
    let classes = rows.filter { $0.theme == Self.eventClasses }.sorted {
      (Self.order($0.group), $0.group) < (Self.order($1.group), $1.group)
    }
    let profiles = rows.filter { $0.theme == Self.profiles }
    matchers = shown
    // With a single profile, the rows of the kinds say the same.
    self.rows = (profiles.count > 1 || classes.isEmpty ? profiles : []) + classes
    omittedCount = ids.count - shown.count + max(0, groups.count - Self.groupLimit)
  }

  /// Returns the status of a matcher in an event class; a matcher that is wrong, and so an app's
  /// code that differs, may be right in some classes, and have no answer in others.
  private static func status(of matcher: MatcherRecord, in eventClass: String) -> MatcherStatus {
    if [.voided, .skipped].contains(matcher.status), let tally = matcher.answers,
      tally.wrongCount > 0, let wrong = tally.wrongByClass
    {
      return wrong[eventClass].map { $0 > 0 ? matcher.status : .verified } ?? .skipped
    }
    guard matcher.status == .voided, !matcher.counterexamples.isEmpty else {
      return matcher.status
    }
    return matcher.counterexamples.contains { $0.eventClass == eventClass } ? .voided : .verified
  }

  /// Returns the position of a class in the order in which the classes occur in a session.
  private static func order(_ eventClass: String) -> Int {
    let known = [
      "first-key", "later-key", "token-change", "scope-change", "browse", "suggestions",
    ]
    return known.firstIndex(of: eventClass) ?? known.count
  }
}

extension ParityMatrix {
  /// The maximum number of matchers as columns; more of them become rows, because tables grow
  /// downwards.
  private static let columnLimit = 8

  /// The tables, one for each theme, in order of appearance.
  package var tables: [ReportTable] {
    rows.grouped(by: \.theme).map { theme, own in
      let isNarrow = matchers.count <= Self.columnLimit
      return (isNarrow ? byGroup(theme, own) : byMatcher(theme, own)).named(hasRowHeads: true)
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
}

extension Block {
  static func parity(of record: RunRecord) -> Block? {
    let matrix = ParityMatrix(record)
    guard !matrix.rows.isEmpty else { return nil }
    let rest = QuantityFormat.rest(matrix.omittedCount, "matchers and groups are in the record")
    return Block(
      "parity", "Answers",
      lead: "The number of cells (each one corpus under one profile) in which every answer was "
        + "right, by profile and by kind of keystroke. ~ means that only a sample was checked. "
        + "“differs” marks the code of an app, and a ranker that does not claim the order asked "
        + "for; neither makes a run fail.",
      matrix.tables.map(Part.table) + rest.map(Part.text)
    ).folded(false, isDetail: true)
  }
}
