package import MatchmarkCore
package import MatchmarkSession

/// Why a workload cannot be run.
package enum WorkloadError: Error, Sendable {
  /// An event of a trace is impossible.
  case impossibleEvent(trace: String, SessionError)
  /// A query of a trace is beyond the contract.
  case refusedQuery(trace: String, keystroke: Int, QueryError)
}

extension WorkloadError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .impossibleEvent(let trace, let error): "trace '\(trace)': \(error)"
    case .refusedQuery(let trace, let keystroke, let error):
      "trace '\(trace)', keystroke \(keystroke + 1): \(error)"
    }
  }
}

/// The keystrokes of all traces, and where each trace begins and ends.
package struct Workload: Sendable {
  package struct Entry: Sendable {
    package let trace: String
    package let query: SearchQuery
    package let eventClass: EventClass
  }

  package private(set) var keystrokes: [Entry] = []
  /// The keystrokes of each trace that asks anything.
  package private(set) var traces: [Range<Int>] = []

  /// Replays the traces over a corpus.
  ///
  /// - Parameter settings: the app's choices; a conversion rule turns keys into tokens.
  /// - Throws: ``WorkloadError`` for an impossible event or query.
  package init(
    _ traces: [Trace], in corpus: FoldedCorpus, settings: SessionSettings = SessionSettings()
  ) throws(WorkloadError) {
    let session = SearchSession(for: corpus, settings: settings)
    var resolved = ResolvedQuery()
    for trace in traces {
      let start = keystrokes.count
      for keystroke in try Self.replay(trace, in: session) {
        do { try resolved.resolve(keystroke.query, in: corpus) } catch {
          throw .refusedQuery(trace: trace.name, keystroke: keystrokes.count - start, error)
        }
        let state = corpus.profile.displayState(of: resolved)
        keystrokes.append(
          Entry(
            trace: trace.name, query: keystroke.query,
            eventClass: EventClass(cause: keystroke.eventClass, showing: state)))
      }
      if keystrokes.count > start { self.traces.append(start..<keystrokes.count) }
    }
  }

  private static func replay(
    _ trace: Trace, in session: SearchSession
  ) throws(WorkloadError) -> [Keystroke] {
    do { return try trace.keystrokes(in: session) } catch {
      throw .impossibleEvent(trace: trace.name, error)
    }
  }
}
