import MatchmarkCore
import MatchmarkMeasurement

/// Who answered rightly, who did not, and how to see it again.
struct RightSection {
  private let record: RunRecord
  private let roster: Roster

  init(_ record: RunRecord, roster: Roster) {
    self.record = record
    self.roster = roster
  }

  func markup() -> Markup {
    tag("section", .id("right"), .init("aria-labelledby", "right-title")) {
      tag("h2", .id("right-title")) { "Right?" }
      parity
      counterexamples
      unranked
    }
  }

  private var parity: Markup {
    let matrix = ParityMatrix(record)
    return tag("section", .kind("block"), .id("parity")) {
      tag("h3") { "Answers" }
      tag("p", .kind("lead")) {
        "In how many cells (one corpus under one profile) every answer was right, by profile and "
        "by kind of keystroke."
      }
      MatrixTable(matrix, roster: roster).markup()
      if matrix.omittedCount > 0 {
        tag("p", .kind("note")) {
          "\(QuantityFormat.count(matrix.omittedCount)) more matchers and groups are in the record."
        }
      }
    }
  }

  @MarkupBuilder
  private var counterexamples: Markup {
    let found = CounterexampleList(record)
    if !found.shown.isEmpty {
      tag("section", .kind("block"), .id("counterexamples")) {
        tag("h3") { "Counterexamples" }
        tag("p", .kind("lead")) {
          "What was asked, how the answer differed, and the command that asks again."
        }
        for entry in found.shown { card(entry) }
        if found.omittedCount > 0 {
          tag("p", .kind("note")) {
            "\(QuantityFormat.count(found.omittedCount)) more are in the record."
          }
        }
      }
    }
  }

  private func card(_ entry: CounterexampleList.Entry) -> Markup {
    let example = entry.example
    return tag("article", .kind("counterexample")) {
      tag("p", .kind("who")) {
        Sign(position: roster.position(of: entry.matcher)).badge()
        tag("bdi") { DisplayText.line(entry.matcher, limit: 60) }
        tag("span") { " on \(DisplayText.line(entry.cell, limit: 80))" }
      }
      tag("dl") {
        fact("query", DisplayText.query(example.query))
        fact("differs", DisplayText.line(example.difference, limit: 200))
        fact(
          "row",
          "\(QuantityFormat.count(example.firstRow)): "
            + DisplayText.quoted(example.firstRowText))
      }
      tag("pre") { tag("code") { DisplayText.exact(example.replayCommand, limit: 2_000) } }
    }
  }

  private func fact(_ name: String, _ value: String) -> Markup {
    tag("div") {
      tag("dt") { name }
      tag("dd") { tag("bdi") { value } }
    }
  }

  @MarkupBuilder
  private var unranked: Markup {
    let all = Unranked.all(of: record)
    tag("section", .kind("block"), .id("unranked")) {
      tag("h3") { "Voided, skipped, missing" }
      if all.isEmpty {
        tag("p", .kind("lead")) { "Nobody: every matcher answered every keystroke of every cell." }
      } else {
        tag("p", .kind("lead")) {
          "Whoever has no rank somewhere stays visible, with the reason."
        }
        HTMLTable(Unranked.table(all)).markup()
      }
    }
  }
}

/// The parity matrix: a word and a sign in every field, so that colour is never needed.
private struct MatrixTable {
  private let matrix: ParityMatrix
  private let roster: Roster

  init(_ matrix: ParityMatrix, roster: Roster) {
    self.matrix = matrix
    self.roster = roster
  }

  /// With more matchers than that they are rows, which is where tables grow.
  private static let columnLimit = 8

  func markup() -> Markup {
    tag(
      "div", .kind("scroll"), .init("tabindex", "0"), .init("role", "region"),
      .init("aria-label", "Parity matrix")
    ) {
      tag("table", .kind("matrix")) {
        tag("caption") { "Parity: profiles and kinds of keystrokes against matchers" }
        if matrix.matchers.count <= Self.columnLimit {
          head(matrix.matchers.indices.map(name))
          for theme in ParityMatrix.Theme.allCases { part(theme) }
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
  private func part(_ theme: ParityMatrix.Theme) -> Markup {
    let rows = matrix.rows.filter { $0.theme == theme }
    if !rows.isEmpty {
      tag("tbody") {
        tag("tr", .kind("theme")) {
          tag(
            "th", .init("scope", "rowgroup"), .init("colspan", String(matrix.matchers.count + 1))
          ) { theme.rawValue }
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
    let total = QuantityFormat.count(entry.total)
    return switch entry.status {
    case .verified where entry.skipped == 0:
      tag("td", .kind("right")) { "✓ \(QuantityFormat.count(entry.verified))" }
    case .verified:
      tag("td", .kind("right part")) { "✓ \(QuantityFormat.count(entry.verified)) of \(total)" }
    case .voided:
      tag("td", .kind("wrong")) { "✗ \(QuantityFormat.count(entry.voided)) of \(total)" }
    case .errored:
      tag("td", .kind("wrong")) { "failed \(QuantityFormat.count(entry.errored)) of \(total)" }
    case .skipped: tag("td", .kind("none")) { "skipped" }
    case nil: tag("td", .kind("none")) { "–" }
    }
  }
}
