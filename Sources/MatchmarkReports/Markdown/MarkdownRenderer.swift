import MatchmarkRecord
import MatchmarkSystem

/// A renderer of a document as the Markdown of GitHub and GitLab, for job summaries and comments.
///
/// Important blocks are expanded, the others are collapsed. GitHub discards a whole summary of more
/// than 1 MiB, so a block that would not fit is left out and listed by name instead.
package struct MarkdownRenderer {
  private let document: Document
  private var text = ""
  private var omitted: [String] = []

  /// The maximum size, somewhat below 1 MiB because a summary may have more than one author.
  static let limitInBytes = 900_000
  static let mark = "<!--\(FileMark.comment)-->\n"
  /// The maximum numbers of rows of a table and of cards; the web page shows more.
  private static let rowLimit = 200
  private static let cardLimit = 8

  package init(_ document: Document) { self.document = document }

  package func render() -> String {
    var page = self
    page.appendHead()
    for block in document.overview + document.sections.flatMap(\.blocks) { page.append(block) }
    if !page.omitted.isEmpty {
      page.text +=
        "Left out, because this page has a size limit: "
        + "\(page.omitted.joined(separator: ", ")). The HTML report has them.\n\n"
    }
    return page.text + Self.mark
  }

  private mutating func appendHead() {
    let warnings = document.warnings.map { "> ⚠️ \(MarkdownText.prose($0))\n>" }
    let paragraphs = [
      Self.heading(document), Self.verdict(document),
      document.subject.map { MarkdownText.prose($0.prefix(1).uppercased() + $0.dropFirst()) } ?? "",
      Self.failures(document).joined(separator: "\n"),
      document.ownLines.joined().map { "- \(MarkdownText.prose($0))" }.joined(separator: "\n"),
      document.choice.map { lines($0).joined(separator: "\n") }.joined(separator: "\n"),
      warnings.joined(separator: "\n"),
    ]
    for paragraph in paragraphs where !paragraph.isEmpty { text += paragraph + "\n\n" }
  }

  static func heading(_ document: Document) -> String {
    let headline = document.headline
    let sign = !headline.isRight ? "❌" : headline.isWeighing ? "⚖️" : "✅"
    let title = document.title.map { "\(MarkdownText.code($0)): " } ?? ""
    return "## \(sign) \(title)\(headline.text)"
  }

  static func verdict(_ document: Document) -> String {
    let word = document.headline.verdict.map { "Verdict: **\($0.words)**. " } ?? ""
    return word + MarkdownText.prose(document.headline.grounds)
  }

  /// The wrong results, two lines each: the result and the command that shows it.
  static func failures(_ document: Document) -> [String] {
    document.failureLines.flatMap { failure in
      ["- \(MarkdownText.prose(failure.text))"]
        + (failure.command.isEmpty ? [] : ["  " + MarkdownText.block(failure.command)])
    }
  }

  private mutating func append(_ block: Block) {
    let parts = block.parts.map(lines).filter { !$0.isEmpty }
    let notes = block.notes.map { ["<sub>\(MarkdownText.prose($0))</sub>"] }
    let lead = block.lead.isEmpty ? [] : [[MarkdownText.prose(block.lead)]]
    let body = (lead + parts + notes).map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
    let title = MarkdownText.prose(block.title)
    let section =
      block.isFolded
      ? "<details>\n<summary>\(title)</summary>\n\n\(body)\n\n</details>\n\n"
      : "### \(title)\n\n\(body)\n\n"
    if parts.isEmpty, block.lead.isEmpty { return }
    if text.utf8.count + section.utf8.count + Self.mark.utf8.count <= Self.limitInBytes {
      text += section
    } else {
      omitted.append(title)
    }
  }

  private func lines(_ part: Block.Part) -> [String] {
    switch part {
    case .text(let text): [MarkdownText.prose(text)]
    case .table(let table): Self.lines(table, limit: min(table.rowLimit, Self.rowLimit))
    // Markdown shows no pictures; the tables contain their figures.
    case .picture: []
    case .cards(let cards): lines(cards)
    case .facts(let facts):
      facts.map { "- \($0.name): \(MarkdownText.prose($0.value))" }
    }
  }

  private func lines(_ cards: [Card]) -> [String] {
    cards.prefix(Self.cardLimit).flatMap { lines($0) + [""] }
      + QuantityFormat.rest(cards.count - Self.cardLimit, "are in the HTML report")
  }

  /// Returns a list item: the matcher, its result, the facts on one line, and commands below.
  private func lines(_ card: Card) -> [String] {
    let lead = card.lead.isEmpty ? "" : "**\(MarkdownText.prose(card.lead))**: "
    let what =
      card.what.isEmpty ? "" : " \(MarkdownText.prose("\(card.state) \(card.what)"))"
    let name = MarkdownText.code(DisplayText.line(card.matcher))
    // The figures behind a recommendation are bold, so that they are seen first.
    let mark = card.lead.isEmpty ? "" : "**"
    let facts = card.facts.map { "\($0.name) \(mark)\(MarkdownText.code($0.value))\(mark)" }
    let note = card.note.isEmpty ? "" : ". \(MarkdownText.prose(card.note))"
    return ["- \(lead)\(name)\(what); \(facts.joined(separator: ", "))\(note)"]
      + card.codes.map { "  \($0.name): " + MarkdownText.block($0.value) }
  }

  package static func lines(_ table: ReportTable, limit: Int) -> [String] {
    guard !table.rows.isEmpty else { return [] }
    let head = [
      line(table.columns.map { MarkdownText.prose($0.title) }),
      line(table.columns.map { $0.kind == .figures ? "--:" : ":--" }),
    ]
    let rows = table.rows.prefix(limit).map { row in
      line(
        zip(table.columns, row).map { column, text in
          column.kind == .words ? MarkdownText.code(text) : MarkdownText.prose(text)
        })
    }
    return (table.isNamed ? ["**\(MarkdownText.prose(table.caption))**", ""] : []) + head + rows
      + table.omission(beyond: limit).flatMap { ["", $0] }
      + table.notes.flatMap { ["", "<sub>\(MarkdownText.prose($0))</sub>"] }
  }

  private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}

