import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkSystem

/// The plan of one of several measuring processes, as JSON on its standard input.
///
/// A fork sees none of its parent's arguments, and none of the files that they name. So it measures
/// what the parent planned, even if a file has changed in the meantime.
struct ForkRequest: Codable {
  private struct Member: Codable {
    let id: String
    let options: [String: String]
    let isAdded: Bool
    let isAskedFor: Bool
    /// The program of an engine; nil for a matcher, which the fork has in its own catalog.
    let engine: EngineProgram?
  }

  /// Budgets and targets are left out: they apply to all forks together.
  private var suite: Suite
  private let members: [Member]
  private let ledger: DivergenceLedger
  private let kind: RunRecord.Kind
  private let failsFast: Bool
  /// The folder of finished cells; nil to keep none.
  private let kept: String?
  private let program: ShownProgram
  /// The file with the rows of a corpus that is neither generated nor a fixture, by its name.
  private var rows: [String: String] = [:]
  private let recordPath: String

  /// A fork that is silent for this long hangs.
  private static let patience = Duration.seconds(3_600)

  /// - Parameter folder: the folder of the rows and the record; it must outlive the forks.
  init(_ plan: Plan, of job: MeasuringJob, in folder: ScratchFolder) throws(InputError) {
    suite = plan.suite
    (suite.budgets, suite.targets) = ([], [])
    members = plan.participants.map { participant in
      Member(
        id: participant.id, options: participant.options.values, isAdded: participant.isAdded,
        isAskedFor: participant.isAskedFor, engine: participant.engine)
    }
    ledger = plan.ledger
    (kind, failsFast, kept) = (job.kind, job.failsFast, job.kept?.folder)
    program = plan.program
    recordPath = folder.file("record.json")
    for (index, cell) in suite.cells.enumerated() where !Self.canMake(cell.corpus) {
      let path = folder.file("rows-\(index).jsonl")
      rows[cell.corpus.name] = path
      try InputError.wrap {
        var file = try AtomicFile(path: path, replacing: .own)
        try CanonicalCorpus.write(try cell.corpus.load(), isAsGiven: true) {
          bytes throws(FileError) in try file.write(bytes)
        }
        try file.finish()
      }
    }
  }

  /// Returns true if the argument alone identifies the rows; for a sample, it does not.
  private static func canMake(_ corpus: CorpusPlan) -> Bool {
    CorpusSource.isMade(corpus.argument)
      && (try? CorpusSource(corpus.argument).name) == corpus.name
  }

  /// The record of a process that is started for this, in the order of that number.
  ///
  /// - Throws: ``InputError/input(_:)`` if it could not run.
  func record(
    ofFork number: Int, by invocation: Invocation
  ) throws(InputError) -> RunRecord {
    var fork = self
    fork.suite.fork = number
    let (ending, complaint) = try invocation.run(
      [ForkCommand.name], input: try InputError.wrap { try JSONText.line(fork) },
      for: Self.patience)
    guard ending == .exited(status: 0) else {
      let how = ending.map(\.description) ?? "did not end"
      throw .input("a fork \(how)\(complaint.isEmpty ? "" : ": \(complaint)")")
    }
    do {
      return try RunRecord(decoding: try InputFile.record.read(recordPath))
    } catch {
      throw .input("fork \(number) left no record: \(error)")
    }
  }
}

extension ForkRequest {
  /// Measures in the fork, and leaves the record.
  fileprivate func measure(in context: ProgramContext) throws {
    let job = MeasuringJob(
      kind: kind, failsFast: failsFast, isQuiet: true, context: context,
      kept: try kept.map { folder in
        try KeptCells(
          in: folder, program: context.invocation.program, replacing: context.replacement)
      })
    let record = try job.record(of: try plan(in: context.project))
    try AtomicFile.write(try record.encoded(), to: recordPath, replacing: .own)
  }

  private func plan(in project: ProjectContext) throws(InputError) -> Plan {
    var suite = suite
    for index in suite.cells.indices {
      let corpus = suite.cells[index].corpus
      guard let path = rows[corpus.name] else {
        let made = try CorpusSource(corpus.argument).plan(in: project.folder)
        suite.cells[index].corpus.load = made.load
        continue
      }
      suite.cells[index].corpus.load = {
        try CanonicalCorpus.read(try InputFile.rowSource(path), name: corpus.name)
      }
    }
    let participants = try members.map { member throws(InputError) in
      var participant =
        if let engine = member.engine { Participant(engine, summary: "") } else {
          try project.catalog.participant(member.id).choosing(member.options)
        }
      participant.isAdded = member.isAdded
      participant.isAskedFor = member.isAskedFor
      return participant
    }
    return Plan(suite, participants, ledger: ledger, program: program)
  }
}

/// Measures what another process of this program has planned; a person has no use for it.
struct ForkCommand: ParsableCommand {
  static let name = "fork"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Measure the plan on standard input, as one of several processes.",
    shouldDisplay: false)

  func run() throws {
    let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
    let plan: ForkRequest
    // The parent wrote it, so large numbers are allowed: its time limits are in attoseconds.
    do { plan = try JSONDecoder().decode(ForkRequest.self, from: Data(bytes)) } catch {
      throw InputError.input(
        "standard input: not the plan of a fork: \(DecodingReason.of(error))")
    }
    try InputError.wrap { try plan.measure(in: context) }
  }
}
