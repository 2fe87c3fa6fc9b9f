package import MatchmarkRecord
import MatchmarkSystem

extension Document.Headline {
  /// Creates the verdict on a run in words, which are the same in every report: the answers first,
  /// then the findings of a gate, budgets and targets.
  package init(_ record: RunRecord) {
    let verdict = record.verdict
    let complaints = record.complaints
    let answers = complaints.filter(\.kind.concernsAnswers)
    let times = complaints.filter { !$0.kind.concernsAnswers }
    let words = (answers + times).map { Self.text($0, record) }.joined(separator: ", ")
    let text: String =
      if words.isEmpty {
        Self.success(record) + Self.exceptions(record) + Self.praise(record) + "."
      } else if answers.isEmpty {
        "\(Self.success(record)), but \(words)."
      } else {
        words.prefix(1).uppercased() + words.dropFirst() + "."
      }
    self.init(
      text, isRight: verdict == .right, grounds: Self.grounds(record), verdict: verdict,
      isWeighing: record.gate?.isUndecided == true)
  }

  /// Says what holds of all answers that were judged.
  private static func success(_ record: RunRecord) -> String {
    let right =
      ParitySummary(record).lawCount == nil
      ? "Every answer is right" : "No answer breaks a law of ranking"
    let decliners = decliners(record)
    guard !decliners.isEmpty else { return right }
    return "\(right), but \(DisplayText.list(decliners, limit: 4))"
  }

  /// The participants that were asked for and declined a keystroke, and those that declined most,
  /// such as `mine declined 12 of 80 keystrokes`.
  private static func decliners(_ record: RunRecord) -> [String] {
    let held = record.cells.parts.map(\.record).filter { !$0.isUnheld && $0.status == .verified }
    return held.map(\.id).uniqued.compactMap { id in
      let own = held.filter { $0.id == id }
      let declined = own.reduce(0) { $0 + $1.declinedCount }
      let checked = own.reduce(0) { $0 + ($1.answers?.checkedCount ?? 0) }
      let isAskedFor = record.askedFor?.contains(id) == true
      guard declined > (isAskedFor ? 0 : checked) else { return nil }
      return "\(id) declined \(QuantityFormat.count(declined)) of "
        + "\(QuantityFormat.counted(declined + checked, "keystroke"))"
    }
  }

  /// Names the participants that differ and for which no run fails; empty if there are none.
  private static func exceptions(_ record: RunRecord) -> String {
    let others = record.cells.parts.filter { part in
      part.record.isUnheld && part.record.answers?.wrongCount ?? 0 > 0
    }
    let texts = UnheldKind.allCases.compactMap { kind -> String? in
      let names = others.filter { $0.record.unheldKind == kind }.map(\.record.id).uniqued
      guard !names.isEmpty else { return nil }
      return DisplayText.line(names.joined(separator: " and "), limit: 80) + " (\(kind.rawValue))"
    }
    return texts.isEmpty ? "" : ", except those of \(texts.joined(separator: " and "))"
  }

  private static func grounds(_ record: RunRecord) -> String {
    let summary = ParitySummary(record)
    let declined = record.cells.parts.reduce(0) { $0 + $1.record.declinedCount }
    let checked =
      "\(QuantityFormat.count(summary.checkedAnswers)) answers checked"
      + (declined > 0 ? " (\(QuantityFormat.count(declined)) declined)" : "")
    let counts = MatcherStatus.allCases.map { (summary.count($0), $0.word) }
    let unheld = UnheldKind.allCases.map { kind in
      (summary.unheldCounts[kind] ?? 0, "not judged (\(kind.rawValue))")
    }
    let states = (counts + unheld).filter { $0.0 > 0 }
      .map { "\(QuantityFormat.count($0.0)) \($0.1)" }.joined(separator: ", ")
    let count = record.cells.count
    let place =
      count == 1 ? "" : " on \(QuantityFormat.cells(count)) (a corpus with its search rules)"
    return "\(checked), \(means(summary)). Participants\(place): "
      + "\(states.isEmpty ? "none" : states)."
  }

