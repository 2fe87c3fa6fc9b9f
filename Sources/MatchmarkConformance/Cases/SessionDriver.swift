internal import FoundationEssentials
internal import MatchmarkCore
internal import MatchmarkSession

/// The session behind the words of case files: events by their spelling, and a snapshot by names.
struct SessionDriver {
  private let corpus: FoldedCorpus
  private var session: SearchSession
  private var step = SessionStep()
  private var error: String?

  /// - Parameter settings: a block of settings; what it does not say has its default.
  /// - Throws: what a decoder throws for settings of another form.
  init(_ corpus: FoldedCorpus, settings: [String: CaseJSON] = [:]) throws {
    self.corpus = corpus
    let bytes = CaseJSON.object(settings).line(first: "")
    session = SearchSession(
      for: corpus, settings: try JSONDecoder().decode(SessionSettings.self, from: Data(bytes)))
  }

  /// What the field asks now.
  var query: SearchQuery { session.query }

  var isActive: Bool { session.isActive }

  /// The row of the list on screen that the last event tapped.
  var tappedRow: Int? { step.tappedRow }

  static func accepts(setting name: String) -> Bool {
    SessionSettings.CodingKeys(rawValue: name) != nil
  }

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
    step = SessionStep()
    error = nil
    do throws(SessionError) {
      step = try session.step(event)
    } catch {
      self.error = RefusalName.of(error)
    }
  }

  /// What is to be seen, by the names of case files; `keys` and `opened` are added by who answers.
  var snapshot: [String: CaseJSON] {
    [
      "text": .string(session.text),
      "tokens": .array(
        session.tokens.map { .object(["facet": .string($0.facet), "value": .string($0.value)]) }),
      "scope": .integer(session.scopeIndex),
      "active": .boolean(session.isActive),
      "firstResponder": .boolean(session.isFirstResponder),
      "highlighted": .boolean(session.isHighlighted),
      "scopeBar": .boolean(session.showsScopeBar),
      "resultsVisible": .boolean(session.showsResults),
      "cancelButton": .boolean(session.showsCancelButton),
      "list": .string(session.usesPresentingList ? "presenting" : "results"),
      "pasteboard": .string(session.pasteboard),
      "searchSuggestions": .array(session.searchSuggestions.map(CaseJSON.string)),
      "suggestions": .array(suggestions.map(CaseJSON.string)),
      "display": .string(display.rawValue),
      "emitted": .array(step.emitted.map { .string($0.rawValue) }),
      "error": error.map(CaseJSON.string) ?? .null,
    ]
  }

  private var suggestions: [String] {
    display == .suggestions ? session.candidates.map(\.value) : []
  }

  private var display: DisplayState {
    var resolved = ResolvedQuery()
    guard session.isActive, (try? resolved.resolve(session.query, in: corpus)) != nil else {
      return .none
    }
    return corpus.profile.displayState(of: resolved)
  }
}
