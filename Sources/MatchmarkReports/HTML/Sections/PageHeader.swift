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
      tag("div", .kind("masthead")) {
        tag("h1") {
          "matchmark"
          tag("span") { tag("bdi") { DisplayText.line(record.suite.name, limit: 60) } }
        }
        tag("p") {
          tag("time", .init("datetime", DisplayText.line(record.context.startedAt))) {
            started
          }
          tag("span") { " on \(DisplayText.line(record.context.host.name, limit: 40))" }
        }
      }
      tag("nav", .init("aria-label", "Sections")) {
        for (anchor, name) in Self.sections {
          tag("a", .init("href", "#\(anchor)")) { name }
        }
      }
    }
  }

  private static let sections = [
    ("right", "Right?"), ("fast", "Fast?"), ("cost", "At what cost?"), ("context", "Context"),
  ]

  /// The time as a person reads it: `2026-01-02 03:04 UTC`.
  private var started: String {
    let text = DisplayText.line(record.context.startedAt)
    guard text.hasSuffix("Z"), text.count == 20 else { return text }
    return text.prefix(16).replacing("T", with: " ") + " UTC"
  }
}
