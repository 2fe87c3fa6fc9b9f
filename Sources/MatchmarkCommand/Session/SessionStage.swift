import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
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
      event: event, step: step, snapshot: SessionSnapshot(of: session, after: step))
    matchCount = nil
    guard session.isActive else {
      scene.rows = corpus.listed(Array(0..<corpus.rowCount))
      return scene
    }
    var answer = Answer()
    do throws(MatcherError) {
      let timing = try window.time(session.query, on: &cursor, into: &answer, delivering: .page)
      if case .skipped(let reason) = timing.response {
        scene.problem = "the matcher skipped the query, \(reason)"
        return scene
      }
      scene.answerNanoseconds = timing.nanoseconds
      scene.rows = corpus.listed(answer.rows)
      matchCount = scene.rows.count
      scene.snapshot = SessionSnapshot(of: session, after: step, matchCount: matchCount)
    } catch { scene.problem = error.description }
    return scene
  }
}

/// The delivery of an event, and what is visible afterwards.
struct SessionScene {
  let event: SessionEvent
  let step: SessionStep
  var snapshot: SessionSnapshot
  /// The list on screen, in its order; a tap means one of its lines.
  var rows: [Int] = []
  /// The reason why the matcher did not answer; nil if it did, or was not asked.
  var problem: String?
  /// The time of the matcher for the first page; nil if nothing was asked.
  var answerNanoseconds: Int?

  /// The reason why the tap opens no row; nil if it opens one, without a tap, and with a problem.
  var unopened: String? {
    guard let row = step.tappedRow, problem == nil, openedRow == nil else { return nil }
    return rows.isEmpty ? "the list is empty" : "got row \(row), expected 0 to \(rows.count - 1)"
  }

  /// The row that the tap opens; nil without a tap, or if there is no such line.
  var openedRow: Int? {
    step.tappedRow.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
  }
}
