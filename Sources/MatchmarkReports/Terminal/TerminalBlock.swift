import MatchmarkCore
import MatchmarkMeasurement

/// One corpus family under one profile: matchers as rows, sizes as columns.
struct TerminalBlock {
  private let cells: [CellRecord]

  /// - Parameter cells: at least one, all of one family and profile.
  init(cells: [CellRecord]) {
    self.cells = cells.sorted { $0.corpus.rowCount < $1.corpus.rowCount }
  }

  func lines(reference: String, style: TextStyle) -> [String] {
    guard let first = cells.first else { return [] }
    var table = TextTable()
    table.append(
      [""] + cells.map { QuantityFormat.rows($0.corpus.rowCount) } + ["ratio", "index"])
    var notes: [String] = []
    var shared = SharedNotes()
    for matcher in first.matchers.map(\.id) {
      let records = cells.compactMap { cell in cell.matchers.first { $0.id == matcher } }
      if let reason = Self.skipReason(records) {
        notes.append("  \(matcher): skipped, \(reason)")
      } else {
        table.append(row(matcher, records))
        notes += Self.notes(matcher, records)
        shared.add(matcher, records)
      }
    }
    let lines = table.lines(indent: 2)
    notes += shared.lines + noise
    let head = "\(first.corpus.family), profile \(first.profile.name) (\(first.profile.axes))"
    return [style.strong(head)] + lines.prefix(1).map(style.faint) + lines.dropFirst()
      + notes.map(style.faint)
  }

  private func row(_ matcher: String, _ records: [MatcherRecord]) -> [String] {
    let last = records.last
    let figures = last?.figures
    let ratio = figures.map(IntervalFormat.text) ?? "–"
    let textSize = cells.last?.corpus.sizeInBytes ?? 0
    let index = last?.build.map {
      QuantityFormat.ratio(Double($0.indexSizeInBytes) / Double(max(textSize, 1)))
    }
    let isRanked = last?.isRanked ?? false
    return [matcher] + records.map(Self.cell) + [isRanked ? ratio : "–", index ?? "–"]
  }

  private static func cell(_ record: MatcherRecord) -> String {
    guard record.status == .verified else { return record.state.uppercased() }
    guard let typed = record.figures?.typed else { return "right" }
    let mark = (record.isSampled ? "*" : "") + (record.divergedCount > 0 ? "†" : "")
    return "\(QuantityFormat.time(typed.p50OfMedians)) / "
      + "\(QuantityFormat.time(typed.p99OfMedians))\(mark)"
  }

  /// How the reference compares with itself, at each size; what is smaller is no difference.
  private var noise: [String] {
    let floors = cells.compactMap { cell in
      cell.noise.map { noise in
        "\(IntervalFormat.text(noise.ratio)) at \(QuantityFormat.rows(cell.corpus.rowCount))"
      }
    }
    guard let matcher = cells.lazy.compactMap(\.noise).first?.matcher else { return [] }
    return ["  noise: \(matcher) to itself \(floors.joined(separator: ", "))"]
  }

  /// The reason, where a matcher was skipped at every size.
  private static func skipReason(_ records: [MatcherRecord]) -> String? {
    guard records.allSatisfy({ $0.status == .skipped }) else { return nil }
    return records.first?.reason ?? "no reason given"
  }

  private static func notes(_ matcher: String, _ records: [MatcherRecord]) -> [String] {
    var notes: [String] = []
    let diverged = records.reduce(0) { $0 + $1.divergedCount }
    if diverged > 0 { notes.append("  † \(matcher): diverges (\(diverged), ledger)") }
    if let warning = records.lazy.compactMap(\.engine?.warning).first {
      notes.append("  \(matcher): \(warning)")
    }
    if let declined = records.first(where: { $0.declinedCount > 0 }) {
      notes.append(
        "  \(matcher): \(declined.declinedCount) keystrokes \(declined.reason ?? "declined")")
    }
    if let share = records.last?.figures?.repeatedToUnseen, records.last?.isMemoising == true {
      notes.append(
        "  \(matcher): remembers answers, a repeated query takes \(QuantityFormat.ratio(share)) of "
          + "its first time; never ranked")
    }
    if let paced = records.last?.figures?.paced {
      notes.append(
        "  \(matcher): at a person's pace \(QuantityFormat.time(paced.paced.p50OfMedians)) / "
          + "\(QuantityFormat.time(paced.paced.p99OfMedians)), the same keystrokes warm "
          + "\(QuantityFormat.time(paced.warm.p50OfMedians)) / "
          + QuantityFormat.time(paced.warm.p99OfMedians))
    }
    if !records.allSatisfy({ $0.isExact }) {
      notes.append("  \(matcher): inexact, answers a superset; never ranked")
    }
    return notes
  }
}

/// What is said of many matchers in the same words, on one line for all of them.
private struct SharedNotes {
  private var sampled: [String] = []
  private var overFrame: [String] = []

  mutating func add(_ matcher: String, _ records: [MatcherRecord]) {
    if records.contains(where: { $0.isSampled && $0.status == .verified }) {
      sampled.append(matcher)
    }
    let count = records.reduce(0) { $0 + ($1.figures?.overBudget.at120Hertz ?? 0) }
    if count > 0 { overFrame.append("\(matcher) \(QuantityFormat.count(count))") }
  }

  var lines: [String] {
    var lines: [String] = []
    if !sampled.isEmpty {
      lines.append("  * a seeded sample of the keystrokes: \(sampled.joined(separator: ", "))")
    }
    if !overFrame.isEmpty {
      lines.append(
        "  samples over a frame at 120 Hz (8.33 ms): \(overFrame.joined(separator: ", "))")
    }
    return lines
  }
}

extension SearchProfile {
  /// For instance `contains, c, phrase`.
  package var axes: String {
    let modes = textFields.map(\.match.rawValue)
    let match = Set(modes).count == 1 ? modes[0] : modes.joined(separator: "|")
    return "\(match), \(folding.rawValue), \(terms.rawValue)"
  }
}

extension SearchQuery {
  /// Tokens and scope behind a quoted text: ` [kind=book] in 2019`, or nothing.
  package var filterDescription: String {
    let tokens = tokens.map { " [\($0.facet)=\($0.value)]" }.joined()
    return tokens + (scope.map { " in \($0)" } ?? "")
  }
}
