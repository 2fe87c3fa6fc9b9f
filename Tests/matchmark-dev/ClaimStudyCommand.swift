import ArgumentParser
import Foundation
import MatchmarkRecord
import MatchmarkSystem
import MatchmarkTestSupport

/// One timed run with an engine, and whether its claims were found to be false.
package struct ClaimTrial: StudyTrial {
  package let engine: String
  package let isHonest: Bool
  /// The run's objection to its claims; nil if there is none.
  package let accusation: String?
  package let seed: UInt64
  /// The processors that other programs used during the run.
  package let foreignCores: Double?

  static let ledger = WorkingCopy.path("reports/claims/trials.jsonl")
}

/// Runs honest and dishonest engines again and again, and counts which of them are accused.
struct ClaimStudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claim-study",
    abstract: "Time honest and dishonest engines, and count which of them are accused.",
    discussion: """
      A run has 3 sessions over 1 000 titles and measures for 0.3 seconds; each has another seed. \
      The honest engines are a linear scan, an index that narrows, and one in Python. Each \
      dishonest engine has a run of its own. The results are added to those in the file.

      Examples:
        scripts/dev claim-study --runs 100
        scripts/dev claim-study --runs 20 --lies
      """)

  @Option(help: "The number of runs.")
  var runs = 10

  @Flag(help: "Run the dishonest engines instead of the honest ones.")
  var lies = false

  @Option(help: "The file of the results.")
  var study = ClaimTrial.ledger

  private static let liars: [EngineFault] = [
    .claimsThird, .claimsNineTenths, .honestWhenRepeated, .worksBeforeWindow, .tinyIndex,
  ]

  func run() throws {
    let folder = try TemporaryFolder()
    let own = try Program.matchmark.path
    let honest = [
      ("scan", [own, "engine", "serve", "--matcher", "linear-scan"]),
      ("index", [own, "engine", "serve", "--matcher", "inverted-index"]),
      ("python", ["python3", WorkingCopy.path("Benchmarks/Engines/template-python/engine.py")]),
    ]
    let faulty = try Program.faultyEngine.path
    let groups = lies ? Self.liars.map { [($0.rawValue, [faulty, $0.rawValue])] } : [honest]
    let start = UInt64(try ClaimTrial.all(in: study).map(\.seed).max() ?? 0)
    for seed in start + 1...start + UInt64(runs) {
      for group in groups {
        for trial in try trials(of: group, seed: seed, in: folder) { try trial.add(to: study) }
      }
      print("run \(seed) of \(start + UInt64(runs))")
    }
    try summarise()
  }

  private func trials(
    of engines: [(id: String, command: [String])], seed: UInt64,
    in folder: borrowing TemporaryFolder
  ) throws -> [ClaimTrial] {
    try EngineFixture.write(engines, to: folder)
    let child = try Child.start(
      path: try Program.matchmark.path,
      arguments: [
        "run", "--corpus", "titles-1000", "--sessions", "3", "--max-time", "0.3", "--seed",
        "\(seed)", "--engine-file", "engines.yaml", "-e", "linear-scan", "--no-progress", "--json",
        "-o", "out",
      ] + engines.flatMap { ["-e", $0.id] }, folder: folder.path
    )
    let outcome = try child.finish()
    let record = try RunRecord(decoding: Array(outcome.output.utf8))
    return record.cells.flatMap(\.matchers).filter { $0.engine != nil }.map { matcher in
      ClaimTrial(
        engine: matcher.id, isHonest: !lies,
        accusation: matcher.engine?.refutedTimes ?? matcher.build?.refutedIndexSize, seed: seed,
        foreignCores: record.context.host.foreignCores)
    }
  }

  private func summarise() throws {
    let trials = try ClaimTrial.all(in: study)
    for (engine, trials) in Dictionary(grouping: trials, by: \.engine).sorted(by: {
      $0.key < $1.key
    }) {
      let accused = trials.count { $0.accusation != nil }
      print("\(engine): accused in \(accused) of \(trials.count) runs")
    }
  }
}
