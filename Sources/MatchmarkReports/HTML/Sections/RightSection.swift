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
      EngineSection(record, roster: roster).markup()
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
      MatrixTable(
        matrix, caption: "Parity: profiles and kinds of keystrokes against matchers"
      ).markup()
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
      tag("pre") { tag("code") { DisplayText.exact(example.replayLine, limit: 2_000) } }
      if let shrunk = example.shrunk {
        tag("p", .kind("note")) { "The smallest rows and query that still show it:" }
        tag("pre") { tag("code") { Self.lines(shrunk) } }
      }
    }
  }

  /// So many lines of a shrunk world; those that the shrinker leaves are few.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).prefix(40)
      .map { DisplayText.exact(String($0), limit: 400) }.joined(separator: "\n")
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
        HTMLTable(Unranked.table(all)).markup(stacks: true)
      }
    }
  }
}
