internal import MatchmarkCore
internal import MatchmarkSession

/// The session behind the words of case files: events by their spelling, and a snapshot by names.
struct SessionDriver {
  private let corpus: FoldedCorpus
  private var session: SearchSession
  private var error = CaseJSON.null

  init(_ corpus: FoldedCorpus) {
    self.corpus = corpus
    session = SearchSession(for: corpus)
  }

  /// What the field asks now.
  var query: SearchQuery { session.query }

  var isActive: Bool { session.isActive }

  func accepts(setting name: String) -> Bool { false }

  /// Applies an event; an event that cannot happen becomes the snapshot's error.
  ///
  /// - Returns: why the event cannot be read, nil where it can.
  mutating func apply(_ event: CaseJSON) -> String? {
    let line = Array("{\"trace\":\"case\"}\n".utf8) + event.line(first: "event") + [0x0A]
    do throws(TraceFileError) {
      let traces = try TraceFile.decode(line, file: "case")
      guard let event = traces.first?.events.first else { return "there is no event" }
      apply(event)
      return nil
    } catch {
      return "the session does not know the event: \(error.description)"
    }
  }

  private mutating func apply(_ event: SessionEvent) {
    do throws(SessionError) {
      _ = try session.apply(event)
      error = .null
    } catch {
      self.error = .string(RefusalName.of(error))
    }
  }

  /// What is to be seen, by the names of case files; `keys` is added by who answers.
  var snapshot: [String: CaseJSON] {
    [
      "text": .string(session.text),
      "tokens": .array(
        session.tokens.map { .object(["facet": .string($0.facet), "value": .string($0.value)]) }),
      "scope": .integer(session.scopeIndex),
      "active": .boolean(session.isActive),
      "display": .string(display),
      "error": error,
    ]
  }

  private var display: String {
    var resolved = ResolvedQuery()
    guard session.isActive, (try? resolved.resolve(session.query, in: corpus)) != nil else {
      return DisplayState.none.rawValue
    }
    return corpus.profile.displayState(of: resolved).rawValue
  }
}
