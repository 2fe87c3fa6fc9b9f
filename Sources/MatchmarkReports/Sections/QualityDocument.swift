package import MatchmarkRecord

extension QualityEstimate {
  /// The mean with its interval, such as `0.71 (0.66 to 0.76)`.
  fileprivate var text: String { text(digits: 2) }

  fileprivate func text(digits: Int) -> String {
    let (mean, low, high) = (
      QuantityFormat.fixed(mean, digits: digits), QuantityFormat.fixed(low, digits: digits),
      QuantityFormat.fixed(high, digits: digits)
    )
    return low == high ? mean : "\(mean) (\(low) to \(high))"
  }

  /// The estimate of a difference, judged by its interval.
  fileprivate func verdict(on figure: QualityFigure) -> String {
    isBetter(figure) ? "better" : isWorse(figure) ? "worse" : "undecided"
  }
}

extension QualityFigure {
  /// The figure in the words of a table.
  fileprivate var words: String {
    switch self {
    case .success1: "wanted row first"
    case .success5: "in the first five"
    case .reciprocalRank: "reciprocal rank"
    case .gain: "nDCG"
    case .keysToFirst: "keys to first"
    case .keysToFive: "keys to first five"
    case .churn: "churn"
    case .lost: "first, later not"
    }
  }
}

/// A comparison of rankers in the words of a report.
private struct QualityText {
  private let record: QualityRecord
  private let judgement: QualityJudgement
  /// The participants, the one with the greatest reciprocal rank first.
  private let ranked: [Participant]
  /// The numbers of the needles that every participant answered.
  private let common: Set<Int>

  private typealias Participant = QualityRecord.Participant

  init(_ record: QualityRecord, _ judgement: QualityJudgement) {
    (self.record, self.judgement, common) = (record, judgement, record.common)
    let means = record.participants.map { participant in
      QualityEstimate.mean(of: record.values(of: .reciprocalRank, in: nil, by: participant)) ?? 0
    }
    ranked = zip(record.participants, means).sorted { $0.1 > $1.1 }.map(\.0)
  }

  private func estimate(
    _ figure: QualityFigure, _ stratum: QualityStratum? = nil, by participant: Participant
  ) -> QualityEstimate? {
    QualityEstimate(record.values(of: figure, in: stratum, by: participant))
  }

  var headline: String {
    guard judgement.verdict == .right else { return complaints.joined(separator: " ") }
    let shares = ranked.compactMap { ranker in
      estimate(.success1, by: ranker).map {
        (ranker.id, "\(QuantityFormat.fixed(100 * $0.mean, digits: 0)) %")
      }
    }
    let count = common.count { record.needles[$0].isTyped }
    let whose =
      shares.count == 1
      ? shares[0].1 : DisplayText.list(shares.map { "\($0.1) (\($0.0))" }, limit: 6)
    return "A wanted row is first for \(whose) of \(QuantityFormat.counted(count, "needle"))."
      + (judgement.moves.contains(where: \.isDown)
        ? " \(judgement.moves.downText) With --strict, that fails." : "")
  }

  private var complaints: [String] {
    judgement.bounded.filter { !$0.isKept }.map { "\($0.participant) has \($0.text)." }
      + judgement.changes.filter(\.isWorse).map { change in
        "\(change.participant) is worse in \(change.figure.rawValue): \(change.difference.text)."
      }
      + (judgement.isStrict && judgement.moves.contains(where: \.isDown)
        ? [judgement.moves.downText] : [])
  }

  var grounds: String {
    let labels = record.labels.map { "labels of \($0)" } ?? "its own rows, typed"
    return "\(QuantityFormat.rows(record.rowCount)) of \(record.rows), \(labels), "
      + "\(QuantityFormat.counted(record.needles.count, "needle")), seed \(record.seed)."
      + declines + shared
  }

  /// The needles that are in no figure; empty if there are none.
  private var declines: String {
    let count = record.needles.count - common.count
    guard count > 0 else { return "" }
    let who = record.participants.filter { $0.answers.count < record.needles.count }.map(\.id)
    return " \(QuantityFormat.counted(count, "needle")) that \(DisplayText.list(who, limit: 4)) "
      + "declined \(count == 1 ? "is" : "are") in no figure."
  }

  /// The needles that an earlier record has, too; empty without one.
  private var shared: String {
    guard let count = judgement.sharedCount else { return "" }
    return " \(QuantityFormat.counted(count, "needle")) \(count == 1 ? "is" : "are") also in the "
      + "earlier record."
  }

  /// The needles whose wanted row is not first, by ranker.
  var needles: Block? {
    let rows = record.participants.flatMap { ranker in
      ranker.answers.filter { $0.success1 < 1 && record.needles[$0.needle].isTyped }
        .sorted { ($0.place ?? .infinity, $1.needle) > ($1.place ?? .infinity, $0.needle) }
        .prefix(Self.needleLimit)
        .map { (ranker: ranker.id, answer: $0, needle: record.needles[$0.needle]) }
    }
    return Block(
      "needles", "Needles whose wanted row is not first",
      lead: "The worst \(Self.needleLimit) of each ranker; quality.json has all.", rows,
      [
        .words("ranker") { $0.ranker }, .words("needle") { $0.needle.text },
        .figures("place") { Self.place($0.answer.place) },
        .words("wanted") { $0.needle.wanted }, .words("first") { $0.answer.first ?? "no row" },
      ])
  }

