import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// The lines that a hunt shows while it runs, and at its end.
enum HuntText {
  static let cutShort =
    "shrinking stopped after \(Int(HuntBounds.shrinkingSeconds)) seconds; "
    + "there may be a smaller case"

  /// Shows progress as a line that is redrawn on a terminal, and as one line every ten seconds
  /// elsewhere; finds and cases that take too long are always shown.
  static func show<C>(
    _ event: Hunt<C>.Event, showsProgress: Bool,
    again: (_ number: Int, _ subject: String) -> String
  ) {
    switch event {
    case .progress(let tally):
      if showsProgress { show(tally) }
    case .seen(let number, let subject, let text):
      write(
        "\(subject) is \(C.words.flaw) in case \(number), now being shrunk: \(text)",
        again(number, subject))
    case .asking, .found: break
    case .stuck(let number, let subject):
      write(
        "\(subject) has been at case \(number) for \(HuntBounds.patienceInSeconds) seconds",
        again(number, subject))
    }
  }

  /// The description of a find; an engine's own words are one line, whatever they contain.
  static func lines<C>(_ find: Find<C>) -> [String] {
    let splits = if case .failure = find { 1 } else { Int.max }
    return find.description.split(separator: "\n", maxSplits: splits).map(String.init)
  }

  private static func write(_ line: String, _ again: String) {
    StandardError.erase()
    StandardError.write("\(line)\n  again: \(again)")
  }

  private static func show<C>(_ tally: Hunt<C>.Tally) {
    let memory = tally.residentSizesInBytes.last.map { ", \(size($0))" } ?? ""
    let line = "\(QuantityFormat.time(Double(tally.nanoseconds))): \(counts(tally))\(memory)"
    if Terminal.obeysSequences(StandardError.descriptor) {
      StandardError.redraw(line)
    } else if tally.nanoseconds / 1_000_000_000 % 10 == 0 {
      StandardError.write("\(line)")
    }
  }

  static func verdict<C>(_ tally: Hunt<C>.Tally, seed: UInt64) -> String {
    let after = tally.nanosecondsToFind.map { QuantityFormat.time(Double($0)) }
    let found = after.map { "1 \(C.words.find) after \($0)" } ?? "0 \(C.words.finds)"
    return "\(found): \(counts(tally)) in \(QuantityFormat.time(Double(tally.nanoseconds))), "
      + "seed \(seed)\(memory(tally))"
  }

  /// The number of forms that were reached, and the first ones that were not; with `isFull`, all of
  /// them and the count of each.
  static func coverage<C>(_ tally: Hunt<C>.Tally, isFull: Bool) -> [String] {
    let reached = tally.forms.counts.filter { $0.value > 0 }
    guard let least = reached.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
      return []
    }
    let counted = isFull ? reached.sorted { $0.key < $1.key } : []
    let missing = tally.forms.missing.prefix(isFull ? .max : missingLimit)
    let rest = tally.forms.missing.count - missing.count
    return [
      "coverage: \(reached.count) of \(tally.forms.counts.count) forms reached, "
        + "least often \(least.key) (\(QuantityFormat.count(least.value)))"
    ]
      + counted.map { "  \($0.key): \(QuantityFormat.count($0.value))" }
      + missing.map { "  \($0): not reached" }
      + (rest > 0 ? ["  and \(rest) more not reached; --coverage lists them"] : [])
  }

  /// A hunt in one profile reaches few of the forms of all profiles.
  private static let missingLimit = 10

  /// The clauses that each subject was held to, and those that no answer was about, where a
  /// contract tells them apart.
  static func clauses<C>(_ tally: Hunt<C>.Tally, of contract: C) -> [String] {
    contract.subjects.sorted { $0.id < $1.id }.flatMap { subject -> [String] in
      let counts = tally.clauses[subject.id] ?? [:]
      let ids = inOrder(counts.keys)
      let (held, idle) = (ids.filter { counts[$0] != 0 }, ids.filter { counts[$0] == 0 })
      guard tally.answering.contains(subject.id), !ids.isEmpty else { return [] }
      let rest = idle.isEmpty ? "" : "; no case was about \(idle.joined(separator: ", "))"
      let what = held.isEmpty ? "no clause" : held.joined(separator: ", ")
      return ["\(subject.id) was held to \(what)\(rest)"]
        + unheld(contract.unheldClauses(of: subject))
    }
  }

  /// The clauses to which a subject is not held, with their reasons, on one line.
  private static func unheld(_ reasons: [String: String]) -> [String] {
    let parts = inOrder(reasons.keys).compactMap { id in reasons[id].map { "\(id) (\($0))" } }
    return parts.isEmpty ? [] : ["  not held to \(parts.joined(separator: ", "))"]
  }

  private static func inOrder(_ ids: some Sequence<String>) -> [String] {
    ids.sorted { ($0.count, $0) < ($1.count, $1) }
  }

  /// The extremes of each subject, a line each.
  static func extremes<C>(_ tally: Hunt<C>.Tally) -> [String] {
    tally.extremes.sorted { $0.key < $1.key }.filter { !$0.value.entries.isEmpty }
      .flatMap { subject, extremes in
        [String("\(subject):")] + extremes.entries.map { String("  \($0.kind): \($0.text)") }
      }
  }

  /// The smells of each subject, with an example of each.
  static func smells<C>(_ tally: Hunt<C>.Tally) -> [String] {
    tally.smells.sorted { $0.key < $1.key }.filter { !$0.value.entries.isEmpty }
      .flatMap { subject, counts in
        ["\(subject): orders that no clause forbids, but that people complain about:"]
          + counts.entries.flatMap { lines($0, of: counts.answerCount) }
      }
  }

  private static func lines(_ smell: SmellCounts.Entry, of answerCount: Int) -> [String] {
    let share =
      "\(QuantityFormat.count(smell.count)) of \(QuantityFormat.counted(answerCount, "answer"))"
    return ["  \(smell.id) in \(share): \(smell.sentence); for example"]
      + smell.example.split(separator: "\n").map { "    \($0)" }
  }

  /// The two halves of a hunt show whether memory grows; a short hunt has no halves.
  private static func memory<C>(_ tally: Hunt<C>.Tally) -> String {
    guard let halves = tally.residentHalves else { return "" }
    return "; peak memory \(size(halves.first)) in the first half, "
      + "\(size(halves.second)) in the second"
  }

  private static func size(_ bytes: UInt64) -> String { QuantityFormat.size(Int(bytes)) }

  private static func counts<C>(_ tally: Hunt<C>.Tally) -> String {
    "\(QuantityFormat.counted(tally.caseCount, "case")), "
      + "\(QuantityFormat.count(tally.answerCount)) \(C.words.answers) "
      + "(\(rate(tally.answersPerMinute)) per minute)"
  }

  private static func rate(_ answers: Double) -> String {
    answers >= 1e5
      ? "\(QuantityFormat.fixed(answers / 1e6, digits: 1)) million"
      : QuantityFormat.count(Int(answers.rounded()))
  }
}
