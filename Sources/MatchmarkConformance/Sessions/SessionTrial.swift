internal import MatchmarkCore

/// One typing session of a case: its events are applied, and the screen is compared field by field.
struct SessionTrial {
  let script: CaseScript
  let model: SearchModelEntry
  let corpus: FoldedCorpus
  let rows: CaseCorpus
  /// The fields to compare, which are those that a matcher answers for; nil compares all.
  let fields: Set<String>?

  /// Replays the session.
  ///
  /// - Parameter answer: Returns the matching rows of a query, or why there are none.
  func result(answer: (SearchQuery) -> SessionAnswer) -> CaseResult {
    let unknown = script.settings.keys.sorted().first { !SessionDriver.accepts(setting: $0) }
    if let unknown {
      return .failed(CaseFailure(summary: "the session has no setting '\(unknown)'"))
    }
    guard var driver = try? SessionDriver(corpus, model: model, settings: script.settings) else {
      return .failed(CaseFailure(summary: "the session cannot read its settings"))
    }
    var unseen: String?
    for (index, step) in script.steps.enumerated() {
      let event = JSONValue.object(step.event)
      let place =
        "step \(index + 1), \(String(decoding: event.line(first: "event"), as: UTF8.self))"
      if let reason = driver.apply(event) { return .failed(CaseFailure(summary: reason)) }
      let seen: [String: JSONValue]
      switch answer(driver.query) {
      case .rows(let answered): seen = see(&driver, answered)
      case .declined(let reason): return .skipped(reason: reason)
      case .broken(let reason): return .failed(CaseFailure(summary: "\(place): \(reason)"))
      }
      for (name, expected) in step.expected.sorted(by: { $0.key < $1.key })
      where fields?.contains(name) ?? true {
        guard let given = seen[name] else {
          unseen = unseen ?? "the session does not report '\(name)'"
          continue
        }
        if given != expected { return .failed(failure(name, given, expected, place)) }
      }
    }
    return unseen.map { .skipped(reason: $0) } ?? .passed
  }

  /// The screen once the rows are known.
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

  private func failure(
    _ name: String, _ given: JSONValue, _ expected: JSONValue, _ place: String
  ) -> CaseFailure {
    let got = String(decoding: given.line(first: ""), as: UTF8.self)
    let wanted = String(decoding: expected.line(first: ""), as: UTF8.self)
    return CaseFailure(summary: "\(place): \(name) is \(got), expected \(wanted)")
  }
}

/// The outcome of a session's query.
enum SessionAnswer {
  case rows([Int])
  case declined(String)
  case broken(String)
}
