internal import FoundationEssentials
internal import MatchmarkCore
internal import MatchmarkSession

/// A search field that is driven by the words of case files: events in their spelling, and
/// snapshots by field names.
struct SessionDriver {
  private let corpus: FoldedCorpus
  private var model: any SearchModel
  private var step = SessionStep()
  private var error: String?
  /// The number of rows in the list on screen, if known.
  var shownCount: Int?

  init(_ corpus: FoldedCorpus, model: SearchModelEntry, settings: SessionSettings) {
    self.corpus = corpus
    self.model = model.make(corpus, settings)
  }

  /// - Parameter settings: A block of settings; those that it leaves out have their defaults.
  /// - Throws: The decoder's error for settings of another form.
  init(
    _ corpus: FoldedCorpus, model: SearchModelEntry, settings: [String: JSONValue]
  ) throws {
    let bytes = Data(JSONValue.object(settings).line())
    self.init(
      corpus, model: model, settings: try JSONDecoder().decode(SessionSettings.self, from: bytes))
  }

  /// The field's current query.
  var query: SearchQuery { model.query }

  /// The row on screen that the last event tapped.
  var tappedRow: Int? { step.tappedRow }

  static func accepts(setting name: String) -> Bool {
    SessionSettings.CodingKeys(rawValue: name) != nil
  }

  /// Applies an event; one that cannot happen becomes the snapshot's error.
  ///
  /// - Returns: Why the event cannot be read; nil if it can.
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

  /// The rows on screen, given those that match: the whole corpus while no search is active.
  mutating func shown(_ matching: [Int]) -> [Int] {
    shownCount = matching.count
    let snapshot = model.snapshot(after: step, matchCount: matching.count)
    guard snapshot.active else { return Array(0..<corpus.rowCount) }
    return snapshot.display == .suggestions ? [] : matching
  }

  /// The screen, under the field names of case files; the answering side adds `keys` and `opened`.
  var snapshot: [String: JSONValue] {
    let snapshot = model.snapshot(after: step, matchCount: shownCount)
    guard let data = try? JSONEncoder().encode(snapshot),
      case .object(var values)? = try? JSONDecoder().decode(JSONValue.self, from: data)
    else { return [:] }
    values["error"] = error.map(JSONValue.string) ?? .null
    return values
  }

  /// The fields of a snapshot; a case that names any other would compare nothing.
  static let fieldNames: [String] = {
    let corpus = ["keys", "opened", "error"]
    return SessionSnapshot.CodingKeys.allCases.map(\.rawValue) + corpus
  }()
}
