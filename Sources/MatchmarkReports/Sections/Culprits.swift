import MatchmarkMeasurement
import MatchmarkSystem

/// What keeps a run from being right: the participant, the cell, and the command that shows it.
package struct Culprit: Sendable, Hashable {
  /// For instance `mine on countries.countries: “ro”, row 4 is missing`.
  package let text: String
  /// Empty if no command shows it.
  package let command: String

  init(_ text: String, command: String = "") {
    self.text = DisplayText.line(text, limit: 400)
    self.command = DisplayText.exact(command, limit: Card.Code.lineLimit)
  }

  /// The most culprits; more of them would push the verdict off the screen.
  private static let limit = 4

  /// The culprits of a record, those about answers first; none if the record is right.
  static func all(_ record: RunRecord) -> [Culprit] {
    guard record.verdict != .right else { return [] }
    let all =
      answers(record) + ledger(record) + comparisons(record) + budgets(record) + targets(record)
    let rest = all.count - limit
    return Array(all.prefix(limit))
      + (rest > 0 ? [Culprit("and \(QuantityFormat.count(rest)) more, in the report")] : [])
  }

  // MARK: Answers

  /// The first wrong answer or failure of each participant.
  private static func answers(_ record: RunRecord) -> [Culprit] {
    let isMissing = record.complains(of: .missingEngines)
    var seen: Set<String> = []
    return record.cells.flatMap { cell in
      let found = cell.matchers.filter { matcher in
        let isAbsent = matcher.engine?.fault?.state == EngineFaultRecord.notInstalled
        return (matcher.isWrong || isAbsent && isMissing) && seen.insert(matcher.id).inserted
      }
      return found.map { Culprit($0, on: cell, in: record) }
    }
  }

  private init(_ matcher: MatcherRecord, on cell: CellRecord, in record: RunRecord) {
    let place = "\(matcher.id) on \(DisplayText.line(cell.id, limit: 80))"
    if let example = matcher.counterexamples.first {
      let row =
        "row \(QuantityFormat.count(example.firstRow)) is "
        + DisplayText.quoted(example.firstRowText, limit: 80)
      self.init(
        "\(place) answers \(DisplayText.query(example.query)) wrongly: "
          + "\(DisplayText.line(example.difference, limit: 160)); \(row)",
        command: example.replayLine)
    } else {
      let engine = ["smoke", matcher.id]
      self.init(
        "\(place): \(matcher.reason ?? "no reason given")",
        command: matcher.engine == nil
          ? Self.again(on: cell.id, in: record) : ShownProgram.current.command(engine))
    }
  }

  private static func ledger(_ record: RunRecord) -> [Culprit] {
    (record.ledger ?? []).filter(\.standing.isFailure).map {
      Culprit("the ledger on \($0.engine), \($0.subject): \($0.verdict)")
    }
  }

  // MARK: Times

  private static func comparisons(_ record: RunRecord) -> [Culprit] {
    let kinds: [(Complaint.Kind, GateVerdict)] = [
      (.slowerComparisons, .slower), (.impossibleComparisons, .notComparable),
      (.undecidedComparisons, .inconclusive),
    ]
    let found = kinds.filter { record.complains(of: $0.0) }.map(\.1)
    let findings = GateText.ordered(record.gate?.findings ?? [])
    return findings.filter { found.contains($0.verdict) }.map {
      Culprit($0.matcher, on: $0.cell, GateText.message($0), in: record)
    }
  }

  private static func budgets(_ record: RunRecord) -> [Culprit] {
    (record.budgets ?? []).filter(\.isMissed).map {
      Culprit($0.matcher, on: $0.cell, GateText.message($0), in: record)
    }
  }

  private init(_ matcher: String, on cell: String, _ message: String, in record: RunRecord) {
    self.init("\(matcher) on \(cell): \(message)", command: Self.again(on: cell, in: record))
  }

  private static func targets(_ record: RunRecord) -> [Culprit] {
    (record.targets ?? []).filter { $0.verdict == .missed }.map { finding in
      Culprit(
        "\(TargetTable.name(finding)): \(TargetTable.message(finding))",
        command: finding.cells.first.map { again(on: $0, in: record) } ?? "")
    }
  }

  /// The command of the run for one cell; empty if it is unknown.
  private static func again(on cell: String, in record: RunRecord) -> String {
    let words = Array(record.context.commandLine.dropFirst())
    guard !words.isEmpty else { return "" }
    let hasFilter = words.contains { $0 == "-f" || $0.hasPrefix("--filter") }
    return ShownProgram.current.command(words + (hasFilter ? [] : ["--filter", cell]))
  }
}
