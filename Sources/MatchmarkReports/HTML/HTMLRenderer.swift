import MatchmarkRecord
import MatchmarkSystem

/// A renderer of a document as one self-contained web page.
///
/// The page contains its style and its pictures, runs no script and loads nothing; its own policy
/// forbids both. It is valid HTML and XML (``XMLWriter/write(_:)``).
package struct HTMLRenderer {
  private let document: Document

  package init(_ document: Document) { self.document = document }

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

  private var head: Markup {
    tag("head") {
      tag("meta", .init("charset", "utf-8"))
      tag("meta", .init("name", "generator"), .init("content", FileMark.generator))
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

  /// Returns the time in a readable form: `2026-01-02 03:04 UTC`.
  private static func readable(_ time: String) -> String {
    guard time.hasSuffix("Z"), time.count == 20 else { return time }
    return time.prefix(16).replacing("T", with: " ") + " UTC"
  }

  private func markup(_ section: Document.Section) -> Markup {
    tag("section", .id(section.id), .init("aria-labelledby", "\(section.id)-title")) {
      tag("h2", .id("\(section.id)-title")) { section.title }
      for block in section.blocks { HTMLBlock(block: block).markup() }
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
        document.answer?.text ?? headline.text
      }
      if let answer = document.answer { tag("p", .kind("lead")) { Prose.set(answer.grounds) } }
      tag("p", .kind("lead")) {
        if document.answer != nil { "\(headline.text) " }
        Prose.set(headline.grounds)
      }
      if let subject = document.subject {
        tag("p", .kind("lead")) { Prose.set("Searched: \(subject).") }
      }
      list("failures", "What is wrong", document.failureLines) { failure in
        tag("bdi") { Prose.set(failure.text) }
        if !failure.command.isEmpty { tag("pre") { tag("code") { failure.command } } }
      }
      list("own", "Yours", Array(document.ownLines.joined())) { Prose.set($0) }
      list("warnings", "Warnings", document.warnings) { Self.text(of: $0) }
      tag("div", .kind("glance")) {
        if !document.choice.isEmpty {
          tag("div", .kind("choice")) {
            for card in document.choice { HTMLBlock.markup(card, kind: "card") }
          }
        }
        for block in document.overview { HTMLBlock(block: block).markup() }
      }
    }
  }

  /// Returns the items as a list, with a name for screen readers; empty if there are none.
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

  /// Returns a warning in which no flag is broken across lines.
  private static func text(of warning: String) -> [Markup] {
    warning.split(separator: " ", omittingEmptySubsequences: false)
      .enumerated().map { index, word in
        let space = index == 0 ? "" : " "
        return word.hasPrefix("--")
          ? .group([.text(space), tag("code") { String(word) }]) : .text(space + word)
      }
  }
}

// MARK: Blocks

private struct HTMLBlock {
  let block: Block

  /// The maximum numbers of panels and of rows of a list that are open from the start; more would
  /// push the next question several screens down.
  private static let openPanelLimit = 4
  private static let openRowLimit = 8

  func markup() -> Markup {
    tag("section", .kind("block"), .id(block.id)) {
      if isLong {
        tag("details", .kind("whole")) {
          tag("summary") { tag("h3") { block.title } }
          content
        }
      } else {
        tag("h3") { block.title }
        content
      }
    }
  }

  /// True if a reader opens the whole block.
  private var isLong: Bool {
    block.parts.contains { part in
      switch part {
      case .picture(let picture): picture.panels.count > Self.openPanelLimit
      case .table(let table): isStacked(table) && table.rows.count > Self.openRowLimit
      case .facts: block.isFolded
      case .text, .cards: false
      }
    }
  }

  @MarkupBuilder
  private var content: Markup {
    if !block.lead.isEmpty { tag("p", .kind("lead")) { Prose.set(block.lead) } }
    for part in block.parts { markup(part) }
    if isFolded, !block.tables.isEmpty {
      folded
    } else {
      for note in block.notes { tag("p", .kind("note")) { note } }
    }
  }

  /// True if the tables are collapsed, because a picture shows the same or enough is already
  /// expanded.
  private var isFolded: Bool { block.isFolded || block.hasPicture }

  private var folded: Markup {
    let name = block.tables.count == 1 ? block.tables[0].caption : block.title
    return tag("details") {
      tag("summary") { "Figures: \(name.prefix(1).lowercased() + name.dropFirst())" }
      for table in block.tables { markup(table) }
      for note in block.notes { tag("p", .kind("note")) { note } }
    }
  }

  @MarkupBuilder
  private func markup(_ part: Block.Part) -> Markup {
    switch part {
    case .text(let text): tag("p", .kind("note")) { text }
    case .table(let table): if !isFolded { markup(table) }
    case .picture(let picture): markup(picture)
    case .cards(let cards): for card in cards { Self.markup(card, kind: "counterexample") }
    case .facts(let facts): Self.list(facts, kind: "facts")
    }
  }

  // MARK: Facts and cards

  private static func list(_ facts: [Fact], kind: String? = nil) -> Markup {
    tag("dl", .kind(kind)) {
      for fact in facts {
        tag("div") {
          tag("dt") { fact.name }
          tag("dd") { tag("bdi") { fact.value } }
        }
      }
    }
  }

  static func markup(_ card: Card, kind: String) -> Markup {
    tag("article", .kind(kind)) {
      if !card.lead.isEmpty { tag("p", .kind("when")) { Prose.set(card.lead) } }
      tag("p", .kind("who")) {
        Sign(position: card.position).badge()
        tag("bdi") { DisplayText.line(card.matcher, limit: 60) }
        if !card.what.isEmpty { tag("span") { " \(card.state) \(card.what)" } }
      }
      list(card.facts)
      for code in card.codes {
        tag("p", .kind("note")) { code.name }
        tag("pre") { tag("code") { code.value } }
      }
      if !card.note.isEmpty { tag("p", .kind("note")) { Prose.set(card.note) } }
    }
  }

  // MARK: Tables

  /// Returns the table with a caption and scopes for screen readers; a table that is too wide
  /// scrolls, and on a narrow screen rows of sentences become lists.
  @MarkupBuilder
  private func markup(_ table: ReportTable) -> Markup {
    let stacks = isStacked(table)
    if table.isNamed { tag("p", .kind("name")) { table.caption } }
    Self.scrolling(table.caption) {
      tag("table", .kind(table.hasRowHeads ? "matrix" : stacks ? "stacks" : nil)) {
        tag("caption") { table.caption }
        tag("thead") {
          tag("tr") {
            for column in table.columns { heading(column) }
          }
        }
        tag("tbody") {
          for index in table.rows.indices.prefix(table.rowLimit) {
            row(index, of: table, isLabelled: stacks)
          }
        }
      }
    }
    for note in table.omission(beyond: table.rowLimit) + table.notes {
      tag("p", .kind("note")) { note }
    }
  }

  /// True if rows become lists on a narrow screen.
  private func isStacked(_ table: ReportTable) -> Bool {
    !isFolded && table.columns.contains { $0.kind == .prose }
  }

  /// Returns a scrolling element, which must be reachable by keyboard and have a name.
  private static func scrolling(
    _ name: String, @MarkupBuilder content: () -> Markup
  ) -> Markup {
    tag(
      "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
      .init("aria-label", name), content: content)
  }

  private func heading(_ column: ReportTable.Heading) -> Markup {
    tag("th", .init("scope", "col"), .kind(column.kind == .figures ? "number" : nil)) {
      if let position = column.position { Sign(position: position).badge() }
      column.title
    }
  }

  private func row(_ index: Int, of table: ReportTable, isLabelled: Bool) -> Markup {
    tag("tr") {
      for (place, column) in table.columns.enumerated() {
        let text = table.rows[index][place]
        if place == 0, table.hasRowHeads {
          tag("th", .init("scope", "row")) { tag("bdi") { text } }
        } else {
          let kinds = [column.kind.name, table.tones[index][place].name].compactMap(\.self)
          // A list has no header row, so each value has a title.
          tag(
            "td", .kind(kinds.isEmpty ? nil : kinds.joined(separator: " ")),
            .init("data-label", isLabelled ? column.title : nil)
          ) {
            if column.kind == .figures { text } else { tag("bdi") { text } }
          }
        }
      }
    }
  }

  // MARK: Pictures

  @MarkupBuilder
  private func markup(_ picture: Picture) -> Markup {
    if !picture.lead.isEmpty { tag("p", .kind("lead")) { Prose.set(picture.lead) } }
    if picture.panels.isEmpty {
      tag("p", .kind("note")) { "There is not enough in this record for a picture." }
    } else {
      tag("figure") {
        if !picture.legend.isEmpty {
          tag("p", .kind("legend")) {
            for entry in picture.legend {
              tag("span") {
                Sign(position: entry.position).badge()
                DisplayText.line(entry.name, limit: 60)
              }
            }
          }
        }
        tag("div", .kind(picture.layout.rawValue)) {
          for panel in picture.panels.prefix(Picture.panelLimit) {
            markup(panel, in: picture.layout)
          }
        }
        tag("figcaption") { Prose.set(picture.caption) }
      }
    }
  }

  private func markup(_ panel: Picture.Panel, in layout: Picture.Layout) -> Markup {
    tag("div", .kind("panel")) {
      if !panel.title.isEmpty {
        tag("p", .kind("name")) {
          panel.title
          if !panel.subtitle.isEmpty { tag("small") { Prose.set(panel.subtitle) } }
        }
      }
      if layout == .fixed {
        Self.scrolling("\(block.title): \(panel.title)") { panel.markup(false) }
      } else {
        panel.markup(layout == .wide)
      }
    }
  }
}

extension ReportTable.Kind {
  fileprivate var name: String? {
    switch self {
    case .figures: "number"
    case .words: nil
    case .prose: "prose"
    }
  }
}

extension Tone {
  fileprivate var name: String? {
    switch self {
    case .plain, .strong: nil
    case .faint: "none"
    case .right: "right"
    case .caution: "care"
    case .wrong: "wrong"
    }
  }
}
