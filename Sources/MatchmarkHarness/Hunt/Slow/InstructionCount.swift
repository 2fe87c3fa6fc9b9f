import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord

/// Counts the instructions of a keystroke, which do not depend on how busy the machine is.
///
/// The count is the difference between two sessions, of which one ends before the keystroke. Both
/// are asked for the second time: the first time also resolves symbols and grows arrays.
struct InstructionCount {
  private let program: String

  /// - Parameter program: the path of a program that serves the matchers.
  init(by program: String) { self.program = program }

  /// A line about the instructions of a matcher and of the scan, or why they were not counted.
  func note(on subject: SpeedSubject, and scan: String, in found: SlowKeystroke) -> String {
    guard !subject.isEngine else { return "instructions: not counted for an engine" }
    do {
      let counts = try counts(of: [subject.id, scan], in: found)
      let ratio = QuantityFormat.ratio(counts[0] / counts[1])
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
      let count = try valgrind.differences(launch, of: .answerInstructions, repeating: (0, 1)) {
        (launch, lastCount) throws(ExactError) in
        var contender = Contender(serving: launch, on: corpus, rows: rows)
        let again = found.session.dropLast(1 - lastCount)
        try ask(found.session + [SearchQuery("")] + again, of: &contender)
      }[0]
      guard count > 0 else {
        throw ExactError(
          description: "valgrind saw no answer of \(matcher), as in a program without symbols")
      }
      return count
    }
  }

  private func ask(
    _ session: [SearchQuery], of contender: inout Contender
  ) throws(ExactError) {
    var window = TimedWindow()
    var answer = Answer()
    for query in session {
      let reply = contender.open?.ask(
        query, delivering: .page, repetitions: 1, in: &window, into: &answer)
      _ = contender.answer(in: reply)
    }
    contender.close()
    if let failure = contender.failure { throw ExactError(description: failure.description) }
    guard contender.record.status == .verified else {
      throw ExactError(description: contender.record.reason ?? "", status: .skipped)
    }
  }
}
