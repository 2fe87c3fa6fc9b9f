import MatchmarkCore
import MatchmarkEngines
import MatchmarkSystem
import Synchronization

/// An engine behind the face of a matcher: whatever asks matchers can ask engines.
///
/// It is right for single answers, not for timing: every answer comes in whole, through a pipe.
final class EngineMatcher: BuiltMatcher {
  private let corpus: FoldedCorpus
  /// Kept as long as the engine may read it.
  private let rows: RowsFile
  private let process: Mutex<EngineProcess>
  private let facts: EngineIntroduction

  /// Starts the engine and lets it build its index.
  ///
  /// - Throws: ``MatcherError/unsupportedCorpus(reason:)`` where it declines, and
  ///   ``MatcherError/backendFailure(_:)`` for an engine that fails.
  init(_ launch: EngineLaunch, on corpus: FoldedCorpus) throws(MatcherError) {
    let rows: RowsFile
    do { rows = try RowsFile(corpus.corpus) } catch { throw .backendFailure(error.description) }
    let process: EngineProcess
    let opening: EngineOpening
    do throws(EngineFault) {
      process = try EngineProcess(launch)
      opening = try process.open(rows.corpus, profile: corpus.profile)
    } catch { throw error.asMatcherError }
    guard case .opened(let facts) = opening else {
      throw .unsupportedCorpus(reason: opening.reason)
    }
    self.corpus = corpus
    self.rows = rows
    self.facts = facts
    self.process = Mutex(process)
  }

  /// The entry of an engine among matchers.
  static func entry(of engine: EngineContestant, summary: String) -> MatcherEntry {
    MatcherEntry(
      descriptor: MatcherDescriptor(id: engine.launch.id, summary: summary),
      support: { _ in
        engine.missing.map { .unsupported(reason: engine.absence($0)) } ?? .supported
      },
      build: { corpus, _ throws(MatcherError) in try EngineMatcher(engine.launch, on: corpus) })
  }

  var indexByteCount: Int { facts.indexSizeInBytes }
  var plan: String { facts.plan }
  func makeAnyCursor() -> any MatcherCursor { Cursor(matcher: self) }

  /// Asks the process.
  struct Cursor: MatcherCursor {
    let matcher: EngineMatcher
    private var resolved = ResolvedQuery()

    init(matcher: EngineMatcher) { self.matcher = matcher }

    mutating func answer(
      _ query: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      // An engine is never asked what is beyond the contract.
      do { try resolved.resolve(query, in: matcher.corpus) } catch { throw .query(error) }
      guard matcher.facts.hello.capabilities.isExact else {
        return .skipped(reason: "it declares its answers inexact")
      }
      switch try matcher.result(of: query) {
      case .skipped(let skip): return .skipped(reason: skip.text)
      case .answered(let timed):
        answer = timed.answer.set(rowCount: matcher.corpus.rowCount) ?? Answer()
        return .answered
      }
    }
  }

  private func result(of query: SearchQuery) throws(MatcherError) -> EngineResult {
    do throws(EngineFault) {
      return try process.withLock { process throws(EngineFault) in
        try process.answer(query, want: .rows)
      }
    } catch { throw error.asMatcherError }
  }
}

extension EngineFault {
  /// An answer that cannot be right, or an engine that fails.
  fileprivate var asMatcherError: MatcherError {
    state.isWrongAnswer ? .malformedAnswer(description) : .backendFailure(description)
  }
}

extension EngineOpening {
  /// Why it was declined; empty where it was not.
  var reason: String {
    if case .skipped(let skip) = self { skip.text } else { "" }
  }
}

extension SkipReason {
  /// The reason, and where more is said.
  var text: String { url.map { "\(reason) (\($0))" } ?? reason }
}