  /// Says how the answers were checked.
  private static func means(_ summary: ParitySummary) -> String {
    if let count = summary.lawCount {
      guard summary.checkedAnswers > 0 else { return "so none is held to the laws of ranking" }
      return "\(QuantityFormat.count(count)) of them held to the laws of ranking, and each asked "
        + "for twice"
    }
    guard summary.isSampled else { return "each against the oracle (a naive search)" }
    return "\(summary.oracleShare) against the oracle (a naive search\(summary.oracleTime)) and "
      + "the rest by the agreement of all matchers"
  }

  // MARK: Words

  private static func text(_ complaint: Complaint, _ record: RunRecord) -> String {
    let count = complaint.count
    func counted(_ noun: String, _ one: String, _ many: String) -> String {
      "\(QuantityFormat.count(count)) \(noun)\(count == 1 ? " \(one)" : "s \(many)")"
    }
    return switch complaint.kind {
    case .wrongMatchers: counted("matcher", "answered wrongly", "answered wrongly")
    case .failedMatchers: counted("matcher", "failed", "failed")
    case .failedEngines: counted("engine", "failed", "failed")
    case .missingEngines: counted("engine", "is missing", "are missing")
    case .silentParticipants:
      count == 1
        ? "participant \(DisplayText.line(record.silentParticipants.joined(), limit: 80)) answered "
          + "nothing"
        : counted("participant", "answered nothing", "answered nothing")
    case .noAnswers:
      record.cells.parts.first { $0.record.isUnheld }?.record.unheldKind.reasonNotToJudge
        ?? "nothing was answered"
    case .untrueEntries: "the ledger of known disagreements no longer holds"
    case .emptyGate: "nothing was compared"
    case .slowerComparisons: counted("comparison", "is slower", "are slower")
    case .impossibleComparisons: counted("comparison", "cannot be made", "cannot be made")
    case .undecidedComparisons: counted("comparison", "is inconclusive", "are inconclusive")
    case .missedBudgets: counted("budget", "is missed", "are missed")
    case .missedTargets: counted("target", "is missed", "are missed")
    }
  }

  /// Returns other good results; empty if nothing else was checked.
  private static func praise(_ record: RunRecord) -> String {
    guard let gate = record.gate else { return "" }
    let alone = gate.count(.alone)
    if alone == gate.findings.count {
      return ", but nothing was compared: the other side is wrong or cannot answer"
    }
    return gate.count(.inconclusive) > 0
      ? ", and nothing is clearly slower" : ", and nothing is slower"
  }
}

/// The kinds of participants that are compared but not judged, as a reader knows them.
private enum UnheldKind: String, CaseIterable {
  case appCode = "an app's code"
  case ownOrder = "an order of its own"

  var reasonNotToJudge: String {
    switch self {
    case .appCode: "no answer was judged, because an app's code is not held to the specification"
    case .ownOrder: "no answer was judged, because a ranker that names no order is held to none"
    }
  }
}

extension MatcherRecord {
  fileprivate var unheldKind: UnheldKind { hasOwnOrder == true ? .ownOrder : .appCode }
}

