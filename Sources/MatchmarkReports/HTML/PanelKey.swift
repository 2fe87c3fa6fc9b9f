/// What the signs of a panel mean, each with a few figures of its matcher.
struct PanelKey {
  struct Row {
    var position: Int
    var name: String
    var figures: [String]
  }

  /// What it says, for those who hear it.
  var caption: String
  /// Of the figures.
  var columns: [String]
  var rows: [Row]

  func markup() -> Markup {
    tag("table", .kind("panel-key")) {
      tag("caption") { caption }
      tag("thead") {
        tag("tr") {
          tag("td")
          for column in columns { tag("th", .init("scope", "col"), .kind("number")) { column } }
        }
      }
      tag("tbody") {
        for row in rows { markup(row) }
      }
    }
  }

  private func markup(_ row: Row) -> Markup {
    tag("tr") {
      tag("th", .init("scope", "row")) {
        Sign(position: row.position).badge()
        tag("bdi") { DisplayText.line(row.name, limit: 40) }
      }
      for figure in row.figures { tag("td", .kind("number")) { Prose.set(figure) } }
    }
  }
}
