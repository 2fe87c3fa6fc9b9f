import MatchmarkCore
package import MatchmarkMeasurement

/// A record among others, and what to call it.
package struct ComparedRecord: Sendable {
  package var label: String
  package var record: RunRecord

  package init(label: String, _ record: RunRecord) {
    self.label = label
    self.record = record
  }
}

/// What a gate says of one matcher on one cell of the last record beside the first; it is made
/// elsewhere and only shown here.
package struct Judgement: Sendable, Hashable {
  /// Such as `slower`; shown as it is.
  package var verdict: String
  /// Whether it is a reason to stop.
  package var isBad: Bool
  package var interval: ClosedRange<Double>?

  package init(verdict: String, isBad: Bool, interval: ClosedRange<Double>? = nil) {
    self.verdict = verdict
    self.isBad = isBad
    self.interval = interval
  }
}

/// The same matchers in two or more records, cell by cell.
///
/// What is compared is the ratio to the reference matcher, which was measured beside each in the
/// same run: absolute times of two runs differ by whatever else the machine did.
package struct ComparisonFacts: Sendable {
  /// What a matcher did in one record.
  package struct Side: Sendable, Hashable {
    package var p50: Double
    package var p99: Double
    package var ratio: Double?
  }

  /// One matcher on one cell, in all records.
  package struct Row: Sendable {
    package var cell: String
    package var corpus: String
    package var profile: String
    package var matcher: String
    /// nil where a record has no figures of it.
    package var sides: [Side?]
    /// Why the figures of a record cannot be held against the first; nil where they can.
    package var obstacles: [String?]
    package var judgement: Judgement?

    /// The ratio of ratios, record `index` to the first: above 1 is slower.
    package func change(_ index: Int) -> Double? {
      guard obstacles[index] == nil, let new = sides[index]?.ratio, let old = sides[0]?.ratio,
        new > 0, old > 0
      else { return nil }
      return new / old
    }
  }

  package let records: [ComparedRecord]
  package let rows: [Row]
  package let roster: Roster

  /// - Parameters:
  ///   - records: at least two; the first is what the others are held against.
  ///   - judgements: those of a gate, by cell and matcher.
  package init(
    _ records: [ComparedRecord], judgements: [[String]: Judgement] = [:]
  ) {
    precondition(records.count > 1, "got \(records.count) records, expected at least two")
    self.records = records
    roster = Roster(records.flatMap(\.record.cells))
    var rows: [Row] = []
    var seen: Set<[String]> = []
    let indices = records.map { CellIndex($0.record) }
    let identities = records.map { RunIdentity($0.record) }
    let rules = identities.map { Comparability(of: $0, with: identities[0]) }
    for cell in records.flatMap(\.record.cells) {
      for matcher in cell.matchers where seen.insert([cell.id, matcher.id]).inserted {
        guard !indices.allSatisfy({ $0.isReference(matcher.id) }) else { continue }
        rows.append(
          Row(
            cell: cell.id, corpus: cell.corpus.name, profile: cell.profile.name,
            matcher: matcher.id, sides: indices.map { $0.side(cell.id, matcher.id) },
            obstacles: rules.map { $0.obstacle(to: matcher.id, on: cell.id)?.description },
            judgement: judgements[[cell.id, matcher.id]]))
      }
    }
    self.rows = rows
  }

  /// How a matcher's ratios changed in a record, over all cells that can be compared.
  package func change(of matcher: String, in index: Int) -> (mean: Double, count: Int)? {
    let changes = rows.filter { $0.matcher == matcher }.compactMap { $0.change(index) }
    return geometricMean(changes).map { ($0, changes.count) }
  }
}

/// Where a record has what.
private struct CellIndex {
  private let record: RunRecord
  private var cells: [String: CellRecord] = [:]

  init(_ record: RunRecord) {
    self.record = record
    for cell in record.cells { cells[cell.id] = cell }
  }

  func isReference(_ matcher: String) -> Bool { record.suite.reference == matcher }

  /// The figures of a matcher; nil where it is not ranked.
  func side(_ cell: String, _ matcher: String) -> ComparisonFacts.Side? {
    guard let matcher = cells[cell]?.matchers.first(where: { $0.id == matcher }),
      matcher.isRanked, let figures = matcher.figures
    else { return nil }
    return ComparisonFacts.Side(
      p50: figures.typed.p50OfMedians, p99: figures.typed.p99OfMedians,
      ratio: figures.ratioToReference)
  }
}