/// The number of matchers by status, over all cells.
package struct ParitySummary {
  private var counts: [MatcherStatus: Int] = [:]
  package private(set) var checkedAnswers = 0
  /// The numbers of participants that were asked and not held to their answers.
  fileprivate private(set) var unheldCounts: [UnheldKind: Int] = [:]
  /// The number of answers that the oracle checked, as far as a record shows.
  private var oracleAnswers = 0.0
  package let isSampled: Bool
  /// The number of answers that were held to the laws of ranking; nil unless every ranker has its
  /// own order.
  fileprivate let lawCount: Int?
  /// The share of the run's time that the oracle took, such as `; 24 % of the time`; empty if it is
  /// not known.
  fileprivate let oracleTime: String

  package init(_ record: RunRecord) {
    isSampled = record.cells.contains(where: \.verification.isSampled)
    let lawCounts = record.cells.compactMap(\.verification.lawCount)
    let areAllOwn = !lawCounts.isEmpty && lawCounts.count == record.cells.count
    lawCount = areAllOwn ? lawCounts.reduce(0, +) : nil
    let nanoseconds = record.cells.compactMap(\.verification.oracleNanoseconds).reduce(0, +)
    let share = Double(nanoseconds) / 1e9 / max(record.context.durationInSeconds, 1e-9)
    let isKnown = nanoseconds > 0 && share <= 1
    oracleTime = isKnown ? "; \(Int((100 * share).rounded())) % of the time" : ""
    for part in record.cells.parts {
      let (cell, status) = (part.cell, part.record.status)
      guard !part.record.isUnheld else {
        unheldCounts[part.record.unheldKind, default: 0] += 1
        continue
      }
      counts[status, default: 0] += 1
      guard status != .skipped else { continue }
      // An engine that was wrong or failed may have ended before the last keystroke.
      let checked = status == .verified ? nil : part.record.answers?.checkedCount
      let count = checked ?? part.record.answeredCount(in: cell)
      checkedAnswers += count
      oracleAnswers +=
        Double(count) * Double(cell.verification.oracleCount)
        / Double(max(cell.verification.keystrokeCount, 1))
    }
  }

  package func count(_ status: MatcherStatus) -> Int { counts[status] ?? 0 }

  /// The share that the oracle checked, rounded down, for instance `62 %`.
  fileprivate var oracleShare: String {
    let share = Int(100 * oracleAnswers / Double(max(checkedAnswers, 1)))
    return share == 0 && oracleAnswers > 0 ? "less than 1 %" : "\(min(share, 100)) %"
  }
}

extension MatcherStatus {
  /// The status as a reader without the glossary understands it.
  fileprivate var word: String {
    switch self {
    case .verified: "right"
    case .voided: "wrong"
    case .skipped: "skipped"
    case .errored: "failed"
    }
  }
}

extension Verdict {
  /// The verdict as text, for instance `not comparable`.
  package var words: String { rawValue.replacing("-", with: " ") }
}

// MARK: Failure lines

/// A result that keeps a run from being right: the participant, the cell, and the command that
/// shows it.
package struct FailureLine: Sendable, Hashable {
  /// The result in words, for instance `mine on countries.countries: “ro”, row 4 is missing`.
  package let text: String
  /// The command; empty if no command shows the result.
  package let command: String

  init(_ text: String, command: String = "") {
    self.text = DisplayText.line(text, limit: 400)
    self.command = DisplayText.exact(command, limit: Card.lineLimit)
  }

  /// Returns these results of a record, those about answers first; empty if the record is right.
  static func all(_ record: RunRecord, _ program: ShownProgram) -> [FailureLine] {
    FailureList(record: record, program: program).lines
  }
}

private struct FailureList {
  let record: RunRecord
  /// The program in the commands.
  let program: ShownProgram

  /// The maximum number of such results; more of them would push the verdict off the screen.
  private static let limit = 4

  var lines: [FailureLine] {
    guard record.verdict != .right else { return [] }
    let all = answers + ledger + comparisons + budgets + targets
    let rest = all.count - Self.limit
    return Array(all.prefix(Self.limit))
      + (rest > 0 ? [FailureLine("and \(QuantityFormat.count(rest)) more, in the report")] : [])
  }

  // MARK: Answers

  /// The first wrong answer or failure of each participant.
  private var answers: [FailureLine] {
    let silent = Set(record.silentParticipants)
    var seen: Set<String> = []
    return record.cells.parts.filter { part in
      let matcher = part.record
      let isAbsent = matcher.engine?.failure?.state == .notInstalled
      let isMissed = isAbsent && record.askedFor?.contains(matcher.id) == true
      return (matcher.isWrong || isMissed || silent.contains(matcher.id))
        && seen.insert(matcher.id).inserted
    }.map { line($0.record, on: $0.cell) }
  }

