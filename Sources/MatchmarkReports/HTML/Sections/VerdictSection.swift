import MatchmarkMeasurement

/// What a person wants to know first: whether all is right, and which matcher to choose.
struct VerdictSection {
  private let record: RunRecord
  private let roster: Roster

  init(_ record: RunRecord, roster: Roster) {
    self.record = record
    self.roster = roster
  }

  func markup() -> Markup {
    let text = VerdictText(record)
    return tag("section", .kind("verdict"), .init("aria-labelledby", "verdict-title")) {
      tag(
        "h2", .id("verdict-title"), .kind("headline \(text.isRight ? "right" : "wrong")"),
        .init("data-verdict", text.verdict.rawValue)
      ) {
        StatusSign(isRight: text.isRight).markup()
        text.headline
      }
      tag("p", .kind("lead")) { Prose.set(text.grounds) }
      warnings
      tag("div", .kind("glance")) {
        choice
        if let overview = Figure.overview(of: record) { overview.markup() }
      }
    }
  }

  @MarkupBuilder
  private var warnings: Markup {
    if !record.warnings.isEmpty {
      tag("ul", .kind("warnings"), .init("aria-label", "Warnings")) {
        for warning in record.warnings.prefix(20) {
          tag("li") { Self.text(of: warning) }
        }
      }
    }
  }

  /// A warning, with the flags that it names kept whole.
  private static func text(of warning: String) -> [Markup] {
    DisplayText.line(warning, limit: 400).split(separator: " ", omittingEmptySubsequences: false)
      .enumerated().map { index, word in
        let space = index == 0 ? "" : " "
        return word.hasPrefix("--")
          ? .group([.text(space), tag("code") { String(word) }]) : .text(space + word)
      }
  }

  @MarkupBuilder
  private var choice: Markup {
    if let choice = Choice(record) {
      tag("div", .kind("choice")) {
        if let simplest = choice.simplest {
          card(
            "Up to \(choice.reachText)", simplest,
            why:
              "The simplest matcher. Its worst p99 stays within one frame at 120 Hz, 8.33 ms, on "
              + "everything that was measured at \(QuantityFormat.rows(simplest.rowCount)).")
        }
        if let beyond = choice.beyond {
          card(
            choice.simplest == nil ? "At every size" : "Beyond", beyond,
            why: "Answers everything in \(QuantityFormat.ratio(beyond.ratio)) of the time of "
              + "\(DisplayText.line(record.suite.reference)), the least of all at "
              + "\(QuantityFormat.rows(beyond.rowCount)).")
        }
      }
    }
  }

  private func card(_ when: String, _ standing: Choice.Standing, why: String) -> Markup {
    tag("div", .kind("card")) {
      tag("p", .kind("when")) { Prose.set(when) }
      tag("p", .kind("who")) {
        Sign(position: roster.position(of: standing.matcher)).badge()
        tag("bdi") { DisplayText.line(standing.matcher, limit: 60) }
      }
      tag("dl") {
        fact("worst p99", QuantityFormat.time(standing.p99))
        fact("index bytes per corpus byte", QuantityFormat.ratio(standing.indexBytesPerByte))
      }
      tag("p", .kind("note")) { Prose.set(why) }
    }
  }

  private func fact(_ name: String, _ value: String) -> Markup {
    tag("div") {
      tag("dt") { name }
      tag("dd") { value }
    }
  }
}

/// Right or wrong at a glance: a tick or a cross in a disc.
struct StatusSign {
  let isRight: Bool

  func markup() -> Markup {
    tag(
      "svg", .kind("status"), .init("viewBox", "0 0 24 24"), .init("width", "24"),
      .init("height", "24"), .init("aria-hidden", "true")
    ) {
      tag("circle", .init("cx", "12"), .init("cy", "12"), .init("r", "11"))
      tag("path", .init("d", isRight ? "M7 12.5l3.4 3.4L17 9" : "M8 8l8 8M16 8l-8 8"))
    }
  }
}
