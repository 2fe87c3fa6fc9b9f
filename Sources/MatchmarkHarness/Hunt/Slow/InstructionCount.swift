import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord

/// Counts the instructions of a keystroke, which do not depend on how busy the machine is.
struct InstructionCount {
  private let program: String

  /// - Parameter program: the path of a program that serves the matchers.
  init(by program: String) { self.program = program }

  /// A line about the instructions of a matcher and of the scan, or why they were not counted.
  func note(on subject: SpeedSubject, and scan: String, in found: SlowKeystroke) -> String {
    guard !subject.isEngine else { return "instructions: not counted for an engine" }
    do {
      let counts = try counts(of: [subject.id, scan], in: found)
      let ratio = QuantityFormat.ratio(counts[0] / max(1, counts[1]))
      return "instructions: \(QuantityFormat.count(Int(counts[0]))), "
        + "the scan \(QuantityFormat.count(Int(counts[1]))) (\(ratio))"
    } catch { return "instructions: not counted: \(error)" }
  }

  private func counts(of matchers: [String], in found: SlowKeystroke) throws -> [Double] {
    let valgrind = try Valgrind()
    var programs = try CountablePrograms()
    defer { withExtendedLifetime(programs) {} }
    let copy = programs.copy(of: program)
    let situation = found.situation
    let corpus = try FoldedCorpus(try situation.corpus(), profile: situation.profile)
    let rows = try RowsFile(of: corpus)
    return try matchers.map { matcher in
      let launch = EngineLaunch(
        id: matcher, command: [copy, "engine", "serve", "--matcher", matcher])
      return try valgrind.differences(launch, of: .instructions) {
        (launch, repeatCount) throws(ExactError) in
        var contender = Contender(serving: launch, on: corpus, rows: rows)
        try ask(found.session, repeatCount, of: &contender)
      }[0]
    }
  }

  /// Asks the queries in order, and repeats the last one.
  private func ask(
    _ session: [SearchQuery], _ repeatCount: Int, of contender: inout Contender
  ) throws(ExactError) {
    var window = TimedWindow()
    var answer = Answer()
    for (index, query) in session.enumerated() {
      let reply = contender.open?.ask(
        query, delivering: .page, repetitions: index + 1 < session.count ? 1 : repeatCount,
        in: &window, into: &answer)
      _ = contender.answer(in: reply)
    }
    contender.close()
    if let failure = contender.failure { throw ExactError(description: failure.description) }
    guard contender.record.status == .verified else {
      throw ExactError(description: contender.record.reason ?? "", status: .skipped)
    }
  }
}
