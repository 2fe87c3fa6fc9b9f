/// A document as lines for a terminal.
///
/// A page begins with the verdict, a terminal ends with it, where the eye is: so sections and their
/// blocks come in reverse order, and the headline below them.
package struct TerminalRenderer {
  private let document: Document
  private let style: TextStyle
  private let hasDetails: Bool

  /// - Parameter details: whether to show what is a detail too.
  package init(_ document: Document, style: TextStyle, details: Bool = false) {
    self.document = document
    self.style = style
    hasDetails = details
  }

  /// The lines; the last one is the choice, where there is one.
  package func lines() -> [String] {
    let headline = document.headline
    let blocks = document.sections.reversed().flatMap { $0.blocks.reversed() } + document.overview
    var lines = blocks.flatMap { Self.lines($0, style: style, details: hasDetails) }
    if let title = document.title { lines.append(style.strong(title)) }
    if let line = document.origin?.line, !line.isEmpty { lines.append(style.faint(line)) }
    lines += document.warnings.map { style.caution("warning: \($0)") }
    lines.append(headline.grounds)
    let text = (headline.verdict.map { "\($0.words): " } ?? "") + headline.text
    lines.append(headline.isRight ? style.right(text) : style.wrong(text))
    lines += document.guests
    lines += document.remarks.map(style.faint)
    lines += document.choiceLines.map(style.strong)
    return lines.map(style.harmless)
  }

  /// The lines of a block, with a line for space below; none where it is a detail and those are not
  /// wanted.
  package static func lines(
    _ block: Block, style: TextStyle, details: Bool = false
  ) -> [String] {
    guard details || !block.isDetail else { return [] }
    var parts = block.parts.flatMap { lines($0, style: style, details: details) }
    if parts.last == "" { parts.removeLast() }
    guard !parts.isEmpty || !block.lead.isEmpty else { return [] }
    return
      ([style.strong(block.title)] + (block.lead.isEmpty ? [] : [style.faint(block.lead)]) + parts
      + (details ? block.notes.map { style.faint("  \($0)") } : []) + [""]).map(style.harmless)
  }

  private static func lines(
    _ part: Block.Part, style: TextStyle, details: Bool
  ) -> [String] {
    switch part {
    case .text(let text): ["  " + text]
    case .table(let table): lines(table, style: style, details: details)
    // A terminal has no pictures; the tables have their figures.
    case .picture: []
    case .cards(let cards): cards.flatMap { lines($0, style: style) }
    case .facts(let facts): aligned(facts)
    }
  }

  /// The state, the facts and the codes; a name that is longer than those has a line of its own.
  private static func lines(_ card: Card, style: TextStyle) -> [String] {
    let width = card.facts.map(\.name.count).max() ?? 0
    let codes = card.codes.flatMap { code in
      let lines = code.text.split(separator: "\n").map(String.init)
      return code.name.count > width
        ? ["  \(code.name):"] + lines.map { "  \($0)" }
        : aligned(lines.map { Fact(code.name, $0) }, width: width)
    }
    return [style.wrong("\(card.state): \(DisplayText.line(card.matcher)) \(card.what)")]
      + aligned(card.facts) + codes + [""]
  }

  private static func aligned(_ facts: [Fact], width: Int? = nil) -> [String] {
    let width = width ?? facts.map(\.name.count).max() ?? 0
    return facts.map { fact in
      "  \(fact.name)\(String(repeating: " ", count: width - fact.name.count))  \(fact.value)"
    }
  }

  // MARK: Tables

  /// Columns under their titles; sentences stand below their row, for they fit no column.
  private static func lines(
    _ table: ReportTable, style: TextStyle, details: Bool
  ) -> [String] {
    guard !table.rows.isEmpty else { return [] }
    let shown = table.columns.indices.filter { details || !table.columns[$0].isDetail }
    let columns = shown.filter { $0 == 0 || table.columns[$0].kind != .prose }
    let sentences = shown.filter { !columns.contains($0) }
    let grid = ([table.columns.map(\.title)] + table.rows).map { row in columns.map { row[$0] } }
    let rows = aligned(grid, columns.map { table.columns[$0].kind == .figures })
    var lines = table.isNamed ? [style.strong("  \(table.caption)")] : []
    lines.append(style.faint(rows[0]))
    for (index, line) in rows.dropFirst().enumerated() {
      lines.append(paint(line, table.tone(ofRow: index), style))
      lines += sentences.filter { !table.rows[index][$0].isEmpty }.map {
        style.faint("    \(table.columns[$0].title): \(table.rows[index][$0])")
      }
    }
    return lines + table.notes.map { style.faint("  \($0)") }
  }

  /// - Complexity: O(cells).
  private static func aligned(_ rows: [[String]], _ isRight: [Bool]) -> [String] {
    let widths = isRight.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return isRight[column] ? padding + row[column] : row[column] + padding
      }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func paint(_ line: String, _ tone: Tone, _ style: TextStyle) -> String {
    switch tone {
    case .plain: line
    case .faint: style.faint(line)
    case .right: style.right(line)
    case .caution: style.caution(line)
    case .wrong: style.wrong(line)
    }
  }
}