  private static let needleLimit = 10
  private static let moveLimit = 40

  /// The place of a row, such as `3`, or `1.5` if it is tied.
  private static func place(_ place: Double?) -> String {
    guard let place else { return "not on the page" }
    return QuantityFormat.fixed(place, digits: place == place.rounded() ? 0 : 1)
  }

  var moves: Block? {
    guard !judgement.moves.isEmpty else { return nil }
    let title = "Needles whose wanted row has moved"
    let table = ReportTable(
      title, Array(judgement.moves.prefix(Self.moveLimit)),
      [
        .words("ranker") { $0.participant }, .words("needle") { $0.needle.text },
        .words("wanted") { $0.needle.wanted }, .figures("place then") { Self.place($0.then) },
        .figures("place now") { Self.place($0.now) },
        ReportTable.Column.words("direction") { $0.isDown ? "down" : "up" }
          .painted { $0.isDown ? .wrong : .right },
      ])
    return Block(
      "moves", title,
      [.table(table)] + .omission(judgement.moves.count - Self.moveLimit, in: "the two records"))
  }

  var figures: Block? {
    Block(
      "quality", "The whole needle",
      lead: "Means with their intervals of 95 %, the higher the better. A wanted row that is tied "
        + "with others counts by its mean over all orders of them.",
      ranked, columns(of: QualityFigure.allCases.filter(\.isBetterHigh)))
  }

  var typing: Block? {
    Block(
      "typing", "Key by key",
      lead: "The lower the better. Churn is the share of pairs of rows that change places from one "
        + "key to the next.",
      ranked,
      columns(of: QualityFigure.allCases.filter { !$0.isBetterHigh })
        + (record.needles.allSatisfy(\.isTyped)
          ? []
          : [
            .figures("rank lost by an error") { QualityEstimate(record.typingLoss(of: $0))?.text }
          ]))
  }

  private func columns(of figures: [QualityFigure]) -> [ReportTable.Column<Participant>] {
    [.words("ranker") { $0.id }]
      + figures.map { figure in .figures(figure.words) { estimate(figure, by: $0)?.text } }
  }

  var strata: Block? {
    guard record.strata.count > 1 else { return nil }
    let rows = record.strata.flatMap { stratum in ranked.map { (stratum: stratum, ranker: $0) } }
    return Block(
      "strata", "By the difference between needle and row", rows,
      [
        .words("needle") { $0.stratum.words }, .words("ranker") { $0.ranker.id },
        .count("needles") { row in
          common.count { record.needles[$0].stratum == row.stratum }
        },
      ]
        + QualityFigure.allCases.filter(\.isBetterHigh).map { figure in
          .figures(figure.words) { estimate(figure, $0.stratum, by: $0.ranker)?.text }
        })
  }

  var differences: Block? {
    guard let first = record.participants.first else { return nil }
    let rows = record.participants.dropFirst().flatMap { other in
      [QualityFigure.success1, .reciprocalRank, .keysToFirst].map { (ranker: other, figure: $0) }
    }
    func difference(_ ranker: Participant, _ figure: QualityFigure) -> QualityEstimate? {
      QualityEstimate(
        record.values(of: figure, in: nil, by: ranker),
        minus: record.values(of: figure, in: nil, by: first))
    }
    return Block(
      "differences", "Differences from \(first.id)",
      lead: "Over the same needles. Where the interval contains 0, nothing is decided.", rows,
      [
        .words("ranker") { $0.ranker.id }, .words("figure") { $0.figure.words },
        .figures("difference") { difference($0.ranker, $0.figure)?.text(digits: 3) },
        .words("verdict") { difference($0.ranker, $0.figure)?.verdict(on: $0.figure) ?? "–" },
      ])
  }

  var agreement: Block? {
    let rankers = record.participants
    guard rankers.count > 1 else { return nil }
    return Block(
      "agreement", "The same row first",
      lead: "The share of needles to which two rankers show the same row first.", rankers,
      [.words("ranker") { $0.id }]
        + rankers.map { other in
          .percent(other.id) { $0.id == other.id ? nil : record.agreement(of: $0, with: other) }
        }
    )?.folded(isDetail: true)
  }

  var bounds: Block? {
    Block(
      "bounds", "Bounds", judgement.bounded,
      [
        .words("ranker") { $0.participant }, .words("figure") { $0.text },
        ReportTable.Column.words("verdict") { $0.isKept ? "kept" : "missed" }
          .painted { $0.isKept ? .right : .wrong },
      ])
  }

