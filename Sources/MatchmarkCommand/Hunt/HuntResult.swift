import Foundation
import MatchmarkConformance
import MatchmarkHarness
import MatchmarkSystem

/// What a hunt through a range of cases came to, for a fleet that adds ranges up.
///
/// With one worker, all of it is the same whenever and wherever the range is hunted.
struct HuntResult: Codable, Equatable {
  struct Find: Codable, Equatable {
    let number: Int
    let matcher: String
    /// What is wrong, in words.
    let text: String
    /// Whether an engine failed, which is no wrong answer.
    let isFailure: Bool
    /// The options that matter, as `--matcher-option` takes them.
    let options: [String]
    /// The name of its file, and what stands there; nil where it has none.
    let file: String?
    let content: String?
  }

  let entry: HuntLedger.Entry
  /// Who gave one of the answers.
  let answering: [String]
  let find: Find?
}

extension HuntResult {
  /// - Parameter path: the file of the find.
  /// - Throws: ``CommandError/input(_:)`` where that file cannot be read.
  init(
    _ entry: HuntLedger.Entry, _ tally: Hunt.Tally, storedAt path: String?
  ) throws(CommandError) {
    self.entry = entry
    answering = tally.answering.sorted()
    find = try Find(tally, storedAt: path)
  }
}

extension HuntResult.Find {
  /// What ended a hunt; nil where nothing did.
  init?(_ tally: Hunt.Tally, storedAt path: String?) throws(CommandError) {
    guard let find = tally.find, let number = tally.foundAt else { return nil }
    let content = try path.map { path throws(CommandError) in
      String(decoding: try InputFile.cases.read(path), as: UTF8.self)
    }
    var (options, isFailure): ([String], Bool) = ([], false)
    switch find {
    case .disagreement(let found):
      options = found.matcherOptions
    case .failure: isFailure = true
    case .breach, .fleeting, .marks: break
    }
    self.init(
      number: number, matcher: find.subject, text: find.description, isFailure: isFailure,
      options: options, file: path.map { URL(filePath: $0).lastPathComponent }, content: content)
  }
}

extension HuntResult {
  /// Writes the result, whole or not at all.
  func write(to path: String) throws(CommandError) {
    try CommandError.wrap("cannot write the result of the hunt: ") {
      try AtomicFile.write(Array(try JSONEncoder().encode(self)), to: path)
    }
  }
}

/// What a hunt came to, for a program that started it.
struct HuntSummary: Encodable {
  let seed: UInt64
  /// The number of the first case.
  let first: Int
  let cases: Int
  let answers: Int
  /// Who gave one of the answers.
  let answering: [String]
  let seconds: Double
  let find: HuntResult.Find?

  init(
    _ tally: Hunt.Tally, seed: UInt64, _ first: Int, storedAt path: String?
  ) throws(CommandError) {
    (self.seed, self.first) = (seed, first)
    (cases, answers) = (tally.caseCount, tally.answerCount)
    answering = tally.answering.sorted()
    seconds = Double(tally.nanoseconds) / 1e9
    find = try HuntResult.Find(tally, storedAt: path)
  }
}

extension Disagreement {
  /// The options that matter, as `--matcher-option` takes them.
  var matcherOptions: [String] {
    options.sorted { $0.key < $1.key }.map { name, value in "\(matcher).\(name)=\(value)" }
  }
}

extension HuntResult.Find {
  /// Two finds of one key are one fault: the same matcher, clauses and smallest case.
  ///
  /// Only how it was found differs from one file to the next.
  var key: String {
    let lines = (content ?? text).split(separator: "\n").filter { !$0.contains("\"about\":") }
    return ([matcher] + options + lines.map(String.init)).joined(separator: "\n")
  }
}
