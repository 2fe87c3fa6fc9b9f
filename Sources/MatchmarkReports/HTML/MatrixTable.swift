import MatchmarkMeasurement

/// The parity matrix: a word and a sign in every field, so that colour is never needed.
struct MatrixTable {
  private let matrix: ParityMatrix
  private let caption: String

  init(_ matrix: ParityMatrix, caption: String) {
    self.matrix = matrix
    self.caption = caption
  }

  /// With more matchers than that they are rows, which is where tables grow.
  private static let columnLimit = 8

  func markup() -> Markup {
    tag(
      "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
      .init("aria-label", "Parity matrix")
    ) {
      tag("table", .kind("matrix")) {
        tag("caption") { caption }
        if matrix.matchers.count <= Self.columnLimit {
          head(matrix.matchers.indices.map(name))
          for theme in matrix.themes { part(theme) }
        } else {
          head(matrix.rows.map { row in tag("bdi") { DisplayText.line(row.group, limit: 40) } })
          tag("tbody") {
            for index in matrix.matchers.indices {
              line(name(index), matrix.rows.map { $0.entries[index] })
            }
          }
        }
      }
    }
  }

  /// The rows of one theme under a line that names it.
  @MarkupBuilder
  private func part(_ theme: String) -> Markup {
    let rows = matrix.rows.filter { $0.theme == theme }
    if !rows.isEmpty {
      tag("tbody") {
        tag("tr", .kind("theme")) {
          tag(
            "th", .init("scope", "rowgroup"), .init("colspan", String(matrix.matchers.count + 1))
          ) { theme }
        }
        for row in rows {
          line(tag("bdi") { DisplayText.line(row.group, limit: 40) }, row.entries)
        }
      }
    }
  }

  @MarkupBuilder
  private func name(_ index: Int) -> Markup {
    Sign(position: index).badge()
    tag("bdi") { DisplayText.line(matrix.matchers[index], limit: 60) }
  }

  private func head(_ names: [Markup]) -> Markup {
    tag("thead") {
      tag("tr") {
        tag("td")
        for name in names { tag("th", .init("scope", "col")) { name } }
      }
    }
  }

  private func line(_ name: Markup, _ entries: [ParityMatrix.Entry]) -> Markup {
    tag("tr") {
      tag("th", .init("scope", "row")) { name }
      for entry in entries { field(entry) }
    }
  }

  private func field(_ entry: ParityMatrix.Entry) -> Markup {
    switch entry.status {
    case .verified where entry.skipped == 0: tag("td", .kind("right")) { "✓ \(entry.text)" }
    case .verified: tag("td", .kind("right part")) { "✓ \(entry.text)" }
    case .voided: tag("td", .kind("wrong")) { "✗ \(entry.text)" }
    case .errored: tag("td", .kind("wrong")) { entry.text }
    case .skipped, nil: tag("td", .kind("none")) { entry.text }
    }
  }
}