  var changes: Block? {
    Block(
      "changes", "Since the earlier record",
      lead: "Over the needles that both have. Where the interval contains 0, other needles might "
        + "have shown no difference.",
      judgement.changes,
      [
        .words("ranker") { $0.participant }, .words("figure") { $0.figure.words },
        .figures("difference") { $0.difference.text(digits: 3) },
        ReportTable.Column.words("verdict") { $0.difference.verdict(on: $0.figure) }
          .painted { $0.isWorse ? .wrong : .plain },
      ])
  }

  var speed: Block? {
    let points = ranked.enumerated().compactMap { position, ranker in
      estimate(.reciprocalRank, by: ranker).map { (position, ranker, $0) }
    }
    guard points.count > 1 else { return nil }
    let x = Axis.fromZero(points.map { $0.2.high }, title: "reciprocal rank")
    let y = Axis.times(
      points.map { $0.1.p99InNanoseconds } + [BudgetCounts.nanosecondsAt120Hertz], title: "p99")
    var plot = Plot(
      x: x, y: y,
      summary: "Scatter plot: p99 per key against the reciprocal rank; the figures are in the "
        + "table below")
    plot.addBudgets()
    plot.layers += points.map { position, ranker, estimate in
      .point(
        Plot.Point(
          x: estimate.mean, y: ranker.p99InNanoseconds, sign: Sign(position: position),
          title: "\(DisplayText.line(ranker.id)): reciprocal rank \(estimate.text), p99 "
            + QuantityFormat.time(ranker.p99InNanoseconds), size: 5))
    }
    let table = ReportTable(
      "p99 and reciprocal rank", points,
      [
        .words("ranker") { $0.1.id }, .time("p99") { $0.1.p99InNanoseconds },
        .figures("reciprocal rank") { $0.2.text },
      ])
    return Block(
      "speed", "Quality against speed",
      [
        .picture(
          Picture(
            lead: "Right is better, lower is faster. The times are those of each key's first page, "
              + "asked once by one process; run --rank measures them well.",
            [Picture.Panel("", "", plot)], .grid, points.map { ($0.0, $0.1.id) })),
        .table(table),
      ]
    ).folded(false, isDetail: true)
  }
}

extension Document {
  /// The report of a comparison of rankers.
  package init(_ record: QualityRecord, _ judgement: QualityJudgement) {
    let text = QualityText(record, judgement)
    let isJudged = !judgement.bounded.isEmpty || judgement.sharedCount != nil
    self.init(
      name: "quality",
      headline: Headline(
        text.headline, isRight: judgement.verdict == .right, grounds: text.grounds,
        verdict: isJudged ? judgement.verdict : nil, isWeighing: !isJudged),
      sections: [
        Section(
          "quality", "Is the wanted row first?",
          [
            text.bounds, text.changes, text.moves, text.figures, text.typing, text.needles,
            text.strata, text.differences, text.agreement,
          ]),
        Section("cost", "What does it cost?", [text.speed]),
      ])
    origin = Origin(startedAt: record.startedAt, hostname: record.hostname)
  }
}

extension JUnitReport {
  /// The report of a comparison of rankers: a case for each bound, for each change, and for the
  /// needles whose wanted row is further down.
  package init(_ record: QualityRecord, _ judgement: QualityJudgement) {
    let suites = record.participants.map { participant in
      let name = "quality.\(participant.id)"
      func testCase(_ title: String, _ isRight: Bool, _ what: String) -> JUnitCase {
        JUnitCase(
          name: "\(participant.id) \(title)", classname: name, time: .zero,
          result: isRight
            ? .passed : .failure(type: .conformanceFailure, message: what, details: what),
          systemOut: what)
      }
      let bounds = judgement.bounded.filter { $0.participant == participant.id }.map { bounded in
        testCase("keeps \(bounded.bound.name)", bounded.isKept, bounded.text)
      }
      let changes = judgement.changes.filter { $0.participant == participant.id }.map { change in
        testCase(
          "is not worse in \(change.figure.rawValue)", !change.isWorse,
          "difference \(change.difference.text)")
      }
      let moves = judgement.moves.filter { $0.participant == participant.id }
      let down = testCase(
        "has no wanted row further down",
        !judgement.isStrict || !moves.contains(where: \.isDown), moves.downText)
      let asked = testCase(
        "was asked", true, QuantityFormat.counted(participant.answers.count, "answer"))
      return JUnitSuite(
        name: name, package: "quality", startedAt: record.startedAt, hostname: record.hostname,
        cases: [asked] + bounds + changes + (judgement.isStrict ? [down] : []))
    }
    self.init(name: "quality", suites: suites)
  }
}

extension [QualityJudgement.Move] {
  /// The number of needles whose wanted row is further down, with the first of them.
  fileprivate var downText: String {
    let down = filter(\.isDown)
    let names = DisplayText.list(down.map { "'\($0.needle.text)'" }, limit: 3)
    return "The wanted row is further down for \(QuantityFormat.counted(down.count, "needle"))"
      + (down.isEmpty ? "." : ": \(names).")
  }
}
