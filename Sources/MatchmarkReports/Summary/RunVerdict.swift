package import MatchmarkMeasurement

/// What a run comes to, as a headline says it: answers first, then what a gate and budgets found.
package struct RunVerdict: Sendable, Hashable {
  /// How serious it is.
  package enum Tone: String, Sendable, Hashable {
    case right
    case wrong
  }

  package var tone: Tone
  /// One sentence.
  package var headline: String
  /// What it rests on.
  package var grounds: String

  package init(_ record: RunRecord) {
    let answers = Self.complaintsAboutAnswers(record)
    let times = Self.complaintsAboutTimes(record)
    tone = answers.isEmpty && times.isEmpty ? .right : .wrong
    headline =
      if answers.isEmpty, times.isEmpty {
        "Every answer is right" + Self.praise(record) + "."
      } else if answers.isEmpty {
        "Every answer is right, but \(Self.listed(times))."
      } else {
        Self.capitalised(Self.listed(answers + times)) + "."
      }
    grounds = Self.grounds(record)
  }

  private static func grounds(_ record: RunRecord) -> String {
    let summary = ParitySummary(record)
    let checked = "\(QuantityFormat.count(summary.checkedAnswers)) answers checked"
    let by =
      summary.isSampled
      ? "by the oracle on a seeded sample, else by the agreement of all matchers"
      : "each against the oracle"
    let states = MatcherStatus.allCases.filter { summary.count($0) > 0 }
      .map { "\(QuantityFormat.count(summary.count($0))) \($0.rawValue)" }
      .joined(separator: ", ")
    let cells = record.cells.count == 1 ? "cell" : "cells"
    return "\(checked), \(by); \(states.isEmpty ? "nobody took part" : states) "
      + "on \(QuantityFormat.count(record.cells.count)) \(cells)."
  }

  // MARK: What is wrong

  private static func complaintsAboutAnswers(_ record: RunRecord) -> [String] {
    let matchers = record.cells.flatMap(\.matchers)
    let wrong = Set(matchers.filter { $0.status == .voided }.map(\.id))
    let failed = Set(matchers.filter { $0.status == .errored }.map(\.id))
    let required = Set(record.requiredEngines ?? [])
    let missing = required.intersection(
      matchers.filter { $0.engine?.fault?.state == EngineFaultRecord.notInstalled }.map(\.id))
    var parts: [String] = []
    if !wrong.isEmpty { parts.append("\(count(wrong.count, "matcher")) answered wrongly") }
    if !failed.isEmpty { parts.append("\(count(failed.count, "matcher")) failed") }
    if !missing.isEmpty {
      parts.append(
        "\(count(missing.count, "required engine")) \(missing.count == 1 ? "is" : "are") missing")
    }
    if ParitySummary(record).failedEntryCount > 0 {
      parts.append("the ledger of known disagreements is no longer true")
    }
    return parts
  }

  private static func complaintsAboutTimes(_ record: RunRecord) -> [String] {
    var parts: [String] = []
    if let gate = record.gate {
      if gate.isEmpty { parts.append("nothing was compared") }
      let (slower, lost) = (gate.count(.slower), gate.count(.notComparable))
      if slower > 0 {
        parts.append("\(count(slower, "comparison")) \(slower == 1 ? "is" : "are") slower")
      }
      if lost > 0 { parts.append("\(count(lost, "comparison")) cannot be made") }
    }
    let missed = (record.budgets ?? []).count(where: \.isMissed)
    if missed > 0 {
      parts.append("\(count(missed, "budget")) \(missed == 1 ? "is" : "are") missed")
    }
    let below = (record.targets ?? []).count { $0.verdict == .missed }
    if below > 0 {
      parts.append("\(count(below, "target")) \(below == 1 ? "is" : "are") missed")
    }
    return parts
  }

  // MARK: Words

  /// What else is well; nothing where nothing else was asked.
  private static func praise(_ record: RunRecord) -> String {
    guard let gate = record.gate else { return "" }
    return gate.count(.inconclusive) > 0
      ? ", and nothing is slower beyond doubt" : ", and nothing is slower"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(QuantityFormat.count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func listed(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
