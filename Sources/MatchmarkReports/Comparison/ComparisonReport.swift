import MatchmarkMeasurement

/// Two or more records side by side, as a web page or as Markdown.
package struct ComparisonReport {
  private let facts: ComparisonFacts

  package init(_ facts: ComparisonFacts) { self.facts = facts }

  /// The page for job summaries.
  package func markdown() -> String {
    var page = MarkdownPage()
    page.append(
      "## \(facts.isRight ? "⚖️" : "❌") \(facts.headline)",
      MarkdownText.prose(Self.explanation(facts)))
    page.append("Records", isOpen: true, MarkdownTable(facts.recordTable).lines())
    page.append(
      "Change of the ratio to the reference matcher", isOpen: true,
      MarkdownTable(facts.summaryTable, rowLimit: 60).lines())
    page.append("All cells", isOpen: false, MarkdownTable(facts.rowTable, rowLimit: 300).lines())
    return page.finished()
  }

  /// The bytes of the web page.
  package func html() throws(ReportError) -> [UInt8] {
    let writer = try XMLWriter(.html)
    try writer.page(page)
    return try writer.finish()
  }

  private static func explanation(_ facts: ComparisonFacts) -> String {
    let names = facts.records.indices.dropFirst().map { ComparisonFacts.letter($0) }
    return "\(names.joined(separator: ", ")) held against A by the ratio to the reference matcher "
      + "in each run; absolute times of two runs cannot be compared."
  }

  private var page: Markup {
    tag("html", .init("lang", "en")) {
      HTMLHead(title: "matchmark: comparison").markup()
      tag("body") {
        tag("a", .kind("skip"), .init("href", "#main")) { "Skip to the verdict" }
        tag("header") {
          tag("div", .kind("masthead")) {
            tag("h1") {
              "matchmark"
              tag("span") { "comparison" }
            }
          }
        }
        tag("main", .id("main")) {
          verdict
          tag("section", .id("changes"), .init("aria-labelledby", "changes-title")) {
            tag("h2", .id("changes-title")) { "Still?" }
            Figure.changes(facts).markup()
            tag("section", .kind("block"), .id("cells")) {
              tag("h3") { "All cells" }
              HTMLTable(facts.rowTable).markup()
            }
          }
        }
      }
    }
  }

  private var verdict: Markup {
    tag("section", .kind("verdict"), .init("aria-labelledby", "verdict-title")) {
      tag("h2", .id("verdict-title"), .kind("headline \(facts.isRight ? "right" : "wrong")")) {
        if !facts.isRight { StatusSign(isRight: false).markup() }
        facts.headline
      }
      tag("p", .kind("lead")) { Self.explanation(facts) }
      HTMLTable(facts.recordTable).markup(stacks: true)
    }
  }
}

extension Figure {
  /// How far each matcher moved, a panel for each record behind the first.
  static func changes(_ facts: ComparisonFacts) -> Figure {
    let changes = facts.records.indices.dropFirst().flatMap { index in
      facts.rows.compactMap { $0.change(index) }
    }
    let ends = facts.rows.compactMap(\.judgement?.interval)
      .flatMap { [$0.lowerBound, $0.upperBound] }
    let x = Axis.logarithmic(
      changes + ends + [0.95, 1 / 0.95], title: "change of the ratio", label: TickLabel.ratio)
    let named = facts.roster.legend(facts.rows.map(\.matcher))
    let shown = Array(named.prefix(matcherLimit))
    let panels = facts.records.indices.dropFirst().map { index in
      panel(facts, index, shown, x)
    }
    var figure = Figure(
      id: "change", title: "Change of the ratio to the reference matcher",
      lead: "Right of 1 is slower than in A. Small signs are cells, the large one their geometric "
        + "mean; lines are 95 % intervals of the last record beside the first.",
      panels: changes.isEmpty ? [] : Array(panels), table: facts.summaryTable)
    figure.isWide = panels.count == 1
    figure.show(named)
    return figure
  }

  private static func panel(
    _ facts: ComparisonFacts, _ index: Int, _ matchers: [(position: Int, name: String)], _ x: Axis
  ) -> Panel {
    let places = Array(matchers.reversed())
    let letters = "\(ComparisonFacts.letter(0)) → \(ComparisonFacts.letter(index))"
    var plot = Plot(
      x: x, y: .places(places.map { DisplayText.line($0.name, limit: 18) }),
      summary: "Dot plot: the change of each matcher's ratio, \(letters); the figures are in the "
        + "table below")
    plot.left = 112
    plot.width = 430
    plot.height = 60 + 64 * Double(places.count)
    plot.layers = [.upright(x: 1)]
    for (place, matcher) in places.enumerated() {
      let sign = Sign(position: matcher.position)
      let own = facts.rows.filter { $0.matcher == matcher.name }
      let moved = own.compactMap { row in row.change(index).map { (row, $0) } }
        .sorted { $0.1 > $1.1 }.thinned(to: pointLimit)
      for (rank, (row, change)) in moved.enumerated() {
        // Each cell has a line of its own, the slowest at the bottom.
        let share = moved.count > 1 ? Double(rank) / Double(moved.count - 1) - 0.5 : 0
        let height = Double(place) + share * 0.7
        // A gate has compared the last record with the first.
        if let interval = row.judgement?.interval, index == facts.records.count - 1 {
          plot.layers.append(
            .whisker(
              from: interval.lowerBound, to: interval.upperBound, y: height, sign))
        }
        let title =
          "\(DisplayText.line(matcher.name)) on \(DisplayText.line(row.cell)): "
          + ComparisonFacts.percent(change)
        plot.layers.append(
          .mark(
            x: change, y: height, sign, .init(title: title, size: 2, isFaint: true)))
      }
      if let mean = facts.change(of: matcher.name, in: index) {
        let title =
          "\(DisplayText.line(matcher.name)), \(mean.count) cells: "
          + ComparisonFacts.percent(mean.mean)
        plot.layers.append(
          .mark(x: mean.mean, y: Double(place), sign, .init(title: title, size: 5)))
      }
    }
    return Panel(title: letters, subtitle: "", picture: plot.markup())
  }
}
