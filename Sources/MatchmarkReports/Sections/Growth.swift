import MatchmarkCore
package import MatchmarkRecord

/// The standing and the growth of the matchers on one corpus family under one profile.
private struct GrowthGroup {
  struct Line {
    let matcher: String
    /// The matcher's part at the largest size; nil if it has no record there.
    let largest: MatcherPart?
    /// The matcher's times, ascending by rows; sizes of zero rows are left out, because they have
    /// no logarithm.
    let points: [TimedPart]
    /// The growth of p50 and p99, fitted to the points that have them over all typed keystrokes.
    let p50: GrowthLaw?
    let p99: GrowthLaw?
    /// The size up to which the reference matcher has the lower p99.
    var crossover: Reach?

    init(_ matcher: String, _ parts: [MatcherPart], largest: MatcherPart?) {
      let points = parts.compactMap { TimedPart($0) }.filter { $0.rowCount > 0 }
      func law(_ time: (Tails) -> Double?) -> GrowthLaw? {
        GrowthLaw(
          points.filter(\.isComplete).compactMap { point in
            time(point.tails).map { GrowthLaw.Point(rowCount: point.rowCount, time: $0) }
          })
      }
      self.matcher = matcher
      self.largest = largest
      self.points = points
      p50 = law { $0.p50OfMedians }
      p99 = law { $0.p99OfMedians }
    }
  }

  private let cells: [CellRecord]
  /// The longest p99 for which the largest size is shown: the budget, or a frame.
  private let limit: Double
  private let standings: [Standings]
  private let parts: [[String: MatcherPart]]
  private(set) var lines: [Line] = []

  static func all(of record: RunRecord) -> [GrowthGroup] {
    let roster = Roster(record)
    let limit = record.p99Limit
    return record.cells.grouped { [$0.corpus.family, $0.profile.name] }
      .map {
        GrowthGroup($0.elements, roster, reference: record.suite.reference, within: limit)
      }
      .filter { !$0.lines.isEmpty }
  }

  private init(
    _ cells: [CellRecord], _ roster: Roster, reference: String, within limit: Double
  ) {
    self.limit = limit
    self.cells = cells.sorted { $0.corpus.rowCount < $1.corpus.rowCount }
    standings = self.cells.map { Standings($0) }
    parts = self.cells.map { cell in
      Dictionary([cell].parts.map { ($0.record.id, $0) }) { _, last in last }
    }
    // A matcher that was skipped everywhere is listed as unranked, with the reason.
    lines = self.cells.byMatcher(roster).filter { matcher in
      matcher.parts.contains { $0.record.status != .skipped || $0.unrankedFigures != nil }
    }.map { Line($0.matcher, $0.parts, largest: parts.last?[$0.matcher]) }
    let own = lines.first { $0.matcher == reference }
    for index in lines.indices where lines[index].matcher != reference {
      lines[index].crossover = lines[index].p99.flatMap { own?.p99?.crossover(with: $0) }
    }
  }

  var curves: [Line] { lines.filter { !$0.points.isEmpty } }
  var family: String { DisplayText.line(cells.first?.corpus.family ?? "") }
  var profile: String { DisplayText.line(cells.first?.profile.name ?? "") }
  /// The size of the user's own list, if longer ones were measured.
  var ownRowCount: Int? { OwnSize.rowCount(of: cells) }
  var axes: String { cells.first?.profile.axes ?? "" }
  /// The largest number of sizes at which a matcher was timed.
  var sizeCount: Int { lines.map(\.points.count).max() ?? 0 }
}

// MARK: Table

extension GrowthGroup {
  private typealias Column = ReportTable.Column<Line>

  /// The maximum number of columns that fit a page and a terminal; the largest sizes are shown.
  private static let sizeLimit = 12