/// Functions that make texts of a record safe in Markdown, where nearly every character can have a
/// meaning.
///
/// Data is written as code, in which no renderer looks for emphasis, links, mentions, issue
/// numbers, emoji or formulas. Plain names get backticks. All other data gets a `code` element with
/// character references, because no escaping of backticks and bars works in all renderers.
package enum MarkdownText {
  /// Returns a text of a record as code; significant white space is made visible.
  static func code(_ text: String) -> String {
    guard !text.isEmpty else { return "–" }
    let isPlain = text.utf8.allSatisfy(plain.contains) && text.first != " " && text.last != " "
    return isPlain ? "`\(text)`" : "<code>\(prose(text))</code>"
  }

  /// Returns a command as a block of code, unchanged.
  static func block(_ command: String) -> String { "<pre><code>\(prose(command))</code></pre>" }

  /// Returns a sentence of this program that may contain a text of a record, with every character
  /// that some renderer interprets as a numeric reference.
  ///
  /// A colon before a space stays, because it starts neither an emoji nor an address.
  package static func prose(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var previous: Unicode.Scalar?
    // The only link that needs no markup starts with `www`; this is the length of that prefix so
    // far.
    var length = 0
    for scalar in text.unicodeScalars {
      if previous == ":" { result += scalar == " " ? ":" : "&#58;" }
      if markup.contains(scalar) || length == 3 && scalar == "." {
        result += "&#\(scalar.value);"
      } else if scalar != ":" {
        result.unicodeScalars.append(scalar)
      }
      previous = scalar
      length = scalar == "w" ? min(length + 1, 3) : 0
    }
    if previous == ":" { result += "&#58;" }
    return result
  }

  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,/ ".utf8)
  private static let markup = Set("&<>`*_[]{}|\\~#@$".unicodeScalars)
}
