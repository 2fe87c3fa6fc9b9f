package import MatchmarkMeasurement

/// A record as one web page that needs nothing beside itself.
///
/// The page carries its style and its pictures, runs no script and loads nothing; its own policy
/// forbids both. It is HTML that is XML at the same time (``XMLWriter/page(_:)``).
package struct HTMLReport {
  private let record: RunRecord
  private let roster: Roster

  package init(_ record: RunRecord) {
    self.record = record
    roster = Roster(record)
  }

  /// The bytes of the page.
  package func render() throws(ReportError) -> [UInt8] {
    let writer = try XMLWriter(.html)
    try writer.page(page)
    return try writer.finish()
  }

  private var title: String { "matchmark: \(DisplayText.line(record.suite.name, limit: 60))" }

  private var page: Markup {
    tag("html", .init("lang", "en")) {
      HTMLHead(title: title).markup()
      tag("body") {
        tag("a", .kind("skip"), .init("href", "#main")) { "Skip to the verdict" }
        PageHeader(record).markup()
        tag("main", .id("main")) {
          VerdictSection(record, roster: roster).markup()
          StillSection(record, roster: roster).markup()
          RightSection(record, roster: roster).markup()
          fast
          cost
          ContextSection(record).markup()
        }
        tag("footer") {
          tag("p") {
            "Made by matchmark from the record alone; "
            "./matchmark report record.json --format html makes it again."
          }
        }
      }
    }
  }

  private var fast: Markup {
    tag("section", .id("fast"), .init("aria-labelledby", "fast-title")) {
      tag("h2", .id("fast-title")) { "Fast?" }
      TargetSection(record).markup()
      Figure.scaling(of: record).markup()
      Figure.percentiles(of: record).markup()
      Figure.timeline(of: record).markup()
      Figure.ratios(of: record).markup()
      if let outcomes = Figure.outcomes(of: record) { outcomes.markup() }
      if let paces = Figure.paces(of: record) { paces.markup() }
    }
  }

  private var cost: Markup {
    tag("section", .id("cost"), .init("aria-labelledby", "cost-title")) {
      tag("h2", .id("cost-title")) { "At what cost?" }
      Figure.front(of: record).markup()
      Figure.building(of: record).markup()
    }
  }
}
