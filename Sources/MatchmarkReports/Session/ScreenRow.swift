package import MatchmarkCore

/// A row as a line, with highlighted matches.
package struct ScreenRow {
  /// The characters as a terminal shows them, and whether each is marked.
  private var characters: [(text: String, isMarked: Bool)] = []

  package init(_ row: Int, of corpus: Corpus, _ marks: [MarkedField]) {
    for column in corpus.schema.columns.indices {
      let cell = corpus.cell(row: row, column: column)
      guard !cell.isEmpty else { continue }
      if !characters.isEmpty { characters.append((" · ", false)) }
      let ranges = marks.filter { $0.column == column }.flatMap(\.ranges)
      var offset = 0
      for character in cell {
        let text = String(character)
        characters.append((TerminalText.visible(text), ranges.contains { $0.contains(offset) }))
        offset += text.utf8.count
      }
    }
  }

  /// The line; if it is too long, the part of it that shows the first match.
  ///
  /// - Parameter limit: columns, at least 1.
  package func text(to limit: Int, _ style: TextStyle) -> String {
    let first = firstShown(limit)
    let shown = characters[first...]
    let isCut = shown.reduce(0) { $0 + TerminalText.width($1.text) } > limit - (first > 0 ? 1 : 0)
    var room = limit - (isCut ? 1 : 0) - (first > 0 ? 1 : 0)
    var line = first > 0 ? "…" : ""
    var run = ""
    var isMarked = false
    func close() {
      line += run.isEmpty || !isMarked ? run : style.found(run).output
      run = ""
    }
    for character in shown {
      room -= TerminalText.width(character.text)
      if room < 0 { break }
      if character.isMarked != isMarked {
        close()
        isMarked = character.isMarked
      }
      run += character.text
    }
    close()
    return line + (isCut && limit > 1 ? "…" : "")
  }

  /// The first character that is shown: 0 if the first match fits from there, else one that leaves
  /// a third of the line before the match.
  private func firstShown(_ limit: Int) -> Int {
    guard let match = characters.firstIndex(where: \.isMarked) else { return 0 }
    let end = characters[match...].firstIndex { !$0.isMarked } ?? characters.count
    func width(_ range: Range<Int>) -> Int {
      characters[range].reduce(0) { $0 + TerminalText.width($1.text) }
    }
    guard width(0..<end) > limit - 1 else { return 0 }
    var first = match
    while first > 0, width(first - 1..<match) <= limit / 3 { first -= 1 }
    return first
  }
}
