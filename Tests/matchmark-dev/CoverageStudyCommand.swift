import ArgumentParser
import Foundation
import MatchmarkMeasurement
import MatchmarkSystem

extension CoverageTrial.Figure: ExpressibleByArgument {}

/// Counts how often intervals contain the value over all sessions.
struct CoverageStudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Draw runs from many typing sessions, and count the intervals that are right.",
    discussion: """
      For each corpus family, about two thousand sessions are typed into two matchers, and timed \
      as in a run. From these, runs with as many sessions as a suite has are drawn. Results that \
      are already in the file are not measured again. This takes ten minutes.

      Examples:
        scripts/dev coverage
        scripts/dev page coverage > Sources/MatchmarkCore/MatchmarkCore.docc/Coverage.md
      """)

  @Option(help: "Only this family. Repeat for several.")
  var family: [String] = []

  @Option(
    help: "Only this figure: ratio, p50, p99, p50-quotient, p99-quotient. Repeat for several.")
  var figure: [CoverageTrial.Figure] = []

  @Option(help: "How many runs to draw for each figure.")
  var draws = 600

  @Option(help: "How many sessions to type of each of the eleven kinds.")
  var sessions = 182

  @Option(help: "The file that results are added to.")
  var study = CoverageTrial.ledger

  func validate() throws {
    let names = CoverageFamily.all.map(\.name)
    if let name = family.first(where: { !names.contains($0) }) {
      throw ValidationError(
        "got family '\(name)', expected one of \(names.joined(separator: ", "))")
    }
    guard (2...100_000).contains(draws), (50...10_000).contains(sessions) else {
      throw ValidationError("got \(draws) draws of \(sessions) sessions, expected 2 and 50 or more")
    }
  }

  func run() throws {
    for family in CoverageFamily.all where self.family.isEmpty || self.family.contains(family.name)
    {
      let known = try CoverageTrial.all(in: study).filter {
        $0.isCurrent && $0.family == family.name
      }
      let missing = family.designs.flatMap { design in
        design.figures.map { (design, $0) }.filter { design, figure in
          (self.figure.isEmpty || self.figure.contains(figure))
            && !known.contains { $0.sessions == design.name && $0.figure == figure }
        }
      }
      guard !missing.isEmpty else { continue }
      let pool = try CoveragePool(family, sessionsOfEachKind: sessions)
      for (design, figure) in missing {
        var runs = CoverageStudy(pool, design)
        let trial = runs.filled(
          CoverageTrial(
            figure, of: family.name, design.name, drawCount: draws, on: machine))
        try trial.add(to: study)
        FileHandle.standardError.write(Data((CoverageText.line(trial) + "\n").utf8))
      }
    }
  }

  private var machine: (day: String, hostClass: String) {
    (
      String(Date().formatted(.iso8601).prefix(10)),
      "\(MachineFacts.processorModel), \(MachineFacts.coreCount) cores"
    )
  }
}

extension CoverageDesign {
  /// Tables show ratios of any sessions; targets are of the suite `frontier`.
  var figures: [CoverageTrial.Figure] {
    [Self.frontier.name, Self.frontierTitles.name].contains(name)
      ? CoverageTrial.Figure.allCases : [.ratio]
  }
}
