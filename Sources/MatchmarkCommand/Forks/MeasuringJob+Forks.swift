import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

extension MeasuringJob {
  /// A fork that is silent for this long hangs.
  private static let patience = Duration.seconds(3_600)

  /// The records of several processes of this program, one after another; if there is only one,
  /// that of this process.
  ///
  /// - Parameter forks: their numbers; each fork has its own order.
  /// - Throws: ``CommandError/input(_:)`` if one of them could not run.
  func records(
    of plan: Plan, at index: Int, forks: Range<Int>
  ) throws(CommandError) -> [RunRecord] {
    guard forkCount > 1 else { return [try alone(plan).record()] }
    var records: [RunRecord] = []
    for number in forks {
      if !isQuiet {
        let position = number - forks.lowerBound + 1
        StandardError.write("[fork \(position)/\(forks.count)] \(plan.suite.name)")
      }
      records.append(try record(ofFork: number, of: plan, at: index))
    }
    return records
  }

  /// Merges the records of several processes.
  ///
  /// - Throws: ``CommandError/input(_:)`` if they did not measure the same.
  func merged(_ records: [RunRecord], of plan: Plan) throws(CommandError) -> RunRecord {
    if forkCount == 1, let only = records.first { return only }
    do {
      let merged = try RunRecord(forks: records)
      var context = merged.context
      context.commandLine = ["matchmark"] + Invocation.current.arguments
      return plan.record(kind, of: merged.cells, in: context)
    } catch {
      throw .input(error.description)
    }
  }

  private func record(
    ofFork number: Int, of plan: Plan, at index: Int
  ) throws(CommandError) -> RunRecord {
    let scratch = try CommandError.wrap { try ScratchFolder() }
    // The folder is deleted after its last use.
    defer { withExtendedLifetime(scratch) {} }
    let path = scratch.file("record.json")
    let options =
      ["--fork-number", "\(number)", "--fork-suite", "\(index)", "--fork-record", path]
      + plan.suite.cells.flatMap { ["--fork-cell", $0.id] }
      + plan.participants.flatMap { ["--fork-matcher", $0.id] }
    let invocation = Invocation.current
    let (ending, complaint) = try invocation.run(
      invocation.arguments(adding: options, after: nameLength), for: Self.patience)
    guard ending == .exited(status: 0) else {
      let how = ending.map(\.description) ?? "did not end"
      throw .input("a fork \(how)\(complaint.isEmpty ? "" : ":\n\(complaint)")")
    }
    do {
      return try RunRecord(decoding: try InputFile.record.read(path))
    } catch {
      throw .input("fork \(number) left no record: \(error)")
    }
  }
}
