internal import FoundationEssentials
internal import MatchmarkCore
internal import MatchmarkSession

/// A search field that is driven by the words of case files: events by their spelling, and a
/// snapshot by names.
struct SessionDriver {
  private let corpus: FoldedCorpus
  private var model: any SearchModel
  private var step = SessionStep()
  private var error: String?
  /// How many rows the list on screen has, as far as is known.
  var shownCount: Int?

  init(_ corpus: FoldedCorpus, model: SearchModelEntry, settings: SessionSettings) {
    self.corpus = corpus
    self.model = model.make(corpus, settings)
  }

  /// - Parameter settings: a block of settings; what it does not say has its default.
  /// - Throws: what a decoder throws for settings of another form.
  init(
    _ corpus: FoldedCorpus, model: SearchModelEntry, settings: [String: JSONValue]
  ) throws {
    let bytes = Data(JSONValue.object(settings).line())
    self.init(
      corpus, model: model, settings: try JSONDecoder().decode(SessionSettings.self, from: bytes))
  }

  /// What the field asks now.
  var query: SearchQuery { model.query }

  /// The row of the list on screen that the last event tapped.
  var tappedRow: Int? { step.tappedRow }

  static func accepts(setting name: String) -> Bool {
    SessionSettings.CodingKeys(rawValue: name) != nil
  }

  /// Applies an event; an event that cannot happen becomes the snapshot's error.
  ///
  /// - Returns: why the event cannot be read, nil where it can.
  mutating func apply(_ event: JSONValue) -> String? {
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

  mutating func apply(_ event: SessionEvent) {
    step = SessionStep()
    error = nil
    do throws(SessionError) {
      step = try model.step(event, matchCount: shownCount)
    } catch {
      self.error = RefusalName.of(error)
    }
  }

  /// The rows on screen, of those that match: all of the corpus while nothing is searched.
  mutating func shown(_ matching: [Int]) -> [Int] {
    shownCount = matching.count
    let snapshot = model.snapshot(after: step, matchCount: matching.count)
    guard snapshot.active else { return Array(0..<corpus.rowCount) }
    return snapshot.display == .suggestions ? [] : matching
  }

  /// What is to be seen, by the names of case files; `keys` and `opened` are added by who answers.
  var snapshot: [String: JSONValue] {
    let snapshot = model.snapshot(after: step, matchCount: shownCount)
    guard let data = try? JSONEncoder().encode(snapshot),
      case .object(var values)? = try? JSONDecoder().decode(JSONValue.self, from: data)
    else { return [:] }
    values["error"] = error.map(JSONValue.string) ?? .null
    return values
  }

  /// The fields of a snapshot; a case that names another would compare nothing.
  static let fieldNames: [String] = {
    let corpus = ["keys", "opened", "error"]
    return SessionSnapshot.CodingKeys.allCases.map(\.rawValue) + corpus
  }()
}