  /// Returns a table with the matchers as rows, a column for each size, and then the conclusions
  /// from all sizes.
  func table(reference: String) -> ReportTable {
    let name = DisplayText.line(reference, limit: 40)
    let sizes = cells.indices.suffix(Self.sizeLimit).map { place in
      Column.figures(heading(place)) { text($0, at: place) }
        .painted { parts[place][$0.matcher]?.record.isWrong == true ? .wrong : .plain }
    }
    let matcher = Column.words("matcher") { $0.matcher }
    let conclusions: [Column] = [
      .ratio("index") { $0.largest.flatMap { [$0].indexBytesPerByte } },
      .figures("p50 grows as") { GrowthText.exponent($0.p50?.fit) }.onlyInDetail,
      .figures("p99 grows as") { GrowthText.exponent($0.p99?.fit) }.onlyInDetail,
      .figures("from size to size") { GrowthText.localExponents($0.p99) }.onlyInDetail,
      .figures("rows within \(QuantityFormat.time(limit))") {
        $0.p99?.capacity(within: limit).description
      }.onlyInDetail,
      .figures("\(name) is faster up to") { $0.crossover?.description }.onlyInDetail,
    ]
    var table = ReportTable(
      "\(family), profile \(profile) (\(axes))", lines, [matcher] + sizes + ratios + conclusions,
      notes: notes
    ).named()
    table.bestRows = fastest
    return table
  }

  /// The fastest matcher at the largest size; empty if there is no other one.
  private var fastest: Set<Int> {
    let fastest = Array(cells.suffix(1)).fastest
    return Set(lines.indices.filter { lines[$0].matcher == fastest })
  }

  /// Returns the number of rows, and of keystrokes that all times below cover: `1 000 rows, n 142`.
  private func heading(_ place: Int) -> String {
    let corpus = cells[place].corpus
    let isMadeUp = corpus.ownRowCount.map { $0 < corpus.rowCount } ?? false
    let rows = QuantityFormat.rows(corpus.rowCount) + (isMadeUp ? " (made up)" : "")
    let count = standings[place].typedCount
    guard count > 0, cells[place].matchers.contains(where: { $0.figures != nil }) else {
      return rows
    }
    return "\(rows), n \(QuantityFormat.count(count))"
      + (count < Tails.fewestForP99 ? ", p50 / max" : "")
  }

  /// The columns about the largest size: ratios over every keystroke, then times and ratios over
  /// the common keystrokes if those are fewer.
  private var ratios: [Column] {
    let ratio = Column.figures("ratio") { line in
      line.largest?.unrankedFigures?.ratioInterval.map { interval in
        IntervalFormat.text(interval) + AnswerTally.unrankedMark
      } ?? IntervalFormat.text(line.largest?.entry?.whole)
    }
    let rank = Column.count("rank") { $0.largest?.entry?.rank }.onlyInDetail
    guard let common = standings.last?.commonCount else { return [ratio, rank] }
    let count = "n \(QuantityFormat.count(common))"
    return [
      ratio, .figures("\(count): p50 / max") { TimesFormat.text($0.largest?.entry?.common) },
      .figures("\(count): ratio") { IntervalFormat.text($0.largest?.entry?.common) }, rank,
    ]
  }

  private func text(_ line: Line, at place: Int) -> String? {
    guard let part = parts[place][line.matcher] else { return nil }
    let record = part.record
    if let tails = part.unrankedFigures?.typed {
      let isWhole = tails.keystrokeCount >= standings[place].typedCount
      let count = isWhole ? "" : " (n \(QuantityFormat.count(tails.keystrokeCount)))"
      return TimesFormat.text(tails) + AnswerTally.unrankedMark + count
    }
    guard record.status == .verified else { return DisplayText.line(record.state).uppercased() }
    guard let figures = part.figures else { return "right" }
    let mark = (record.isSampled ? "*" : "") + (record.divergedCount > 0 ? "†" : "")
    if let whole = part.whole { return TimesFormat.text(whole) + mark }
    // Of its own keystrokes, which are fewer than the heading says.
    let tails = figures.typed
    return "\(TimesFormat.text(tails))\(mark) (n \(QuantityFormat.count(tails.keystrokeCount)))"
  }

