/// The first line of a page: whose it is, when and where it was made.
struct Masthead {
  let title: String
  let startedAt: String
  let hostname: String

  func markup() -> Markup {
    tag("header") { content }
  }

  var content: Markup {
    tag("div", .kind("masthead")) {
      tag("h1") {
        "matchmark"
        tag("span") { tag("bdi") { DisplayText.line(title, limit: 60) } }
      }
      tag("p") {
        tag("time", .init("datetime", DisplayText.line(startedAt))) { started }
        tag("span") { " on \(DisplayText.line(hostname, limit: 40))" }
      }
    }
  }

  /// The time as a person reads it: `2026-01-02 03:04 UTC`.
  private var started: String {
    let text = DisplayText.line(startedAt)
    guard text.hasSuffix("Z"), text.count == 20 else { return text }
    return text.prefix(16).replacing("T", with: " ") + " UTC"
  }
}
