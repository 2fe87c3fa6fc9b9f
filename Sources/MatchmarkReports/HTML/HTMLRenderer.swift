import MatchmarkMeasurement

/// A document as one self-contained web page.
///
/// The page contains its style and its pictures, runs no script and loads nothing; its own policy
/// forbids both. It is both HTML and XML (``XMLWriter/write(_:)``).
package struct HTMLRenderer {
  private let document: Document

  package init(_ document: Document) { self.document = document }

  /// The bytes of the page.
  ///
  /// - Throws: ``ReportError``.
  package func render() throws(ReportError) -> [UInt8] {
    let writer = try XMLWriter(.html)
    try writer.write(page)
    return try writer.finish()
  }

  private var page: Markup {
    tag("html", .init("lang", "en")) {
      head
      tag("body") {
        tag("a", .kind("skip"), .init("href", "#main")) { "Skip to the verdict" }
        header
        tag("main", .id("main")) {
          verdict
          for section in document.sections { markup(section) }
        }
        if !document.footer.isEmpty { tag("footer") { tag("p") { document.footer } } }
      }
    }
  }

  /// The head of the page: title, policy and style.
  private var head: Markup {
    tag("head") {
      tag("meta", .init("charset", "utf-8"))
      // Nothing may be loaded or run, whatever a record contains.
      tag(
        "meta", .init("http-equiv", "Content-Security-Policy"),
        .init(
          "content",
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"))
      tag("meta", .init("name", "viewport"), .init("content", "width=device-width"))
      tag("meta", .init("name", "color-scheme"), .init("content", "light dark"))
      tag("meta", .init("name", "referrer"), .init("content", "no-referrer"))
      tag("title") { "matchmark: \(document.name)" }
      tag("style") { HTMLStyle.sheet }
    }
  }

  /// The name of the page, when and where it was measured, and the navigation.
  private var header: Markup {
    tag("header") {
      tag("div", .kind("masthead")) {
        tag("h1") {
          "matchmark"
          tag("span") { tag("bdi") { document.name } }
        }
        if let origin = document.origin {
          tag("p") {
            tag("time", .init("datetime", DisplayText.line(origin.startedAt))) {
              Self.readable(DisplayText.line(origin.startedAt))
            }
            tag("span") { " on \(DisplayText.line(origin.hostname, limit: 40))" }
          }
        }
      }
      if document.sections.count > 1 {
        tag("nav", .init("aria-label", "Sections")) {
          for section in document.sections {
            tag("a", .init("href", "#\(section.id)")) { section.title }
          }
        }
      }
    }
  }

  /// The time in a readable form: `2026-01-02 03:04 UTC`.
  private static func readable(_ time: String) -> String {
    guard time.hasSuffix("Z"), time.count == 20 else { return time }
    return time.prefix(16).replacing("T", with: " ") + " UTC"
  }

  private func markup(_ section: Document.Section) -> Markup {
    tag("section", .id(section.id), .init("aria-labelledby", "\(section.id)-title")) {
      tag("h2", .id("\(section.id)-title")) { section.title }
      for block in section.blocks { HTMLBlock(block).markup() }
    }
  }

  // MARK: Verdict

  private var verdict: Markup {
    let headline = document.headline
    return tag("section", .kind("verdict"), .init("aria-labelledby", "verdict-title")) {
      tag(
        "h2", .id("verdict-title"), .kind("headline \(headline.isRight ? "right" : "wrong")"),
        .init("data-verdict", headline.verdict?.rawValue)
      ) {
        if !headline.isWeighing || !headline.isRight { status }
        headline.text
      }
      tag("p", .kind("lead")) { Prose.set(headline.grounds) }
      list("culprits", "What is wrong", document.culprits) { culprit in
        tag("bdi") { Prose.set(culprit.text) }
        if !culprit.command.isEmpty { tag("pre") { tag("code") { culprit.command } } }
      }
      list("guests", "Yours", document.guests) { Prose.set($0) }
      list("warnings", "Warnings", document.warnings) { Self.text(of: $0) }
      tag("div", .kind("glance")) {
        if !document.choice.isEmpty {
          tag("div", .kind("choice")) {
            for card in document.choice { HTMLBlock.markup(card, kind: "card") }
          }
        }
        for block in document.overview { HTMLBlock(block).markup() }
      }
    }
  }

  /// The items, with a name for screen readers; empty if there are none.
  @MarkupBuilder
  private func list<Item>(
    _ kind: String, _ name: String, _ items: [Item],
    @MarkupBuilder content: (Item) -> Markup
  ) -> Markup {
    if !items.isEmpty {
      tag("ul", .kind(kind), .init("aria-label", name)) {
        for item in items { tag("li") { content(item) } }
      }
    }
  }

  /// Right or wrong at a glance: a tick or a cross in a disc.
  private var status: Markup {
    tag(
      "svg", .kind("status"), .init("viewBox", "0 0 24 24"), .init("width", "24"),
      .init("height", "24"), .init("aria-hidden", "true")
    ) {
      tag("circle", .init("cx", "12"), .init("cy", "12"), .init("r", "11"))
      tag(
        "path",
        .init("d", document.headline.isRight ? "M7 12.5l3.4 3.4L17 9" : "M8 8l8 8M16 8l-8 8"))
    }
  }

  /// A warning in which each flag is kept whole.
  private static func text(of warning: String) -> [Markup] {
    warning.split(separator: " ", omittingEmptySubsequences: false)
      .enumerated().map { index, word in
        let space = index == 0 ? "" : " "
        return word.hasPrefix("--")
          ? .group([.text(space), tag("code") { String(word) }]) : .text(space + word)
      }
  }
}
