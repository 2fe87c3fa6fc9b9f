import MatchmarkCore
import MatchmarkSession

/// A line that a person types to make something happen to a search field.
enum TypedLine {
  /// Why a line is no event.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// What can be typed, with an example of each.
  static let help = [
    ("activate [app]", "begin the search"),
    ("type TEXT", "type behind what is there"),
    ("text TEXT", "replace the whole text"),
    ("backspace", "delete a character, or the last token"),
    ("token FACET=VALUE", "insert a token"),
    ("remove INDEX", "delete a token as a person does"),
    ("copy FROM TO", "copy tokens"),
    ("paste PAYLOAD", "paste a token, such as {\"plan\":\"travel\"}"),
    ("scope INDEX", "select a scope title"),
    ("suggest INDEX", "choose a line of the suggestion list"),
    ("row INDEX", "tap a row"),
    ("search", "press the search key"),
    ("cancel", "press the cancel button"),
    ("save, restore, appear", "save the state, read it, let the view appear"),
    ("{\"event\":…}", "any event, as trace files spell it"),
  ]

  /// The event of a line.
  static func event(_ line: String) throws(Problem) -> SessionEvent {
    if line.hasPrefix("{") { return try traceEvent(line) }
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first ?? "" {
    case "activate": return .activate(by: rest == "app" ? .app : .user)
    case "type": return .type(rest)
    case "text": return .setText(rest)
    case "backspace": return .backspace
    case "token": return .insertToken(try token(rest), at: nil)
    case "remove": return .deleteToken(at: try index(rest))
    case "copy": return .copyTokens(try range(rest))
    case "paste": return .paste(rest)
    case "scope": return .selectScope(try index(rest))
    case "suggest": return .chooseSuggestion(try index(rest))
    case "row": return .tapRow(try index(rest))
    case "search": return .search
    case "cancel": return .cancel
    case "save": return .save
    case "restore": return .restore(rest.isEmpty ? nil : rest)
    case "appear": return .appear
    case let word: throw unknown(word)
    }
  }

  private static func unknown(_ word: String) -> Problem {
    let words = help.flatMap { $0.0.split { ", ".contains($0) }.prefix(3).map(String.init) }
      .filter { $0.allSatisfy(\.isLowercase) }
    let hint = NearestName.of(word, among: words).map { "; did you mean '\($0)'?" } ?? ""
    return Problem(description: "got '\(word)', expected a command; 'help' lists them\(hint)")
  }

  private static func traceEvent(_ line: String) throws(Problem) -> SessionEvent {
    let bytes = Array("{\"trace\":\"typed\"}\n\(line)\n".utf8)
    do throws(TraceFileError) {
      if let event = try TraceFile.decode(bytes, file: "line").first?.events.first { return event }
    } catch {
      throw Problem(description: error.description)
    }
    throw Problem(description: "got no event")
  }

  private static func token(_ text: String) throws(Problem) -> SearchToken {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw Problem(description: "got '\(text)', expected FACET=VALUE")
    }
    return SearchToken(facet: String(parts[0]), value: String(parts[1]))
  }

  private static func index(_ text: String) throws(Problem) -> Int {
    guard let index = Int(text), index >= 0 else {
      throw Problem(description: "got '\(text)', expected an index from 0")
    }
    return index
  }

  private static func range(_ text: String) throws(Problem) -> Range<Int> {
    let ends = text.split(separator: " ").compactMap { Int($0) }
    guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1] else {
      throw Problem(description: "got '\(text)', expected two indices, the first not above")
    }
    return ends[0]..<ends[1]
  }
}
