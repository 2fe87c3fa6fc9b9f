import MatchmarkRecord

/// A renderer of a document as lines for a terminal.
///
/// A page begins with the verdict; on a terminal the verdict comes last, where the reader looks
/// first. Sections and their blocks therefore come in reverse order, and the headline follows them.
/// A document that does not fit one screen is summarised (``Summary``); with details, everything is
/// shown.
package struct TerminalRenderer {
  private let document: Document
  private let style: TextStyle
  private let hasDetails: Bool
  private let width: Int?

  /// The number of lines that a person sees at the same time.
  package static let screenHeight = 40

  /// Creates a renderer.
  ///
  /// - Parameter width: the width of the terminal in columns; nil for no limit.
  package init(_ document: Document, style: TextStyle, details: Bool = false, width: Int? = nil) {
    self.document = document
    self.style = style
    hasDetails = details
    self.width = width
  }

  /// Returns the lines; the last one is the recommendation, if there is one.
  package func lines() -> [String] {
    let blocks = document.sections.reversed().flatMap { $0.blocks.reversed() } + document.overview
    let body = blocks.flatMap { Self.lines($0, details: hasDetails, width: width) }
    let whole = rendered(body + head(warningLimit: document.warnings.count) + conclusion)
    guard !hasDetails, whole.count > Self.screenHeight, let summary = document.summary else {
      return whole
    }
    return screen(summary)
  }

  /// Returns the lines of a block, followed by an empty line; empty if the block is a detail and
  /// details are not shown.
  package static func lines(
    _ block: Block, style: TextStyle, details: Bool = false, width: Int? = nil
  ) -> [String] {
    TerminalLine.rendered(lines(block, details: details, width: width), width: width, style: style)
  }

  private func rendered(_ lines: [TerminalLine]) -> [String] {
    TerminalLine.rendered(lines, width: width, style: style)
  }

  /// Returns the lines about the subject and the machine of the measurement, and the warnings.
  private func head(warningLimit: Int) -> [TerminalLine] {
    var lines: [TerminalLine] = []
    if let title = document.title { lines.append(TerminalLine(title, .strong)) }
    if let subject = document.subject { lines.append(TerminalLine(subject)) }
    if let line = document.origin?.line, !line.isEmpty { lines.append(TerminalLine(line, .faint)) }
    lines += document.warnings.prefix(warningLimit).map { TerminalLine("warning: \($0)", .caution) }
    let rest = document.warnings.count - warningLimit
    if rest > 0 { lines.append(TerminalLine(Self.more(rest, "warning"), .caution)) }
    return lines
  }

  /// The verdict, the results that keep the run from being right, and the recommendation.
  private var conclusion: [TerminalLine] {
    let headline = document.headline
    let text = (headline.verdict.map { "\($0.words): " } ?? "") + headline.text
    return [
      TerminalLine(headline.grounds), TerminalLine(text, headline.isRight ? .right : .wrong),
    ]
      + document.failureLines.flatMap { failure in
        [TerminalLine("  \(failure.text)", .wrong)]
          + (failure.command.isEmpty
            ? [] : [TerminalLine("    show it: \(failure.command)", isWhole: true)])
      }
      + Self.limited(
        document.ownLines.joined().map { TerminalLine($0) },
        to: hasDetails ? .max : Self.ownHeight, "line")
      + document.remarks.map { TerminalLine($0, .faint) }
      + document.choiceLines.flatMap { lines in
        lines.prefix(1).map { TerminalLine($0, .strong) }
          + lines.dropFirst().map { TerminalLine("  \($0)") }
      }
  }

  /// Returns one screen of lines: the whole conclusion, and as much of the rest as fits.
  private func screen(_ summary: Summary) -> [String] {
    let findings = Self.limited(
      summary.findings.flatMap { Self.lines($0, details: false, width: width) },
      to: Self.findingHeight, "line")
    var end = rendered(conclusion)
    // Warnings are dropped one at a time, so that figures keep at least half of the screen.
    for count in (0...min(document.warnings.count, 2)).reversed() {
      let middle = rendered(
        findings + summary.notes.map { TerminalLine($0, .faint) } + head(warningLimit: count))
      let lines = middle + end
      guard lines.count <= Self.screenHeight / 2 || count == 0 else { continue }
      end = lines
      break
    }
    let figures = summary.lines(height: Self.screenHeight - end.count, width: width)
    return Array((rendered(figures) + end).suffix(Self.screenHeight))
  }

  /// The maximum numbers of lines for the findings of a gate, and for the participants that a user
  /// added.
  private static let findingHeight = 10
  private static let ownHeight = 8

  /// Returns the first lines, and the number of the remaining ones.
  private static func limited(
    _ lines: [TerminalLine], to limit: Int, _ noun: String
  ) -> [TerminalLine] {
    guard lines.count > limit else { return lines }
    let rest = TerminalLine("  \(more(lines.count - limit + 1, noun))", .faint)
    return lines.prefix(limit - 1) + [rest]
  }

  static func more(_ count: Int, _ noun: String) -> String {
    "\(QuantityFormat.counted(count, "more \(noun)")): --details"
  }

  private static func lines(_ block: Block, details: Bool, width: Int?) -> [TerminalLine] {
    guard details || !block.isDetail else { return [] }
    var parts = block.parts.flatMap { lines($0, details: details, width: width) }
    if parts.last?.text == "" { parts.removeLast() }
    guard !parts.isEmpty || !block.lead.isEmpty else { return [] }
    if block.tables.contains(where: { !$0.bestRows.isEmpty }) {
      parts.append(TerminalLine(TerminalTable.legend, .faint))
    }
    return [TerminalLine(block.title, .strong)]
      + (block.lead.isEmpty ? [] : [TerminalLine(block.lead, .faint)]) + parts
      + (details ? block.notes.map { TerminalLine("  \($0)", .faint) } : []) + [.empty]
  }

  private static func lines(_ part: Block.Part, details: Bool, width: Int?) -> [TerminalLine] {
    switch part {
    case .text(let text): [TerminalLine("  " + text)]
    case .table(let table):
      if !details, let brief = table.brief {
        brief.map { TerminalLine("  " + $0) }
      } else {
        TerminalTable(table, details: details, width: width).lines()
      }
    // A terminal shows no pictures; the tables contain their figures.
    case .picture: []
    case .cards(let cards): cards.flatMap { lines($0) }
    case .facts(let facts): aligned(facts)
    }
  }

  /// Returns the state, the facts and the codes; a code name wider than the fact names has its own
  /// line.
  private static func lines(_ card: Card) -> [TerminalLine] {
    let width = card.facts.map(\.name.count).max() ?? 0
    let codes = card.codes.flatMap { code in
      let lines = code.value.split(separator: "\n").map(String.init)
      return code.name.count > width
        ? [TerminalLine("  \(code.name):")] + lines.map { TerminalLine("  \($0)", isWhole: true) }
        : aligned(lines.map { Fact(code.name, $0) }, width: width, isWhole: true)
    }
    return [TerminalLine("\(card.state): \(DisplayText.line(card.matcher)) \(card.what)", .wrong)]
      + aligned(card.facts) + codes + [.empty]
  }

  private static func aligned(
    _ facts: [Fact], width: Int? = nil, isWhole: Bool = false
  ) -> [TerminalLine] {
    let width = width ?? facts.map(\.name.count).max() ?? 0
    return facts.map { fact in
      let padding = String(repeating: " ", count: width - fact.name.count)
      return TerminalLine("  \(fact.name)\(padding)  \(fact.value)", isWhole: isWhole)
    }
  }
}