  private func line(_ matcher: MatcherRecord, on cell: CellRecord) -> FailureLine {
    let place = "\(matcher.id) on \(DisplayText.line(cell.id, limit: 80))"
    if let example = matcher.counterexamples.first {
      return FailureLine(
        "\(place): \(example.sentence)",
        command: example.replay?.line(example.query, of: program) ?? again(on: cell.id))
    } else if record.silentParticipants.contains(matcher.id) {
      return FailureLine(
        "\(matcher.id) was asked for and answered nothing, expected an answer on at least one "
          + "cell: on \(DisplayText.line(cell.id, limit: 80)), "
          + (matcher.reason ?? "nothing was typed"))
    } else {
      return FailureLine(
        "\(place): \(matcher.reason ?? "no reason given")"
          + (matcher.engine?.failure?.lastErrors ?? ""),
        command: again(on: cell.id))
    }
  }

  private var ledger: [FailureLine] {
    (record.ledger ?? []).filter(\.standing.isFailure).map {
      FailureLine("the ledger on \($0.engine), \($0.subject): \($0.verdict)")
    }
  }

  // MARK: Times

  private var comparisons: [FailureLine] {
    let kinds: [(Complaint.Kind, GateVerdict)] = [
      (.slowerComparisons, .slower), (.impossibleComparisons, .notComparable),
      (.undecidedComparisons, .inconclusive), (.undecidedComparisons, .alone),
    ]
    let found = kinds.filter { record.complains(of: $0.0) }.map(\.1)
    let findings = GateText.ordered(record.gate?.findings ?? [])
    return findings.filter { found.contains($0.verdict) }.map {
      line($0.matcher, on: $0.cell, GateText.message($0))
    }
  }

  private var budgets: [FailureLine] {
    (record.budgets ?? []).filter(\.isMissed).map {
      line($0.matcher, on: $0.cell, GateText.message($0))
    }
  }

  private func line(_ matcher: String, on cell: String, _ message: String) -> FailureLine {
    FailureLine("\(matcher) on \(cell): \(message)", command: again(on: cell))
  }

  private var targets: [FailureLine] {
    (record.targets ?? []).filter { $0.verdict == .missed }.map { finding in
      FailureLine(
        "\(TargetTable.name(finding)): \(TargetTable.message(finding))",
        command: finding.cells.first.map(again) ?? "")
    }
  }

  /// Returns the command of the run for one cell; empty if it is unknown, or if a reader may not
  /// see it.
  private func again(on cell: String) -> String {
    let line = record.context.commandLine
    guard let words = RecordedCommand(line, ownPaths: program.ownPaths)?.words else { return "" }
    let hasFilter = words.contains { $0.beginsBytewise(with: "--filter") }
    return program.command(
      words + (hasFilter ? [] : ShellWord.option("--filter", cell)))
  }
}

extension Counterexample {
  /// The typed text, the first row that differs, and how: `“ro” does not find row 4, “Rose” (1
  /// missing, 0 extra)`.
  package var sentence: String {
    let (typed, row) = (DisplayText.query(query), DisplayText.quoted(firstRowText, limit: 80))
    let difference = DisplayText.line(difference, limit: 160)
    for (start, verb, end) in [
      ("row \(firstRow) is missing", "does not find", ""),
      ("row \(firstRow) should not match", "finds", ", which should not match"),
    ] where difference.hasPrefix("\(start) ") {
      return "\(typed) \(verb) row \(firstRow), \(row)\(end)\(difference.dropFirst(start.count))"
    }
    return "\(typed) is answered wrongly: \(difference); row \(firstRow) is \(row)"
  }
}
