package import MatchmarkCore
package import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
package import MatchmarkSession

/// A search field backed by a matcher, as `session` plays it.
package struct SessionStage {
  package let corpus: FoldedCorpus
  package private(set) var session: SearchSession
  private var cursor: any MatcherCursor
  private var window = TimedWindow()
  private var matchCount: Int?

  package init(
    _ corpus: FoldedCorpus, settings: SessionSettings, entry: MatcherEntry
  ) throws(InputError) {
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
  package mutating func play(_ event: SessionEvent) throws(SessionError) -> SessionScene {
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
