import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkJSON

/// A session in a file of Fixtures/protocol: its messages, their senders, and what is wrong.
struct Transcript: Sendable, CustomStringConvertible {
  struct Exchange: Sendable {
    let request: String
    let reply: String
    /// The state of an engine with these replies; nil if nothing is wrong.
    var failure: String?
  }

  let file: String
  let name: String
  let corpus: String
  /// The matcher that replied; nil if it was none of ours.
  let matcher: String?
  var exchanges: [Exchange] = []

  var description: String { "\(file): \(name)" }

  static let files = [
    "countries", "products", "sizes", "loads", "bad-requests", "replies", "failures",
    "ranges", "ranked",
  ]

  /// All sessions of all files.
  static let all: [Transcript] = files.flatMap { file in
    do { return try read(file) } catch { preconditionFailure("\(file): \(error)") }
  }

  private static func read(_ file: String) throws -> [Transcript] {
    let text = String(
      decoding: try EngineFixtures.bytes("Fixtures/protocol/\(file).jsonl"), as: UTF8.self)
    var transcripts: [Transcript] = []
    var request = ""
    for line in text.split(separator: "\n") {
      guard case .object(let members) = try JSONValue(reading: Array(line.utf8)) else {
        continue
      }
      let value = members[0].value
      let last = transcripts.count - 1
      switch members[0].key {
      case "session":
        let values = members.reduce(into: [:]) { $0[$1.key] = $1.value.string }
        transcripts.append(
          Transcript(
            file: file, name: value.string ?? "", corpus: values["corpus"] ?? "",
            matcher: values["matcher"]))
      case "->": request = said(line, value)
      case "<-":
        transcripts[last].exchanges.append(.init(request: request, reply: said(line, value)))
      case "failure":
        let exchange = transcripts[last].exchanges.count - 1
        transcripts[last].exchanges[exchange].failure = value.string
      default: preconditionFailure("\(file): \(line)")
      }
    }
    return transcripts
  }

  /// The exact line: the object as written, or the text of the string.
  private static func said(_ line: Substring, _ value: JSONValue) -> String {
    value.string ?? String(line.dropFirst(#"{"->":"#.count).dropLast())
  }
}

extension JSONValue {
  /// The text of a string.
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
