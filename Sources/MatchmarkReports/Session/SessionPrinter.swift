package import MatchmarkCore
import MatchmarkRecord
package import MatchmarkSession

/// Renders a scene of a session as lines of text, as a person would see the screen.
package struct SessionPrinter {
  private let corpus: FoldedCorpus
  private let settings: SessionSettings
  private let scopeTitles: [String]
  private let style: TextStyle

  package init(of session: SearchSession, over corpus: FoldedCorpus, style: TextStyle) {
    self.corpus = corpus
    settings = session.settings
    scopeTitles = session.scopeTitles
    self.style = style
  }

  private static let rowLimit = 20

  /// - Parameter earlier: a scene whose scope bar, offers and list are not repeated.
  package func lines(_ scene: SessionScene, after earlier: SessionScene? = nil) -> [StyledText] {
    let snapshot = scene.snapshot
    let known = earlier.map { bars($0.snapshot) } ?? []
    var lines: [StyledText] = ["  field    \(field(snapshot))"]
    lines += bars(snapshot).filter { !known.contains($0) }
    let rows = list(scene)
    if rows != earlier.map({ list($0) }) { lines += rows }
    if let suggestion = scene.step.chosenSuggestion {
      lines.append("  chose    \(suggestion.title)")
    }
    if let row = scene.openedRow {
      lines.append("  opens    \(RowText(corpus, text: "", style: style).line(row))")
    }
    if let reason = scene.unopened { lines.append("  opens    nothing: \(reason)") }
    let calls = snapshot.emitted.map(\.rawValue).joined(separator: ", ")
    lines.append("  calls    \(calls.isEmpty ? "none" : calls)")
    if let reason = scene.step.noEffect { lines.append("  because  \(reason)") }
    return lines
  }

  private func bars(_ snapshot: SessionSnapshot) -> [StyledText] {
    let titles = snapshot.searchSuggestions.map(\.title)
    return (snapshot.scopeBar ? ["  scope    \(scopeBar(snapshot))"] : [])
      + (titles.isEmpty ? [] : ["  offers   \(titles.joined(separator: " · "))"])
  }

  /// For instance `[Europe] uni|`: the bar is the caret of a focused field, angle quotation marks
  /// enclose the selection, and underscores the text that an input method is still composing.
  private func field(_ snapshot: SessionSnapshot) -> String {
    var parts = fieldParts(snapshot)
    if parts.isEmpty, !snapshot.active, let placeholder = settings.placeholder {
      parts.append("(\(placeholder))")
    }
    if !snapshot.active { parts.append("(inactive)") }
    return parts.joined(separator: " ")
  }

  /// The tokens one by one, then the text; the caret, the selection and composed text are marked.
  private func fieldParts(_ snapshot: SessionSnapshot) -> [String] {
    let selection = snapshot.firstResponder ? snapshot.selection : []
    let hasCaret = selection.first == selection.last
    func marked(_ part: String, at position: Int) -> String {
      var text = part
      if snapshot.marked.first == position { text = "_" + text }
      if snapshot.marked.last == position + 1 { text += "_" }
      if selection.first == position { text = (hasCaret ? "|" : "‹") + text }
      if !hasCaret, selection.last == position + 1 { text += "›" }
      return text
    }
    let tokenCount = snapshot.tokens.count
    let tokens = snapshot.tokens.enumerated().map { marked("[\($1.shownTitle)]", at: $0) }
    var rest = snapshot.text.enumerated().map { marked(String($1), at: tokenCount + $0) }.joined()
    if hasCaret, selection.first == tokenCount + snapshot.text.count { rest += "|" }
    return tokens + (rest.isEmpty ? [] : [rest])
  }

  private func scopeBar(_ snapshot: SessionSnapshot) -> String {
    scopeTitles.enumerated().map { index, title in
      index == snapshot.scope ? "(\(title))" : title
    }.joined(separator: " ")
  }

  private func list(_ scene: SessionScene) -> [StyledText] {
    let snapshot = scene.snapshot
    if let problem = scene.problem { return ["  shows    nothing: \(problem)"] }
    guard snapshot.active else { return ["  shows    the main list"] }
    if snapshot.display == .suggestions {
      return ["  shows    suggestions"]
        + snapshot.suggestions.enumerated().map { "    \($0)  \($1)" }
    }
    let count = QuantityFormat.rows(scene.rows.count)
    let place = snapshot.list == .results ? "results list" : "presenting list"
    return ["  shows    \(snapshot.display.rawValue), \(count), in the \(place)"] + sections(scene)
  }

  private func sections(_ scene: SessionScene) -> [StyledText] {
    let query = SearchQuery(scene.snapshot.text, tokens: scene.snapshot.tokens.map(\.searchToken))
    let text = RowText(corpus, text: scene.snapshot.text, style: style)
    // Rows are numbered as 'row' expects.
    var number = 0
    return corpus.sections(of: scene.rows, for: query).flatMap { section -> [StyledText] in
      let first = number
      number += section.rows.count
      var lines: [StyledText] = section.title.map { ["    \($0)"] } ?? []
      for (index, row) in section.rows.prefix(Self.rowLimit).enumerated() {
        lines.append("      \(first + index)  \(text.line(row))")
      }
      let rest = section.rows.count - Self.rowLimit
      return lines + (rest > 0 ? ["      … \(rest) more"] : [])
    }
  }
}
