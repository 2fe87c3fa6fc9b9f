/// A run of the conformance cases as a web page or as Markdown.
package struct ConformancePage {
  private let facts: ConformanceFacts

  package init(_ facts: ConformanceFacts) { self.facts = facts }

  /// The bytes of the web page.
  package func html() throws(ReportError) -> [UInt8] {
    let writer = try XMLWriter(.html)
    try writer.page(page)
    return try writer.finish()
  }

  /// The page for job summaries.
  package func markdown() -> String {
    var page = MarkdownPage()
    page.append(
      "## \(facts.isRight ? "✅" : "❌") \(facts.headline)", MarkdownText.prose(facts.grounds))
    if !facts.isRight {
      page.append("Failures", isOpen: true, facts.shownFailures.flatMap(describe) + [omission])
    }
    page.append("Groups of clauses", isOpen: true, MarkdownTable(matrixTable).lines())
    page.append("All clauses", isOpen: false, MarkdownTable(facts.clauses).lines())
    return page.finished()
  }

  private func describe(_ failure: ConformanceFacts.Failure) -> [String] {
    [
      "- \(MarkdownText.code(DisplayText.line(failure.subject))): "
        + MarkdownText.prose(DisplayText.line(failure.title, limit: 300)) + " ("
        + MarkdownText.code(failure.clauses.joined(separator: ", ")) + ")",
      "  " + MarkdownText.code(DisplayText.line(failure.lines.first ?? "", limit: 300)),
      "  " + MarkdownText.block(DisplayText.exact(failure.replayCommand, limit: 300)),
      "",
    ]
  }

  private var omission: String {
    let count = facts.failures.count - facts.shownFailures.count
    return count > 0 ? "\(QuantityFormat.count(count)) more are in conformance.json." : ""
  }

  /// The matrix as Markdown shows it.
  private var matrixTable: ReportTable {
    let matrix = facts.matrix
    var table = ReportTable(
      "Groups of clauses",
      columns: [.words("group")] + matrix.matchers.map { .words(DisplayText.line($0)) })
    for row in matrix.rows {
      table.append(
        [DisplayText.line(row.group)] + row.entries.map(\.text))
    }
    return table
  }

  private var page: Markup {
    tag("html", .init("lang", "en")) {
      HTMLHead(title: "matchmark: conformance").markup()
      tag("body") {
        tag("a", .kind("skip"), .init("href", "#main")) { "Skip to the verdict" }
        Masthead(
          title: "conformance", startedAt: facts.startedAt, hostname: facts.hostname
        ).markup()
        tag("main", .id("main")) {
          verdict
          if !facts.isRight { failures }
          tag("section", .kind("block"), .id("clauses")) {
            tag("h3") { "Clause by clause" }
            HTMLTable(facts.clauses).details()
          }
        }
      }
    }
  }

  private var verdict: Markup {
    tag("section", .kind("verdict"), .init("aria-labelledby", "verdict-title")) {
      tag(
        "h2", .id("verdict-title"), .kind("headline \(facts.isRight ? "right" : "wrong")")
      ) {
        StatusSign(isRight: facts.isRight).markup()
        facts.headline
      }
      tag("p", .kind("lead")) { Prose.set(facts.grounds) }
      tag("section", .kind("block"), .id("parity")) {
        tag("h3") { "Groups of clauses" }
        tag("p", .kind("lead")) {
          "How many of the cases that would notice a broken clause were answered rightly."
        }
        MatrixTable(facts.matrix, caption: "Groups of clauses and levels against subjects").markup()
      }
    }
  }

  private var failures: Markup {
    tag("section", .kind("block"), .id("counterexamples")) {
      tag("h3") { "Failures" }
      for failure in facts.shownFailures { card(failure) }
      if !omission.isEmpty { tag("p", .kind("note")) { omission } }
    }
  }

  private func card(_ failure: ConformanceFacts.Failure) -> Markup {
    let position = facts.matrix.matchers.firstIndex(of: failure.subject) ?? 0
    return tag("article", .kind("counterexample")) {
      tag("p", .kind("who")) {
        Sign(position: position).badge()
        tag("bdi") { DisplayText.line(failure.subject, limit: 60) }
        tag("span") { " \(DisplayText.line(failure.title, limit: 300))" }
      }
      tag("dl") {
        tag("div") {
          tag("dt") { "clauses" }
          tag("dd") { DisplayText.line(failure.clauses.joined(separator: ", ")) }
        }
        tag("div") {
          tag("dt") { "differs" }
          tag("dd") { tag("bdi") { DisplayText.line(failure.lines.first ?? "", limit: 300) } }
        }
      }
      if failure.lines.count > 1 {
        tag("pre") {
          tag("code") {
            failure.lines.dropFirst().prefix(12).map { DisplayText.exact($0, limit: 300) }
              .joined(separator: "\n")
          }
        }
      }
      tag("pre") { tag("code") { DisplayText.exact(failure.replayCommand, limit: 300) } }
    }
  }
}
