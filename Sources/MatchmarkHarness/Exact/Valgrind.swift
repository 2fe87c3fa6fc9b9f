import Foundation
import MatchmarkEngines
import MatchmarkRecord
package import MatchmarkSystem

/// Counts of a program that runs under valgrind: instructions by callgrind, allocations by
/// memcheck.
///
/// Two sessions differ only in how often something is repeated. The difference between them is due
/// to the repetitions alone, without starting, loading and building. Hashes are seeded alike, so
/// two equal sessions have almost the same counts.
struct Valgrind {
  private let path: String
  private let scratch: ScratchFolder

  /// - Throws: ``ExactError`` if it is not installed; what a scratch folder throws.
  init() throws {
    let command = ChildCommand("valgrind", environment: ChildCommand.inheritedEnvironment)
    guard let path = try? command.programPath() else {
      throw ExactError(
        description: "valgrind, which counts instructions and allocations, is not installed; "
          + "on Debian: apt-get install valgrind")
    }
    self.path = path
    scratch = try ScratchFolder()
  }

  /// A kind of counts: the tool that makes them, and the texts that it prints before each.
  struct Counts {
    fileprivate let tool: [String]
    fileprivate let texts: [String]

    static let instructions = Counts(
      tool: ["--tool=callgrind", "--callgrind-out-file=/dev/null"], texts: ["Collected :"])
    /// Instructions of the cursors' answers alone: of all functions whose symbols end like that of
    /// `answer(_:into:)` of a type that conforms to ``MatcherCursor``.
    static let answerInstructions = Counts(
      tool: instructions.tool + ["--toggle-collect=*6answer_4into*FTW"], texts: instructions.texts)
    /// Allocations, then allocated bytes.
    static let allocations = Counts(
      tool: ["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no"],
      texts: ["total heap usage:", "frees,"])
  }

  /// A session with an engine, in which something is repeated.
  typealias Session = (_ launch: EngineLaunch, _ repeatCount: Int) throws(ExactError) -> Void

  /// The share of one repetition in each count.
  ///
  /// - Parameter repeatCounts: how often the two sessions repeat something.
  func differences(
    _ launch: EngineLaunch, of counts: Counts,
    repeating repeatCounts: (few: Int, many: Int) = (2, 12), in session: Session
  ) throws(ExactError) -> [Double] {
    var found: [[Double]] = []
    for repeatCount in [repeatCounts.few, repeatCounts.many] {
      // Each start has its own log; otherwise an old one would be read if valgrind does not start.
      let log = scratch.file("valgrind-\(UInt64.random(in: .min ... .max)).log")
      var watched = launch
      // Without a debugger's pipes, which valgrind would leave in the temporary folder if a signal
      // ends the count.
      watched.command = [path, "--vgdb=no", "--log-file=\(log)"] + counts.tool + launch.command
      watched.environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
      // Under valgrind, everything takes fifty times as long.
      watched.timeouts = EngineTimeouts(each: .seconds(120))
      watched.timeouts.load = .seconds(600)
      watched.timeouts.build = .seconds(600)
      let output = try watch(watched, repeatCount, log: log, session)
      let numbers = counts.texts.compactMap { Self.number(after: $0, in: output) }
      guard numbers.count == counts.texts.count else {
        throw Self.noCount(counts.tool[0], output)
      }
      found.append(numbers)
    }
    let repetitions = Double(repeatCounts.many - repeatCounts.few)
    return zip(found[0], found[1]).map { max(0, ($1 - $0) / repetitions) }
  }

  /// The output of valgrind about a session.
  private func watch(
    _ launch: EngineLaunch, _ repeatCount: Int, log: String, _ session: Session
  ) throws(ExactError) -> String {
    func text() -> String {
      (try? FileReader.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    do throws(ExactError) {
      try session(launch, repeatCount)
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
