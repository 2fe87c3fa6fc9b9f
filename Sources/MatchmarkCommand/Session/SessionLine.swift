import Foundation
import MatchmarkCore
import MatchmarkReports
import MatchmarkSession

/// One line of `session --json`: an event, its outcome, and what is visible afterwards.
struct SessionLine: Encodable {
  var trace: String?
  /// The event, as trace files spell it.
  let event: JSONValue
  /// What the field asked; absent if nothing was searched.
  var query: SearchQuery?
  var eventClass: EventClass?
  /// The field and the list.
  var snapshot: SessionSnapshot?
  /// The ids of the rows on screen.
  var rows: [Int]?
  /// The ranges that the list marks in each: UTF-8 offset pairs by column; absent without text.
  var ranges: [[String: [[Int]]]]?
  /// The row that a tap opened.
  var opened: Int?
  /// The app's suggestion that was chosen.
  var suggestion: Suggestion?
  /// Why the event was impossible, no row opened, or the matcher did not answer.
  var error: String?

  /// The outcome of an event.
  init(_ scene: SessionScene, trace: String?, in corpus: FoldedCorpus) {
    self.trace = trace
    event = Self.spelling(scene.event)
    query = scene.keystroke?.query
    eventClass = scene.keystroke?.eventClass
    snapshot = scene.snapshot
    rows = scene.problem == nil ? scene.rows : nil
    let text = RowText(
      corpus, text: scene.snapshot.active ? scene.snapshot.text : "",
      style: TextStyle(isColoured: false))
    ranges = text.hasMarks ? rows?.map(text.ranges) : nil
    opened = scene.openedRow
    suggestion = scene.chosenSuggestion
    error = scene.problem ?? scene.unopened
  }

  /// An event that was impossible.
  init(refused event: JSONValue, error: String) {
    self.event = event
    self.error = error
  }

  private static func spelling(_ event: SessionEvent) -> JSONValue {
    let lines = TraceFile.encode([Trace(name: "event", events: [event])]).split(separator: 0x0A)
    return lines.last.flatMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0)) } ?? .null
  }
}
