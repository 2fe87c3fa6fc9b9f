/// A block of a document as part of a web page.
struct HTMLBlock {
  private let block: Block

  init(_ block: Block) { self.block = block }

  func markup() -> Markup {
    tag("section", .kind("block"), .id(block.id)) {
      tag("h3") { block.title }
      if !block.lead.isEmpty { tag("p", .kind("lead")) { Prose.set(block.lead) } }
      for part in block.parts { markup(part) }
      if isFolded, !block.tables.isEmpty {
        folded
      } else {
        for note in block.notes { tag("p", .kind("note")) { note } }
      }
    }
  }

  /// Whether tables are collapsed: a picture shows the same, or enough is expanded already.
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
        tag("pre") { tag("code") { code.text } }
      }
      if !card.note.isEmpty { tag("p", .kind("note")) { Prose.set(card.note) } }
    }
  }

  // MARK: Tables

  /// The table with a caption and scopes for screen readers; a table that is too wide scrolls, and
  /// on a narrow screen rows of sentences become lists.
  @MarkupBuilder
  private func markup(_ table: ReportTable) -> Markup {
    let stacks = !isFolded && table.columns.contains { $0.kind == .prose }
    if table.isNamed { tag("p", .kind("name")) { table.caption } }
    tag(
      "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
      .init("aria-label", table.caption)
    ) {
      tag("table", .kind(table.hasRowHeads ? "matrix" : stacks ? "stacks" : nil)) {
        content(table, isLabelled: stacks)
      }
    }
    for note in table.omission(beyond: table.rowLimit) + table.notes {
      tag("p", .kind("note")) { note }
    }
  }

  @MarkupBuilder
  private func content(_ table: ReportTable, isLabelled: Bool) -> Markup {
    tag("caption") { table.caption }
    tag("thead") {
      tag("tr") {
        for column in table.columns { heading(column) }
      }
    }
    tag("tbody") {
      for index in table.rows.indices.prefix(table.rowLimit) {
        row(index, of: table, isLabelled: isLabelled)
      }
    }
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
          // A list has no header row, so each value has its title.
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
        tag(
          "div", .kind(picture.isFixed ? "panels fixed" : picture.isWide ? "panels wide" : "panels")
        ) {
          for panel in picture.panels.prefix(Picture.panelLimit) {
            markup(panel, isFixed: picture.isFixed)
          }
        }
        tag("figcaption") { Prose.set(picture.caption) }
      }
    }
  }

  private func markup(_ panel: Picture.Panel, isFixed: Bool) -> Markup {
    tag("div", .kind("panel")) {
      if !panel.title.isEmpty {
        tag("p", .kind("name")) {
          panel.title
          if !panel.subtitle.isEmpty { tag("small") { Prose.set(panel.subtitle) } }
        }
      }
      if isFixed {
        // A scrolling element must be reachable by keyboard and have a name.
        tag(
          "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
          .init("aria-label", "\(block.title): \(panel.title)")
        ) { panel.content.markup() }
      } else {
        panel.content.markup()
      }
    }
  }
}

extension Picture.Panel.Content {
  fileprivate func markup() -> Markup {
    switch self {
    case .plot(let plot): plot.markup()
    case .timeline(let plot): plot.markup()
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
