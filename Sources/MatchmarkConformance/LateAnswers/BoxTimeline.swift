import MatchmarkSession

/// A trace in words, up to the moment in which a clause is broken.
package struct BoxTimeline: Sendable, Hashable {
  package struct Moment: Sendable, Hashable {
    /// In milliseconds.
    package let time: Int
    /// An event of the person or the clock; empty for an answer.
    package var heard = ""
    /// An answer; empty for any other event.
    package var answer = ""
    /// The searches that are asked for and cancelled, and what is opened.
    package let did: String
    package let shows: String
    /// The numbers of the searches that are asked for, and of the one that is answered.
    package let asked: [Int]
    package var answered: Int?
  }

  package let clause: String
  package let moments: [Moment]

  /// - Parameter last: the moment at which the clause is broken.
  init(_ trace: BoxTrace, until last: Int, clause: String) {
    self.clause = clause
    moments = trace.moments[...last].map { Moment($0, of: trace) }
  }

  /// One line for each moment: the time, what the box heard, what it did, and what it shows.
  package var lines: [String] {
    let cells = moments.enumerated().map { index, moment in
      [
        "\(moment.time) ms", moment.heard + moment.answer, moment.did.isEmpty ? "–" : moment.did,
        moment.shows + (index == moments.count - 1 ? "  ← \(clause)" : ""),
      ]
    }
    let table = [["time", "heard", "did", "shows"]] + cells
    let widths = (0..<3).map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { line in
      let padded = (0..<3).map { column in
        let space = String(repeating: " ", count: widths[column] - line[column].count)
        return column == 0 ? space + line[0] : line[column] + space
      }
      return (padded + [line[3]]).joined(separator: "  ")
    }
  }
}

extension BoxTimeline.Moment {
  fileprivate init(_ moment: BoxMoment, of trace: BoxTrace) {
    let searches = trace.moments.last?.searches ?? []
    time = moment.time
    did = Self.did(moment.reaction, searches)
    shows = Self.text(moment.after)
    asked = moment.asks.map(\.search)
    if case .answer(let search, let answer)? = moment.event, let index = moment.answered {
      answered = search
      self.answer = Self.text(answer, to: Self.name(of: moment.searches[index], among: searches))
    } else {
      heard = moment.event?.words ?? "is saved and ended"
    }
  }

  /// The query, with the number of the search among all for that query if there are several.
  private static func name(of search: BoxSearch, among searches: [BoxSearch]) -> String {
    let equal = searches.filter { $0.query == search.query }
    guard equal.count > 1, let place = equal.firstIndex(where: { $0.number == search.number })
    else { return "\(search.query)" }
    return "\(search.query) no. \(place + 1)"
  }

  private static func text(_ answer: BoxAnswer, to search: String) -> String {
    switch answer {
    case .failure: "failure of \(search)"
    case .rows(let rows, let total, let isComplete):
      "answer to \(search): " + (isComplete ? "" : "\(rows.count) of \(total), ")
        + (rows.isEmpty ? "no row" : rows.joined(separator: ", "))
    }
  }

  private static func did(_ reaction: BoxReaction, _ searches: [BoxSearch]) -> String {
    func names(_ numbers: [Int], after verb: String) -> [String] {
      numbers.compactMap { number in
        searches.first { $0.number == number }.map { "\(verb) \(name(of: $0, among: searches))" }
      }
    }
    let asks = names(reaction.asks.map(\.search), after: "asks for")
    let cancels = names(reaction.cancelled, after: "cancels")
    let opening: [String] =
      switch reaction.opened {
      case .row(let row): ["opens \(row)"]
      case .text(let text): ["takes \(text.debugDescription)"]
      case nil: []
      }
    return (cancels + asks + opening).joined(separator: ", ")
  }

  private static func text(_ display: BoxDisplay) -> String {
    let rows = display.rows.isEmpty ? "" : ": \(display.rows.joined(separator: ", "))"
    return display.field.text.debugDescription + " \(display.state.rawValue)\(rows)"
      + (display.isStale ? " (marked)" : "")
  }
}

extension BoxEvent {
  /// For instance `type "a"`.
  fileprivate var words: String {
    switch self {
    case .type(let text): "type \(text.debugDescription)"
    case .paste(let text): "paste \(text.debugDescription)"
    case .backspace: "backspace"
    case .addToken(let token): "add token \(token)"
    case .removeToken: "remove token"
    case .selectScope(let scope): "select scope \(scope)"
    case .submit: "Enter"
    case .press(let row): "press on row \(row)"
    case .release: "release"
    case .clear: "clear"
    case .cancel: "cancel"
    case .dismiss: "dismiss"
    case .comeBack: "is restored"
    case .wake: "time is up"
    case .answer(let search, _): "answer \(search)"
    }
  }
}
