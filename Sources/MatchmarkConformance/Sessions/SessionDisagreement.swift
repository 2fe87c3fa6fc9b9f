internal import MatchmarkCore
internal import MatchmarkJSON
internal import MatchmarkSession

/// A session in which a search field behaves differently from ``SearchSession``.
public struct SessionDisagreement: Error, Sendable {
  /// The search field's id.
  public let model: String
  /// The events; the last one shows the difference.
  public let session: RandomSession
  /// The differences, one line for each field: its name, what it showed and what was expected.
  public let differences: [String]
  /// The fields that differ, as they had to be after the last event.
  let expected: [String: JSONValue]

  /// Plays the session on both; nil if they agree.
  ///
  /// - Throws: ``ConformanceError``; the tests of this library show that it does not occur.
  public init?(
    of entry: SearchModelEntry, in session: RandomSession
  ) throws(ConformanceError) {
    let session = entry.lacks.playable(session)
    let shared = try ConformanceSuite.embedded().shared
    guard let rows = shared.corpora[session.app], let profile = shared.profiles[session.app],
      let source = try? rows.corpus(), let corpus = try? FoldedCorpus(source, profile: profile),
      let oracle = try? Oracle(corpus: source, profile: profile)
    else { return nil }
    var reference = SessionDriver(corpus, model: .session, settings: session.settings)
    var subject = SessionDriver(corpus, model: entry, settings: session.settings)
    for (index, event) in session.events.enumerated() {
      let seen = subject.play(event, answeredBy: oracle)
      let right = reference.play(event, answeredBy: oracle)
      let expected = right.filter { name, value in seen[name].map { $0 != value } ?? false }
      guard !expected.isEmpty else { continue }
      model = entry.id
      var played = session
      played.events = Array(session.events[...index])
      self.session = played
      self.expected = expected
      differences = expected.sorted { $0.key < $1.key }.map { name, right in
        "\(name): got \(seen[name]?.sorted().text ?? ""), expected \(right.sorted().text)"
      }
      return
    }
    return nil
  }

  /// The disagreement with the fewest events that still show one.
  ///
  /// - Complexity: O(events²) replays in the worst case.
  public func shrunk(of entry: SearchModelEntry) -> SessionDisagreement {
    let small = Shrinker.shrink(
      session, trialLimit: entry.trialLimit, until: { false },
      stillFails: { (try? SessionDisagreement(of: entry, in: $0)) != nil })
    return (try? SessionDisagreement(of: entry, in: small)) ?? self
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
