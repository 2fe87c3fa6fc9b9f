import MatchmarkCore
package import MatchmarkSession
import MatchmarkSystem

/// A line that a person types to trigger an event of a search field.
package enum TypedLine {
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  package static let help = [
    ("activate [app]", "begin the search, as a person or as the app"),
    ("type TEXT", "type at the caret; a word that is not a command needs no 'type'"),
    ("text TEXT", "replace the whole text"),
    ("mark TEXT", "compose text with an input method; 'commit' ends it"),
    ("backspace", "delete the selection, a character, or the last token"),
    ("select FROM TO", "select positions, tokens first; 'select all' selects everything"),
    ("copy, cut", "copy or cut what is selected"),
    (
      "paste [PAYLOAD]",
      "paste what was copied, or a payload such as {\"plan\":\"travel\"}, which is then on the "
        + "pasteboard, readable or not"
    ),
    ("undo", "undo the last change"),
    ("token FACET=VALUE", "insert a token"),
    ("remove INDEX", "delete a token as a person does"),
    ("convert FROM TO FACET=VALUE", "turn text at positions into a token"),
    ("scope INDEX|TITLE", "select a scope title, by its number or as it reads"),
    ("suggest INDEX", "choose a line of the suggestion list"),
    ("offer TITLE, TITLE", "show the app's own suggestions"),
    ("choose INDEX", "choose one of those"),
    ("row INDEX", "tap a row, by its number in the list"),
    ("search", "press the search key"),
    ("cancel", "press the cancel button"),
    ("deactivate", "end the search, as the app does"),
    ("save, restore, appear", "save the state, read it, let the view appear"),
    ("{\"event\":…}", "any event, as trace files spell it"),
    ("help [COMMAND]", "list what can be typed, or explain one line of it"),
    ("quit", "end the session"),
  ]

  private static let words = [
    "activate", "type", "text", "mark", "commit", "backspace", "select", "copy", "cut", "paste",
    "undo", "token", "remove", "convert", "scope", "suggest", "offer", "choose", "row", "search",
    "cancel", "deactivate", "save", "restore", "appear",
  ]

  private static let plainEvents: [String: SessionEvent] = [
    "commit": .unmarkText, "backspace": .backspace, "copy": .copy, "cut": .cut, "undo": .undo,
    "search": .search, "cancel": .cancel, "deactivate": .deactivate, "save": .save,
    "appear": .appear,
  ]

  package static func event(
    _ line: String, in session: SearchSession
  ) throws(Problem) -> SessionEvent {
    if line.beginsBytewise(with: "{") { return try traceEvent(line) }
    // Split by bytes: a combining mark after the space would merge with it into one character.
    let parts = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map {
      String(Substring($0))
    }
    let word = parts.first ?? ""
    let rest = parts.count > 1 ? parts[1] : ""
    if let event = plainEvents[word] {
      guard rest.isEmpty else { throw Problem(description: "got '\(rest)' after '\(word)'") }
      return event
    }
    switch word {
    case "activate": return .activate(by: try actor(rest))
    case "type": return .type(rest)
    case "text": return .setText(rest)
    case "mark": return .markText(rest)
    case "paste": return .paste(rest.isEmpty ? nil : rest)
    case "restore": return .restore(rest.isEmpty ? nil : rest)
    case "offer": return .setSuggestions(titles(rest).map { Suggestion($0) })
    default:
      // A word on its own is not a mistyped command, because those take arguments.
      if parts.count == 1, !words.contains(word) { return .type(word) }
      return try placedEvent(word, rest, in: session)
    }
  }

  private static func placedEvent(
    _ word: String, _ rest: String, in session: SearchSession
  ) throws(Problem) -> SessionEvent {
    switch word {
    case "select":
      return .select(
        rest == "all" ? 0..<session.field.textualRange.upperBound : try range(rest))
    case "token": return .insertToken(try token(rest), at: nil)
    case "convert": return try conversion(rest)
    case "remove": return .deleteToken(at: try index(rest))
    case "scope": return .selectScope(try scope(rest, among: session.scopeTitles))
    case "suggest": return .chooseSuggestion(try index(rest))
    case "choose": return .chooseSearchSuggestion(try index(rest))
    case "row": return .tapRow(try index(rest))
    default: throw unknown(word)
    }
  }

  private static func actor(_ text: String) throws(Problem) -> Actor {
    if text.isEmpty { return .user }
    guard let actor = Actor(rawValue: text) else {
      throw Problem(description: "got '\(text)', expected nothing, 'user' or 'app'")
    }
    return actor
  }

  private static func titles(_ text: String) -> [String] {
    text.parts(between: ",").filter { !$0.isEmpty }
      .map { String(Substring($0.utf8.drop { $0 == UInt8(ascii: " ") })) }
  }

  private static func conversion(_ rest: String) throws(Problem) -> SessionEvent {
    let parts = rest.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2).map {
      String(Substring($0))
    }
    guard parts.count == 3 else {
      throw Problem(description: "got '\(rest)', expected FROM TO FACET=VALUE")
    }
    return .convertText(try range("\(parts[0]) \(parts[1])"), try token(parts[2]), at: nil)
  }

  private static func unknown(_ word: String) -> Problem {
    let hint = NearestName.hint(word, among: words)
    return Problem(description: "got '\(word)', expected a command; 'help' lists them\(hint)")
  }

  private static func traceEvent(_ line: String) throws(Problem) -> SessionEvent {
    do throws(TraceFileError) { return try TraceFile.event(line, file: "line") } catch {
      throw Problem(description: error.description)
    }
  }

  private static func token(_ text: String) throws(Problem) -> FieldToken {
    guard let (facet, value) = text.halves(at: "=") else {
      throw Problem(description: "got '\(text)', expected FACET=VALUE")
    }
    return FieldToken(facet: facet, value: value)
  }

  private static func index(_ text: String) throws(Problem) -> Int {
    guard let index = Int(text), index >= 0 else {
      throw Problem(description: "got '\(text)', expected an index from 0")
    }
    return index
  }

  /// A number is an index in the scope bar if possible, else a title such as a year.
  private static func scope(_ text: String, among titles: [String]) throws(Problem) -> Int {
    let number = Int(text)
    if let number, titles.indices.contains(number) { return number }
    if let position = titles.firstIndex(of: text) { return position }
    if let number, number >= 0 { return number }
    let hint = NearestName.hint(text, among: titles)
    throw Problem(description: "got '\(text)', expected an index from 0, or a scope title\(hint)")
  }

  private static func range(_ text: String) throws(Problem) -> Range<Int> {
    let ends = text.split(separator: " ").compactMap { Int($0) }
    guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1] else {
      throw Problem(description: "got '\(text)', expected two ascending indices")
    }
    return ends[0]..<ends[1]
  }
}
