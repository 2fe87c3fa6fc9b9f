/// A picture of the page: panels, whose signs mean what, and the same as a table.
struct Figure {
  /// One of several pictures of the same kind.
  struct Panel {
    var title: String
    var subtitle: String
    var picture: Markup
    /// What stands below it; nil where the signs say enough.
    var key: PanelKey?
  }

  /// The anchor.
  var id: String
  var title: String
  /// What it shows and how to read it.
  var lead: String
  var panels: [Panel]
  /// The matchers that occur, by their place in the roster.
  var legend: [(position: Int, name: String)] = []
  /// Words about what is left out or uncertain.
  var notes: [String] = []
  var table: ReportTable
  /// Whether panels keep their own size, and scroll where there is not enough room.
  var isFixed = false
  /// Whether its one panel takes all the room there is.
  var isWide = false

  /// More panels than that do not help; the table has all.
  static let panelLimit = 18
  /// More matchers than that cannot be told apart in one picture.
  static let matcherLimit = 24
  /// More marks of one matcher cannot be told apart in one picture either.
  static let pointLimit = 40

  func markup() -> Markup {
    tag("section", .kind("block"), .id(id)) {
      tag("h3") { title }
      if !lead.isEmpty { tag("p", .kind("lead")) { Prose.set(lead) } }
      if panels.isEmpty {
        tag("p", .kind("note")) { "There is not enough in this record for a picture." }
      } else {
        picture
      }
      HTMLTable(table).details()
    }
  }

  private var picture: Markup {
    tag("figure") {
      if !legend.isEmpty {
        tag("p", .kind("legend")) {
          for entry in legend {
            tag("span") {
              Sign(position: entry.position).badge()
              DisplayText.line(entry.name, limit: 60)
            }
          }
        }
      }
      tag("div", .kind(isFixed ? "panels fixed" : isWide ? "panels wide" : "panels")) {
        for panel in panels.prefix(Self.panelLimit) { markup(panel) }
      }
      tag("figcaption") {
        Prose.set((notes + omission).joined(separator: " "))
      }
    }
  }

  private var omission: [String] {
    let count = panels.count - Self.panelLimit
    return count > 0 ? ["\(QuantityFormat.count(count)) more are in the table."] : []
  }

  /// Takes the first matchers into the legend, and says how many are left out.
  mutating func show(_ matchers: [(position: Int, name: String)]) {
    legend = Array(matchers.prefix(Self.matcherLimit))
    let rest = matchers.count - legend.count
    if rest > 0 {
      notes.append("\(QuantityFormat.count(rest)) more matchers are in the table only.")
    }
  }

  /// Says that small corpora have no picture.
  mutating func noteDwarfed(_ count: Int) {
    guard count > 0 else { return }
    let profiles =
      count == 1 ? "One profile of small corpora is" : "\(count) profiles of small corpora are"
    notes.append("\(profiles) in the table only.")
  }

  @MarkupBuilder
  private func markup(_ panel: Panel) -> Markup {
    tag("div", .kind("panel")) {
      if !panel.title.isEmpty {
        name(of: panel)
      }
      if isFixed {
        // What scrolls must be reachable by keys, and have a name.
        tag(
          "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
          .init("aria-label", "\(title): \(panel.title)")
        ) {
          panel.picture
        }
      } else {
        panel.picture
      }
      if let key = panel.key { key.markup() }
    }
  }

  private func name(of panel: Panel) -> Markup {
    tag("p", .kind("name")) {
      panel.title
      if !panel.subtitle.isEmpty { tag("small") { Prose.set(panel.subtitle) } }
    }
  }
}
