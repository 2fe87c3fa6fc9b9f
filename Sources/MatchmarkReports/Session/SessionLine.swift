package import MatchmarkCore
package import MatchmarkJSON
package import MatchmarkSession

/// One line of `session --json`: an event, its delivery, and what is visible afterwards.
package struct SessionLine: Encodable {
  var trace: String?
  /// The event, as trace files spell it.
  let event: JSONValue
  /// The query of the field; absent if nothing was searched.
  var query: SearchQuery?
  var eventClass: EventClass?
  var snapshot: SessionSnapshot?
  var rows: [Int]?
  /// The ranges that the list marks in each: UTF-8 offset pairs by column; absent without text.
  var ranges: [[String: [[Int]]]]?
  var opened: Int?
  var suggestion: Suggestion?
  /// The reason why the event was impossible, no row opened, or the matcher did not answer.
  var error: String?

  package init(_ scene: SessionScene, trace: String?, in corpus: FoldedCorpus) {
    self.trace = trace
    event = Self.spelling(scene.event)
    query = scene.step.keystroke?.query
    eventClass = scene.step.keystroke?.eventClass
    snapshot = scene.snapshot
    rows = scene.problem == nil ? scene.rows : nil
    let text = RowText(
      corpus, text: scene.snapshot.active ? scene.snapshot.text : "",
      style: TextStyle(isColoured: false))
    ranges = text.hasMarks ? rows?.map(text.ranges) : nil
    opened = scene.openedRow
    suggestion = scene.step.chosenSuggestion
    error = scene.problem ?? scene.unopened
  }

  package init(refused event: JSONValue, error: String) {
    self.event = event
    self.error = error
  }

  private static func spelling(_ event: SessionEvent) -> JSONValue {
    let lines = TraceFile.encode([Trace(name: "event", events: [event])]).split(separator: 0x0A)
    return lines.last.flatMap { try? JSONValue(text: Array($0)) } ?? .null
  }
}
