import MatchmarkCore
import MatchmarkReports
import MatchmarkSession

/// A search field and the list below it, as a person would see them.
struct SessionStage {
  private let corpus: FoldedCorpus
  private let matcher: String
  private var session: SearchSession
  private var cursor: any MatcherCursor

  /// At most so many rows are shown.
  private static let rowLimit = 20

  init(
    _ corpus: FoldedCorpus, settings: SessionSettings, entry: MatcherEntry
  ) throws(CommandError) {
    self.corpus = corpus
    matcher = entry.descriptor.id
    session = SearchSession(for: corpus, settings: settings)
    do {
      cursor = try entry.build(corpus, MatcherOptions()).makeAnyCursor()
    } catch {
      throw .usage("\(entry.descriptor.id): \(error.description)")
    }
  }

  /// Applies an event and describes what is to be seen afterwards.
  ///
  /// - Throws: ``SessionError``; nothing has changed then.
  mutating func play(_ event: SessionEvent) throws(SessionError) -> [String] {
    let step = try session.step(event)
    var lines = ["  field    \(field)"]
    if session.showsScopeBar { lines.append("  scope    \(scopeBar)") }
    lines += list(tapped: step.tappedRow)
    let told = step.emitted.map(\.rawValue).joined(separator: ", ")
    lines.append("  told     \(told.isEmpty ? "nobody" : told)")
    if let reason = step.noEffect { lines.append("  because  \(reason)") }
    return lines
  }

  /// For instance `[Europe] uni|`, the bar being the caret of a field with the focus.
  private var field: String {
    let tokens = session.tokens.map { "[\($0.value)]" }
    let text = session.text + (session.isFirstResponder ? "|" : "")
    let state = session.isActive ? "" : "(inactive)"
    return (tokens + [text, state]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var scopeBar: String {
    session.scopeTitles.enumerated().map { index, title in
      index == session.scopeIndex ? "(\(title))" : title
    }.joined(separator: " ")
  }

  private mutating func list(tapped: Int?) -> [String] {
    guard session.isActive else { return ["  shows    the list below the search"] }
    var resolved = ResolvedQuery()
    var answer = Answer()
    do {
      try resolved.resolve(session.query, in: corpus)
      if case .skipped(let reason) = try cursor.answer(session.query, into: &answer) {
        return ["  shows    nothing: \(matcher) skipped the query, \(reason)"]
      }
    } catch {
      return ["  shows    nothing: \(error)"]
    }
    let state = corpus.profile.displayState(of: resolved)
    if state == .suggestions { return ["  shows    suggestions"] + suggestions }
    let rows = answer.rows
    var lines =
      ["  shows    \(state.rawValue), \(QuantityFormat.rows(rows.count))"] + sections(rows)
    if let tapped { lines.append(opened(tapped, rows)) }
    return lines
  }

  private var suggestions: [String] {
    session.candidates.enumerated().map { "    \($0)  \($1.facet)=\($1.value)" }
  }

  private func sections(_ rows: [Int]) -> [String] {
    corpus.sections(of: rows, for: session.query).flatMap { section in
      (section.title.map { ["    \($0)"] } ?? [])
        + section.rows.prefix(Self.rowLimit).map { "      \(describe($0))" }
        + (section.rows.count > Self.rowLimit
          ? ["      … \(section.rows.count - Self.rowLimit) more"] : [])
    }
  }

  private func opened(_ index: Int, _ rows: [Int]) -> String {
    rows.indices.contains(index)
      ? "  opens    \(describe(rows[index]))"
      : "  opens    nothing: got row \(index), expected one of \(rows.count), counted from 0"
  }

  private func describe(_ row: Int) -> String {
    corpus.corpus.schema.columns.indices.map { corpus.corpus.cell(row: row, column: $0) }
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
