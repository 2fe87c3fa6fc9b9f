package import MatchmarkRecord

/// The results of a run of the conformance cases, as far as a page shows them.
///
/// The cases themselves are defined elsewhere; these are the numbers of their results, in the
/// contract's words.
package struct ConformanceFacts {
  /// The matrix of clause groups and levels by subject.
  fileprivate let matrix: ParityMatrix
  /// The clauses that a case covered: id, text, then a word for each subject.
  fileprivate let clauses: ReportTable
  fileprivate let failures: [Card]
  private let caseCount: Int
  package let startedAt: String
  package let hostname: String
  package let verdict: Verdict
  /// The timelines of the search boxes that are wrong.
  package var schedules: [ScheduleTimeline] = []
  /// The requested subjects that answered nothing.
  package var silent: [String] = []
  package var ledger: [LedgerRecord] = []
  /// The reason of each answer that was skipped.
  package var skips: [String] = []

  package init(
    matrix: ParityMatrix, clauses: ReportTable, failures: [Card], caseCount: Int,
    startedAt: String, hostname: String, verdict: Verdict
  ) {
    self.matrix = matrix
    self.clauses = clauses
    self.failures = failures
    self.caseCount = caseCount
    self.startedAt = startedAt
    self.hostname = hostname
    self.verdict = verdict
  }

  fileprivate var headline: String {
    guard verdict != .right else { return success }
    return [wrongness, silence].compactMap(\.self).joined(separator: " ")
  }

  private var success: String {
    let asked = caseCount * matrix.matchers.count
    guard 2 * skips.count > asked else { return "Every case is right." }
    return "Every answered case is right, but only \(QuantityFormat.count(asked - skips.count)) of "
      + "\(QuantityFormat.counted(asked, "case")) were answered; 'verify --corpus' checks your own "
      + "rows by your own rules."
  }

  /// The wrong results in words; nil if the run is not right only because a subject answered
  /// nothing.
  private var wrongness: String? {
    guard !failures.isEmpty else {
      return verdict == .wrong ? "The ledger of known disagreements no longer holds." : nil
    }
    let subjects = Set(failures.map(\.matcher)).count
    return "\(QuantityFormat.count(subjects)) of "
      + QuantityFormat.counted(matrix.matchers.count, "subject")
      + " \(subjects == 1 ? "is" : "are") \(verdict == .slower ? "slow" : "wrong")."
  }

  private var silence: String? {
    silent.isEmpty
      ? nil
      : "\(DisplayText.list(silent, limit: 4)) answered nothing, expected an answer to at least "
        + "one case."
  }

  fileprivate var grounds: String {
    "\(QuantityFormat.counted(caseCount, "case")), "
      + "\(QuantityFormat.counted(matrix.matchers.count, "subject")), "
      + "\(QuantityFormat.counted(failures.count, "failure"))\(skipped)."
  }

  /// The number of skipped answers, with the most frequent reason; empty if there are none.
  private var skipped: String {
    let counts = Dictionary(skips.map { ($0, 1) }, uniquingKeysWith: +)
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return "" }
    let reason = DisplayText.line(most.key, limit: 120)
    let count = counts.count == 1 ? "" : "\(QuantityFormat.count(most.value)) because: "
    return ", \(QuantityFormat.count(skips.count)) skipped (\(count)\(reason))"
  }

  /// The first failures in words, each with the command that shows it, and a line about the rest.
  fileprivate var failureLines: [FailureLine] {
    let rest = failures.count - Self.failureLimit
    return failures.prefix(Self.failureLimit).map { card in
      FailureLine(
        "\(card.matcher) fails: \(card.facts.last?.value ?? ""); \(card.what)",
        command: card.codes.last?.value ?? "")
    }
      + (rest > 0
        ? [
          FailureLine(
            "and \(QuantityFormat.counted(rest, "more failure")): --details shows the first of "
              + "each subject, and -o FOLDER writes all to conformance.json")
        ] : [])
  }

  /// The number of failures that fit on a screen together with the table of groups.
  private static let failureLimit = 3
  private static let subjectLimit = 8
  private static let limit = 40

  fileprivate var shownFailures: [Card] {
    var counts: [String: Int] = [:]
    let first = failures.filter { failure in
      counts[failure.matcher, default: 0] += 1
      return counts[failure.matcher, default: 0] <= Self.subjectLimit
    }
    return Array(first.prefix(Self.limit))
  }
}

extension JUnitSuite {
  /// Creates a suite with one case for the verdict, so that JUnit fails when the run does.
  package init(verdictOn facts: ConformanceFacts) {
    let message = "\(facts.verdict.words): \(facts.headline)"
    let name = "conformance.verdict"
    self.init(
      name: name, package: "conformance", startedAt: facts.startedAt, hostname: facts.hostname,
      cases: [
        JUnitCase(
          name: "verdict", classname: name,
          result: JUnitResult(facts.verdict, message: message, details: facts.grounds),
          systemOut: message)
      ])
  }
}

extension Document {
  package init(_ facts: ConformanceFacts) {
    let shown = facts.shownFailures
    let failures = Block(
      "counterexamples", "Failures",
      [.cards(shown)]
        + .omission(
          facts.failures.count - shown.count, in: "conformance.json, which -o FOLDER writes")
    ).folded(false, isDetail: true)
    let groups = Block(
      "parity", "Groups of clauses",
      lead: "The number of cases that detect a broken clause: ✓ if all answered ones are right, "
        + "✗ with the number of wrong ones.",
      facts.matrix.tables.map(Block.Part.table))
    self.init(
      name: "conformance",
      headline: Headline(
        facts.headline, isRight: facts.verdict == .right, grounds: facts.grounds,
        verdict: facts.verdict),
      sections: [
        Section(
          "right", "Right?",
          [
            shown.isEmpty ? nil : failures, Block.schedules(facts.schedules), groups,
            Block.ledger(facts.ledger),
          ]),
        Section(
          "which", "By which clause?",
          [
            Block("clauses", "Clause by clause", [.table(facts.clauses)]).folded(isDetail: true)
          ]),
      ])
    failureLines = facts.failureLines
    origin = Origin(startedAt: facts.startedAt, hostname: facts.hostname)
  }
}

extension Card {
  /// Creates a case.
  ///
  /// - Parameters:
  ///   - position: the position of the subject among all subjects.
  ///   - title: the id and the sentence of the case.
  package init(
    _ subject: String, at position: Int, title: String, clauses: [String], lines: [String],
    replayCommand: String
  ) {
    self.init(
      matcher: subject, position: position, state: "fails",
      what: DisplayText.line(title, limit: 300),
      facts: [
        Fact("clauses", DisplayText.line(clauses.joined(separator: ", "))),
        Fact("differs", DisplayText.line(lines.first ?? "", limit: 300)),
      ])
    if lines.count > 1 {
      codes.append(Self.code("details", lines.dropFirst().prefix(12), limit: 300))
    }
    codes.append(Self.code("replay", [replayCommand], limit: Self.lineLimit))
  }
}
