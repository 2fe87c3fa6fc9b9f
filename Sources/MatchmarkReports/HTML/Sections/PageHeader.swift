import MatchmarkMeasurement

/// What comes before anything is said: title, policy and style.
struct HTMLHead {
  let title: String

  func markup() -> Markup {
    tag("head") {
      tag("meta", .init("charset", "utf-8"))
      // Nothing may be loaded and nothing may run, whatever a record holds.
      tag(
        "meta", .init("http-equiv", "Content-Security-Policy"),
        .init(
          "content",
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"))
      tag("meta", .init("name", "viewport"), .init("content", "width=device-width"))
      tag("meta", .init("name", "color-scheme"), .init("content", "light dark"))
      tag("meta", .init("name", "referrer"), .init("content", "no-referrer"))
      tag("title") { title }
      tag("style") { HTMLStyle.sheet }
    }
  }
}

/// The name of the page, when and where it was measured, and the way around.
struct PageHeader {
  private let record: RunRecord

  init(_ record: RunRecord) { self.record = record }

  func markup() -> Markup {
    tag("header") {
      Masthead(
        title: record.suite.name, startedAt: record.context.startedAt,
        hostname: record.context.host.name
      ).content
      tag("nav", .init("aria-label", "Sections")) {
        for (anchor, name) in sections {
          tag("a", .init("href", "#\(anchor)")) { name }
        }
      }
    }
  }

  private var sections: [(anchor: String, name: String)] {
    let still = StillSection(record, roster: Roster([])).isThere ? [("still", "Still?")] : []
    return still + [
      ("right", "Right?"), ("fast", "Fast?"), ("cost", "At what cost?"), ("context", "Context"),
    ]
  }
}
