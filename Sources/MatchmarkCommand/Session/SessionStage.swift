import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSession

/// A search field backed by a matcher, as `session` plays it.
struct SessionStage {
  let corpus: FoldedCorpus
  private(set) var session: SearchSession
  private var cursor: any MatcherCursor
  private var window = TimedWindow()
  private var matchCount: Int?

  init(
    _ corpus: FoldedCorpus, settings: SessionSettings, entry: MatcherEntry
  ) throws(CommandError) {
    self.corpus = corpus
    session = SearchSession(for: corpus, settings: settings)
    do {
      cursor = try entry.build(corpus, MatcherOptions()).makeAnyCursor()
    } catch {
      throw .usage("\(entry.descriptor.id): \(error.description)")
    }
  }

  /// Applies an event, then asks the matcher what the list shows.
  ///
  /// - Throws: ``SessionError``; nothing has changed in that case.
  mutating func play(_ event: SessionEvent) throws(SessionError) -> SessionScene {
    let step = try session.step(event, matchCount: matchCount)
    var scene = SessionScene(
      event: event, keystroke: step.keystroke, noEffect: step.noEffect,
      chosenSuggestion: step.chosenSuggestion,
      snapshot: SessionSnapshot(of: session, after: step))
    matchCount = nil
    guard session.isActive else {
      scene.rows = Array(0..<corpus.rowCount)
      scene.tappedRow = step.tappedRow
      return scene
    }
    switch answer() {
    case .success(let (rows, nanoseconds)):
      scene.answerNanoseconds = nanoseconds
      matchCount = rows.count
      scene.snapshot = SessionSnapshot(of: session, after: step, matchCount: rows.count)
      scene.rows = rows
      scene.tappedRow = step.tappedRow
    case .failure(let reason): scene.problem = reason.description
    }
    return scene
  }

  private struct Reason: Error, CustomStringConvertible {
    let description: String
  }

  /// The rows, and the time until the matcher delivered their first page.
  private mutating func answer() -> Result<(rows: [Int], nanoseconds: Int), Reason> {
    var answer = Answer()
    do throws(MatcherError) {
      let timing = try window.time(session.query, on: &cursor, into: &answer, delivering: .page)
      if case .skipped(let reason) = timing.response {
        return .failure(Reason(description: "the matcher skipped the query, \(reason)"))
      }
      return .success((answer.rows, timing.nanoseconds))
    } catch { return .failure(Reason(description: error.description)) }
  }
}

/// The outcome of an event, and what is visible afterwards.
struct SessionScene {
  let event: SessionEvent
  let keystroke: Keystroke?
  let noEffect: NoEffect?
  let chosenSuggestion: Suggestion?
  var snapshot: SessionSnapshot
  var rows: [Int] = []
  /// The line of that list that was tapped.
  var tappedRow: Int?
  var problem: String?
  /// How long the matcher took; nil if nothing was asked.
  var answerNanoseconds: Int?

  /// Why the tap opens no row; nil if it opens one, and without a tap.
  var unopened: String? {
    guard let tappedRow, openedRow == nil else { return nil }
    return rows.isEmpty
      ? "the list is empty" : "got row \(tappedRow), expected 0 to \(rows.count - 1)"
  }

  /// The row that the tap opens; nil without a tap, or if there is no such line.
  var openedRow: Int? {
    tappedRow.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
  }
}