  private var notes: [String] {
    let own = lines.map { line in
      (name: line.matcher, records: parts.compactMap { $0[line.matcher]?.record })
    }
    let sampled = own.filter { $0.records.contains { $0.isSampled && $0.status == .verified } }
    let diverged = own.filter { $0.records.contains { $0.divergedCount > 0 } }
    let slow = own.compactMap { name, records in
      let figures = records.compactMap(\.figures)
      let count = figures.reduce(0) { $0 + $1.overBudget.at120Hertz }
      let all = figures.reduce(0) { $0 + $1.typedSampleCount }
      return count > 0
        ? "\(name) \(QuantityFormat.count(count)) of \(QuantityFormat.count(all))" : nil
    }
    let noises = cells.suffix(Self.sizeLimit).compactMap { cell in
      cell.noise.map { noise in
        "\(IntervalFormat.text(noise.ratio)) at \(QuantityFormat.rows(cell.corpus.rowCount))"
      }
    }
    let unranked = own.indices.compactMap { index -> String? in
      AnswerTally.unrankedNote(own[index].name, parts.compactMap { $0[own[index].name] })
    }
    let omitted = cells.count - Self.sizeLimit
    let common = standings.last?.commonCount.map { common in
      common == 0
        ? "no keystroke of the largest size was answered by all, so not all can be compared"
        : "n \(QuantityFormat.count(common)), the keystrokes of the largest size that all have"
    }
    let marks = [
      common ?? "",
      Self.note(
        "* asked a seeded sample of the keystrokes (more with --max-time):",
        sampled.map(\.name)),
      Self.note("† diverges as the ledger expects:", diverged.map(\.name)),
    ]
    let figures = [
      Self.note("samples over a frame at 120 Hz (8.33 ms):", slow),
      Self.note("noise: \(cells.compactMap(\.noise).first?.matcher ?? "") against itself", noises),
      omitted > 0 ? "\(QuantityFormat.count(omitted)) smaller sizes are in the record." : "",
    ]
    return (marks + unranked + figures).filter { !$0.isEmpty }
  }

  private static func note(_ lead: String, _ names: [String]) -> String {
    names.isEmpty ? "" : DisplayText.line("\(lead) \(names.joined(separator: ", "))", limit: 400)
  }
}

// MARK: Block

extension Block {
  package static func growth(of record: RunRecord) -> Block? {
    let groups = GrowthGroup.all(of: record)
    guard !groups.isEmpty else { return nil }
    let reference = record.suite.reference
    let isTimed = groups.contains { $0.sizeCount > 0 }
    let drawn = groups.filter { $0.sizeCount > 1 }
    let name = DisplayText.line(reference)
    return Block(
      "scaling", isTimed ? "Time per keystroke by corpus size" : "Answers by corpus size",
      lead: isTimed
        ? "Time per keystroke (\(record.suite.delivery.rawValue)): p50 / p99 over n keystrokes, "
          + "each the median of its rounds. Ratio: the geometric mean of the time divided by that "
          + "of \(name), with its 95 % interval, at the largest size. Index: bytes per corpus byte."
        : "",
      // The picture of a single group is at the top of the page.
      (groups.count == 1 || drawn.isEmpty ? [] : [.picture(picture(drawn, Roster(record)))])
        + groups.map { Part.table($0.table(reference: reference)) }
    ).noting(
      drawn.isEmpty ? [] : growthNotes(name)
    ).noting(
      "A matcher that is timed on a sample, or leaves keystrokes out, has times and a ratio "
        + "only over the keystrokes that all matchers have. With fewer than "
        + "\(Tails.fewestForP99) keystrokes, the slowest replaces the p99.",
      "Rank: matchers with every keystroke first, then those measured on a sample, then those that "
        + "declined some or diverge; within each group by ratio."
    ).folded(groups.count > 1)
  }

  /// Returns the meaning of the columns that need several sizes.
  private static func growthNotes(_ reference: String) -> [String] {
    [
      "Growth is the exponent of the number of rows that fits at least three sizes, with its 95 % "
        + "interval: 1 is linear, 0 is constant.",
      "Rows within a time: the number of rows up to which the p99 stays within the budget; without "
        + "one, within a frame at 120 Hz. ≈ is an estimate, < means less than the smallest size, "
        + "and > more than the largest; each is measured unless it is marked as extrapolated. "
        + "Extrapolation needs three sizes, follows "
        + "the steeper of all of them and of the last two, and ends at ten times the largest size.",
      "\(reference) is faster up to the size at which its p99 is no longer lower.",
    ]
  }

