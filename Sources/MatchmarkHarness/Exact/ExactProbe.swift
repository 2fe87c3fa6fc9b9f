import Foundation
import MatchmarkCore
import MatchmarkEngines
package import MatchmarkRecord
package import MatchmarkSystem

/// The reason why nothing could be counted.
struct ExactError: Error, CustomStringConvertible {
  let description: String
  /// The status of the matcher in the record.
  var status = MatcherStatus.errored
  /// The wrong answer, if that is the reason.
  var example: Counterexample?
}

/// Counts instructions and allocations per keystroke of a matcher that is served as an engine.
///
/// Two sessions differ only in how often each keystroke is repeated. The difference between them is
/// due to the repetitions alone, without starting, loading and building. Instructions are
/// counted by callgrind, allocations by memcheck.
package struct ExactProbe {
  private let rows: RowsFile
  private let verification: Verification
  private let valgrind: String
  private let scratch: ScratchFolder

  private static let repeatCounts = (few: 2, many: 12)

  package init(_ cell: CellPlan, of plan: Plan) throws {
    let command = ChildCommand("valgrind", environment: ChildCommand.inheritedEnvironment)
    guard let valgrind = try? command.programPath() else {
      throw ExactError(
        description: "valgrind, which counts instructions and allocations, is not installed; "
          + "on Debian: apt-get install valgrind")
    }
    self.valgrind = valgrind
    let loaded = try LoadedCell(cell, of: LoadedCorpus(cell.corpus))
    rows = try loaded.rows.file()
    var verification = try Verification(loaded, of: plan)
    try verification.askOracle(seed: plan.suite.seed)
    self.verification = verification
    scratch = try ScratchFolder()
  }

  /// The cell without matchers, for a record.
  package var cell: CellRecord { verification.cell.record(verification) }

  /// The record of a matcher that a program serves: its counts, or why there are none.
  package func record(of matcher: String, in program: String) -> MatcherRecord {
    let launch = EngineLaunch(
      id: matcher, command: [program, "engine", "serve", "--matcher", matcher])
    var record = MatcherRecord(id: matcher)
    do throws(ExactError) {
      let checked = try session(launch, delivering: nil, repeatCount: 1)
      record.ledger = verification.ledgerUses(of: checked)
      let figures = try figures(launch, indexSize: checked.record.build?.indexSizeInBytes ?? 0)
      record.exact = figures
      record.build = BuildFigures(
        nanoseconds: 0, indexSizeInBytes: figures.indexSizeInBytes, peakGrowthInBytes: nil)
    } catch {
      (record.status, record.reason) = (error.status, error.description)
      record.counterexamples = [error.example].compactMap(\.self)
    }
    return record
  }

  /// Counts for one engine whose answers were found right.
  private func figures(
    _ launch: EngineLaunch, indexSize: Int
  ) throws(ExactError) -> ExactFigures {
    let callgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
    let instructions = try differences(launch, tool: callgrind, after: ["Collected :"])
    let heap = ["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no"]
    let allocations = try differences(launch, tool: heap, after: ["total heap usage:", "frees,"])
    return ExactFigures(
      instructions: instructions[0], allocations: allocations[0],
      allocatedBytes: allocations[1], indexSizeInBytes: indexSize)
  }

  /// The average share of one repetition of a keystroke in each count.
  ///
  /// - Parameter texts: the texts that valgrind prints before its counts.
  private func differences(
    _ launch: EngineLaunch, tool: [String], after texts: [String]
  ) throws(ExactError) -> [Double] {
    var counts: [[Double]] = []
    for repeatCount in [Self.repeatCounts.few, Self.repeatCounts.many] {
      // Each start has its own log; otherwise an old one would be read if valgrind does not start.
      let log = scratch.file("valgrind-\(UInt64.random(in: .min ... .max)).log")
      var watched = launch
      // Without a debugger's pipes, which valgrind would leave in the temporary folder if a signal
      // ends the count.
      watched.command = [valgrind, "--vgdb=no", "--log-file=\(log)"] + tool + launch.command
      watched.environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
      // Under valgrind, everything takes fifty times as long.
      watched.timeouts = EngineTimeouts(each: .seconds(120))
      watched.timeouts.load = .seconds(600)
      watched.timeouts.build = .seconds(600)
      let output = try watch(watched, repeatCount: repeatCount, log: log)
      let found = texts.compactMap { Self.number(after: $0, in: output) }
      guard found.count == texts.count else { throw Self.noCount(tool[0], output) }
      counts.append(found)
    }
    let repetitions = Self.repeatCounts.many - Self.repeatCounts.few
    let keystrokes = Double(max(1, verification.workload.keystrokes.count * repetitions))
    return zip(counts[0], counts[1]).map { max(0, ($1 - $0) / keystrokes) }
  }

  /// The output of valgrind about a session.
  private func watch(
    _ launch: EngineLaunch, repeatCount: Int, log: String
  ) throws(ExactError) -> String {
    func text() -> String {
      (try? FileReader.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    do throws(ExactError) {
      _ = try session(launch, delivering: .page, repeatCount: repeatCount)
    } catch {
      guard error.status == .errored else { throw error }
      // The engine answered without valgrind, so valgrind's log explains more than the engine.
      throw Self.noCount("valgrind", "\(error.description): \(text())")
    }
    return text()
  }

  private static func noCount(_ tool: String, _ log: String) -> ExactError {
    ExactError(description: "\(tool) left no count; its log ends: \(log.suffix(300))")
  }

  /// Asks every keystroke in order, and checks the answers.
  ///
  /// - Parameter delivery: nil for all rows.
  /// - Returns: the engine's record and answers; it has ended.
  private func session(
    _ launch: EngineLaunch, delivering delivery: Delivery?, repeatCount: Int
  ) throws(ExactError) -> Contender {
    var contender = Contender(serving: launch, on: verification.corpus, rows: rows)
    var window = TimedWindow()
    var answer = Answer()
    for (keystroke, entry) in verification.workload.keystrokes.enumerated() {
      guard let open = contender.open, contender.record.counterexamples.isEmpty else { break }
      let reply = open.ask(
        entry.query, delivering: delivery, repetitions: repeatCount, in: &window, into: &answer)
      guard let given = contender.answer(in: reply) else { continue }
      verification.hold(&contender, to: keystroke, given, answer)
    }
    contender.close()
    if !contender.record.counterexamples.isEmpty {
      var search = ReplaySearch(verification, rows: rows)
      search.search(&contender)
      let example = contender.record.counterexamples[0]
      throw ExactError(description: example.difference, status: .voided, example: example)
    }
    if let failure = contender.failure { throw ExactError(description: failure.description) }
    guard contender.record.status == .verified else {
      throw ExactError(description: contender.record.reason ?? "", status: .skipped)
    }
    return contender
  }

  /// The number after a text; commas may group its digits.
  private static func number(after text: String, in log: String) -> Double? {
    guard let range = log.range(of: text) else { return nil }
    let rest = log[range.upperBound...].drop { $0 == " " }
    return Double(rest.prefix { $0.isNumber || $0 == "," }.filter { $0 != "," })
  }
}

/// Copies of programs that valgrind can read.
///
/// It reads the debug information of every program that it runs, and gives up on forms that it does
/// not know, such as those of a recent compiler. A copy without them runs the same instructions.
package struct CountablePrograms {
  private let folder: ScratchFolder
  private var copies: [String: String] = [:]

  package init() throws(FileError) { folder = try ScratchFolder() }

  /// The copy of a program; the program itself if nothing on this machine can make one.
  package mutating func copy(of program: String) -> String {
    if let copy = copies[program] { return copy }
    let copy = Self.strip(program, to: folder.file("\(copies.count)-matchmark")) ?? program
    copies[program] = copy
    return copy
  }

  /// - Returns: the path; nil if no tool produces a program.
  private static func strip(_ program: String, to path: String) -> String? {
    for tool in ["strip", "llvm-strip"] {
      guard
        var child = try? ChildProcess(
          ChildCommand(
            tool, ["-g", "-o", path, program], environment: ChildCommand.inheritedEnvironment))
      else { continue }
      child.closeInput()
      let ending = child.waitForEnding(before: Deadline(after: .seconds(120)))
      if ending == .exited(status: 0), FileManager.default.isExecutableFile(atPath: path) {
        return path
      }
    }
    return nil
  }
}
