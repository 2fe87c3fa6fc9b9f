import Foundation
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Measures one planned suite in several processes of this program, one after the other.
struct ForkedJob {
  let planned: PlannedSuite
  /// The position of the suite among those that the command plans.
  let suite: Int
  let forkCount: Int
  /// How many words name the command.
  let nameLength: Int
  let isQuiet: Bool
  /// The number of the first fork; a fresh block goes on counting, so that its orders are others.
  var firstNumber = 0
  /// Only these cells and matchers; empty for all.
  var cells: [String] = []
  var matchers: [String] = []

  /// A fork that says nothing for so long hangs.
  private static let patience = Duration.seconds(3_600)

  /// The record of all forks together.
  ///
  /// - Throws: ``CommandError/input(_:)`` where one of them could not run.
  func record() throws(CommandError) -> RunRecord {
    var records: [RunRecord] = []
    for number in firstNumber..<firstNumber + forkCount {
      if !isQuiet {
        StandardError.write("[fork \(number - firstNumber + 1)/\(forkCount)] \(planned.suite.name)")
      }
      records.append(try record(ofFork: number))
    }
    do {
      var record = try RunRecord(forks: records)
      record.context.commandLine = ["matchmark"] + Invocation.current.arguments
      return record
    } catch {
      throw .input(error.description)
    }
  }

  private func record(ofFork number: Int) throws(CommandError) -> RunRecord {
    let scratch: ScratchFolder
    do { scratch = try ScratchFolder() } catch { throw .input(error.description) }
    // The folder goes with its last use.
    defer { withExtendedLifetime(scratch) {} }
    let path = scratch.file("record.json")
    var options = [
      "--fork-number", "\(number)", "--fork-suite", "\(suite)", "--fork-record", path,
    ]
    for cell in cells { options += ["--fork-cell", cell] }
    for matcher in matchers { options += ["--fork-matcher", matcher] }
    let invocation = Invocation.current
    let command = ChildCommand(
      invocation.program, invocation.arguments(adding: options, behind: nameLength),
      environment: ChildCommand.inheritedEnvironment)
    try run(command)
    do {
      return try RunRecord(decoding: try InputFile.record.read(path))
    } catch {
      throw .input("fork \(number) left no record: \(error)")
    }
  }

  private func run(_ command: ChildCommand) throws(CommandError) {
    var ending: ChildEnding?
    var complaint = ""
    do {
      var child = try ChildProcess(command)
      child.closeInput()
      ending = child.waitForEnding(before: Deadline(after: Self.patience))
      child.kill()
      complaint = String(decoding: child.lastErrors, as: UTF8.self)
    } catch {
      throw .input(error.description)
    }
    guard ending == .exited(status: 0) else {
      let how = ending.map(\.description) ?? "did not end"
      throw .input("a fork \(how)\(complaint.isEmpty ? "" : ":\n\(complaint)")")
    }
  }
}