  private static func picture(_ groups: [GrowthGroup], _ roster: Roster) -> Picture {
    let curves = groups.flatMap(\.curves)
    let points = curves.flatMap(\.points)
    // All panels share one scale, so that they can be compared.
    let x = Axis.counts(points.map { Double($0.rowCount) }, title: "rows")
    let y = Axis.times(points.map(\.tail) + [BudgetCounts.nanosecondsAt120Hertz], title: "p99")
    var picture = Picture(
      lead: "The p99 against the number of rows. Both scales are logarithmic: a straight line is a "
        + "power law, and its slope the exponent, 1 for linear growth.",
      groups.map { panel($0, x: x, y: y, roster: roster) }, .grid,
      roster.legend(curves.map(\.matcher)))
    if points.contains(where: \.isHollow) {
      picture.notes.append(
        "Hollow: only some of the keystrokes, or the slowest of too few for a p99.")
    }
    picture.notes += Plot.budgetNote(on: y) + OwnSize.note(on: groups.compactMap(\.ownRowCount))
    return picture
  }

  private static func panel(
    _ group: GrowthGroup, x: Axis, y: Axis, roster: Roster
  ) -> Picture.Panel {
    var plot = Plot(
      x: x, y: y,
      summary: "Line chart: p99 per keystroke against rows, \(group.family), "
        + "profile \(group.profile); the figures are in the table below")
    plot.height = Plot.height(matchers: group.curves.count)
    plot.addBudgets()
    plot.mark(ownRowCount: group.ownRowCount)
    for curve in group.curves.prefix(Picture.matcherLimit) {
      let sign = roster.sign(of: curve.matcher)
      let name = DisplayText.line(curve.matcher)
      plot.add(
        curve: curve.points.map { point in
          let count = point.tails.keystrokeCount
          return Plot.Point(
            x: Double(point.rowCount), y: point.tail, sign: sign,
            title: "\(name), \(QuantityFormat.rows(point.rowCount)): p50 / "
              + "\(TimesFormat.tailName(of: count)) \(TimesFormat.text(point.tails))"
              + (point.isComplete ? "" : " (n \(QuantityFormat.count(count)))"),
            isHollow: point.isHollow)
        })
    }
    return Picture.Panel(group.family, group.axes, plot)
  }
}

extension Reach {
  /// Returns the size up to which the reference is faster than a matcher, on the first family of
  /// rows on which that is known.
  static func crossover(to matcher: String, in record: RunRecord) -> Reach? {
    GrowthGroup.all(of: record).compactMap { group in
      group.lines.first { $0.matcher == matcher }?.crossover
    }.first
  }
}

/// The size of the user's own list among longer ones.
enum OwnSize {
  /// Returns the number of own rows; nil if it is not between the sizes of the cells.
  static func rowCount(of cells: [CellRecord]) -> Int? {
    let sizes = cells.map(\.corpus.rowCount)
    guard let own = cells.compactMap(\.corpus.ownRowCount).first, let least = sizes.min(),
      let most = sizes.max(), own >= least, own < most
    else { return nil }
    return own
  }

  /// Returns the meaning of the vertical line that marks it; empty if there is none.
  static func note(on rowCounts: [Int]) -> [String] {
    rowCounts.first.map {
      [
        "The vertical line marks your \(QuantityFormat.rows($0)); beyond it, made-up rows that "
          + "resemble them are added."
      ]
    } ?? []
  }
}

// MARK: Words

private enum GrowthText {
  /// Returns the exponent, for instance `rows^0.97 [0.91, 1.03]`.
  static func exponent(_ fit: PowerLawFit?) -> String {
    guard let fit else { return "–" }
    let text = "rows^\(QuantityFormat.fixed(fit.exponent, digits: 2))"
    guard let bounds = fit.exponentBounds else { return text }
    return text + " [\(QuantityFormat.fixed(bounds.lower, digits: 2)), "
      + "\(QuantityFormat.fixed(bounds.upper, digits: 2))]"
  }

  /// Returns the local exponents, for instance `0.12, 0.97`, which show a bend that a single
  /// exponent for all sizes would hide.
  static func localExponents(_ law: GrowthLaw?) -> String {
    let exponents = law?.localExponents.map { QuantityFormat.fixed($0, digits: 2) } ?? []
    return exponents.isEmpty ? "–" : exponents.joined(separator: ", ")
  }
}

extension Reach: CustomStringConvertible {
  /// The number of rows, for instance `≈ 580 000 (extrapolated)`.
  package var description: String {
    sign + QuantityFormat.count(rowCount) + (isExtrapolated ? " (extrapolated)" : "")
  }

  private var sign: String {
    switch bound {
    case .below: "< "
    case .about: "≈ "
    case .above: "> "
    }
  }
}
