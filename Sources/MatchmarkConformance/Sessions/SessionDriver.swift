internal import MatchmarkCore
internal import MatchmarkJSON
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

  var query: SearchQuery { model.query }
  var tappedRow: Int? { step.tappedRow }

  /// Applies an event; one that cannot happen becomes the snapshot's error.
  ///
  /// - Returns: Why the event cannot be read; nil if it can.
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
    let snapshot = model.snapshot(after: step, matchCount: matching.count)
    guard snapshot.active else { return corpus.listed(Array(0..<corpus.rowCount)) }
    return snapshot.display == .suggestions ? [] : corpus.listed(matching)
  }

  /// The screen, under the field names of case files; the answering side adds `keys` and `opened`.
  var snapshot: [String: JSONValue] {
    var values = model.snapshot(after: step, matchCount: shownCount).json.values
    values["error"] = error.map(JSONValue.string) ?? .null
    return values
  }

  /// The fields of a snapshot; a case that names any other would compare nothing.
  static let fieldNames = SessionSnapshot().json.members.map(\.key) + ["keys", "opened", "error"]
}

extension Trial {
  /// Of a matcher, only the keys are compared, because it answers for nothing else on the screen.
  mutating func result(of script: CaseScript) -> CaseResult {
    var model = SearchModelEntry.session
    if case .searchModel(let entry) = subject { model = entry }
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
      where !subject.isMatcher || name == "keys" {
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
    let isSearching = seen["active"] == .boolean(true)
    seen["keys"] = .array(isSearching ? shown.map { .string(rows.key($0)) } : [])
    if let index = driver.tappedRow {
      seen["opened"] = shown.indices.contains(index) ? .string(rows.key(shown[index])) : .null
      if !shown.indices.contains(index) { seen["error"] = .string("row-index-out-of-range") }
    }
    return seen
  }
}

/// A session in which a search field behaves differently from ``SearchSession``.
public struct SessionDisagreement: Error, Sendable {
  /// The search field's id.
  public let model: String
  /// The events; the last one shows the difference.
  public let session: RandomSession
  /// The differences, one line for each field: its name, what it showed and what was expected.
  public let differences: [String]

  /// Plays the session on both; nil if they agree.
  ///
  /// - Throws: ``ConformanceError``; the tests of this library show that it does not occur.
  public init?(
    of entry: SearchModelEntry, in session: RandomSession
  ) throws(ConformanceError) {
    let shared = try ConformanceSuite.embedded().shared
    guard let rows = shared.corpora[session.app], let profile = shared.profiles[session.app],
      let source = try? rows.corpus(), let corpus = try? FoldedCorpus(source, profile: profile),
      let oracle = try? Oracle(corpus: source, profile: profile)
    else { return nil }
    var left = SessionDriver(corpus, model: .session, settings: session.settings)
    var right = SessionDriver(corpus, model: entry, settings: session.settings)
    for (index, event) in session.events.enumerated() {
      let differences = Self.differences(
        seen: right.play(event, answeredBy: oracle), expected: left.play(event, answeredBy: oracle))
      guard !differences.isEmpty else { continue }
      model = entry.id
      var played = session
      played.events = Array(session.events[...index])
      self.session = played
      self.differences = differences
      return
    }
    return nil
  }

  /// The disagreement with the fewest events that still show one.
  ///
  /// - Complexity: O(events²) replays in the worst case.
  public func shrunk(of entry: SearchModelEntry) -> SessionDisagreement {
    let events = Shrinker.shrink(list: session.events, trialLimit: 2_000) { events in
      var candidate = session
      candidate.events = events
      return (try? SessionDisagreement(of: entry, in: candidate)) != nil
    }
    var small = session
    small.events = events
    return (try? SessionDisagreement(of: entry, in: small)) ?? self
  }

  private static func differences(
    seen: [String: JSONValue], expected: [String: JSONValue]
  ) -> [String] {
    expected.keys.sorted().compactMap { name in
      guard let right = expected[name], let given = seen[name], right != given else { return nil }
      return "\(name): got \(given.sorted().text), expected \(right.sorted().text)"
    }
  }
}

extension SessionDisagreement: CustomStringConvertible {
  /// The differences, the events as a trace file, and the commands that show the right behaviour.
  public var description: String {
    let trace = Trace(name: "seed-\(session.seed)", events: session.events)
    let lines = String(decoding: TraceFile.encode([trace]), as: UTF8.self)
    return """
      \(model) differs at the last of \(session.events.count) events
        \(differences.joined(separator: "\n  "))
      again: save the lines below as trace.jsonl and settings.json, then run
        matchmark session --app \(session.app) --settings settings.json trace.jsonl
      \(lines)\(session.settings.json.sorted().text)
      """
  }
}

extension SessionDriver {
  /// The screen after an event, the query, and the error.
  fileprivate mutating func play(
    _ event: SessionEvent, answeredBy oracle: Oracle
  ) -> [String: JSONValue] {
    apply(event)
    shownCount = (try? oracle.rows(for: query))?.count
    var seen = snapshot
    // The reason that nothing happened is free text, so it is not compared.
    seen["noEffect"] = nil
    seen["query"] = .string(query.text)
    seen["tappedRow"] = tappedRow.map(JSONValue.integer) ?? .null
    return seen
  }
}
