internal import MatchmarkCore
internal import MatchmarkJSON
internal import MatchmarkSession

/// A search field that is driven by the words of case files: events in their spelling, and
/// snapshots by field names.
struct SessionDriver {
  private let corpus: FoldedCorpus
  private let lacks: Set<SearchModelPart>
  private var model: any SearchModel
  private var step = SessionStep()
  private var error: String?
  /// The number of rows in the list on screen, if known.
  var shownCount: Int?

  init(_ corpus: FoldedCorpus, model: SearchModelEntry, settings: SessionSettings) {
    self.corpus = corpus
    lacks = model.lacks
    self.model = model.make(corpus, settings)
  }

  var query: SearchQuery { model.query }
  var tappedRow: Int? { step.tappedRow }

  /// Applies an event; one that cannot happen becomes the snapshot's error.
  ///
  /// - Returns: the reason why the event cannot be read; nil if it can.
  mutating func apply(_ event: JSONValue) -> String? {
    do throws(TraceFileError) {
      apply(try TraceFile.event(event.sorted(first: "event").text, file: "case"))
      return nil
    } catch {
      return "the session does not know the event: \(error.description)"
    }
  }

  mutating func apply(_ event: SessionEvent) {
    step = SessionStep()
    error = nil
    // A model without a presentation is always searching.
    if lacks.contains(.presentation), event.isActivation { return }
    do throws(SessionError) {
      step = try model.step(event, matchCount: shownCount)
    } catch {
      self.error = RefusalName.of(error)
    }
  }

  /// The rows in the order on screen, given those that match: the whole corpus while no search is
  /// active.
  mutating func shown(_ matching: [Int]) -> [Int] {
    shownCount = matching.count
    guard !lacks.contains(.presentation) else { return corpus.listed(matching) }
    let snapshot = model.snapshot(after: step, matchCount: matching.count)
    guard snapshot.active else { return corpus.listed(Array(0..<corpus.rowCount)) }
    return snapshot.display == .suggestions ? [] : corpus.listed(matching)
  }

  /// The screen, under the field names of case files; the answering side adds `keys` and `opened`.
  var snapshot: [String: JSONValue] {
    var values = model.snapshot(after: step, matchCount: shownCount).json.values
    values["error"] = error.map(JSONValue.string) ?? .null
    return values.filter { !lacks.hides($0.key) }
  }

  /// The fields of a snapshot; a case that names any other would compare nothing.
  static let fieldNames = SessionSnapshot().json.members.map(\.key) + ["keys", "opened", "error"]
}

extension Trial {
  /// Of a matcher, only the keys are compared, because it answers for nothing else on the screen.
  mutating func result(of script: CaseScript) -> CaseResult {
    var model = SearchModelEntry.session
    if case .searchModel(let entry) = subject { model = entry }
    if let reason = model.lacks.reason(toSkip: script) { return .skipped(reason: reason) }
    let settings: SessionSettings
    do {
      settings = try SessionSettings(SessionField(script.settings, of: ()))
    } catch {
      return .failed(CaseFailure(summary: "the session cannot read its settings: \(error)"))
    }
    var driver = SessionDriver(corpus, model: model, settings: settings)
    var unseen: String?
    for (index, step) in script.steps.enumerated() {
      let event = step.event
      let place = "step \(index + 1), \(event.sorted(first: "event").text)"
      if let reason = driver.apply(event) { return .failed(CaseFailure(summary: reason)) }
      let seen: [String: JSONValue]
      switch reply(to: driver.query) {
      case .rows(let answered): seen = see(&driver, answered)
      case .skipped(let reason): return .skipped(reason: reason)
      case let reply:
        return .failed(CaseFailure(summary: "\(place): got \(summary(reply)), expected rows"))
      }
      for (name, expected) in step.expected.sorted(by: { $0.key < $1.key })
      where !model.lacks.hides(name) && (!subject.isMatcher || name == "keys") {
        guard let given = seen[name] else {
          unseen = unseen ?? "the session does not report '\(name)'"
          continue
        }
        if given != expected {
          let (got, wanted) = (given.sorted().text, expected.sorted().text)
          return .failed(CaseFailure(summary: "\(place): \(name) is \(got), expected \(wanted)"))
        }
      }
    }
    return unseen.map { .skipped(reason: $0) } ?? .passed
  }

  private func see(_ driver: inout SessionDriver, _ matching: [Int]) -> [String: JSONValue] {
    let shown = driver.shown(matching)
    var seen = driver.snapshot
    let isSearching = seen["active"].map { $0 == .boolean(true) } ?? true
    seen["keys"] = .array(isSearching ? shown.map { .string(rows.key($0)) } : [])
    if let index = driver.tappedRow {
      seen["opened"] = shown.indices.contains(index) ? .string(rows.key(shown[index])) : .null
      if !shown.indices.contains(index) { seen["error"] = .string("row-index-out-of-range") }
    }
    return seen
  }
}
