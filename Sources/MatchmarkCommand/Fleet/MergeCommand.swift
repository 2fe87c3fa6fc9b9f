import ArgumentParser
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Merges the results of a plan's units.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the results of a plan's units, and write the reports.",
    discussion: """
      If a unit has no result, the verdict is incomplete (exit code 5), which is never a pass. \
      Units that ran twice must agree. Finds of a hunt with the same matcher, clauses and smallest \
      case count as one, and are reproduced. Times of two machines are never pooled: each kind of \
      machine has its own record, in which equal machines count as replicates. The reports are \
      fleet.json, junit.xml, report.html and report.md; the records of cells are in subfolders.

      Examples:
        matchmark merge parts -o reports/fleet
        matchmark merge parts-1 parts-2 parts-3 -o reports/fleet
      """)

  @Argument(help: "Folders of results, all from the same plan.")
  var parts: [String]

  @Option(name: [.customShort("o"), .customLong("output")], help: "The folder of the reports.")
  var output: String

  @OptionGroup var colour: ColourOptions
  @OptionGroup var junit: JUnitOptions
  @OptionGroup var result: JSONOptions

  func run() throws {
    let reports = try ReportsFolder(output)
    var total = try total()
    total.record.mergedAt = ContextFacts.current().startedAt
    for path in parts.map({ "\($0)/events.json" }) where (try? FileKind(at: path)) != .nothing {
      let bytes = try InputFile.entries.read(path)
      let events: [String: Int] = try JSONText.decoded(bytes, or: "\(path): not a worker's events")
      total.record.events.merge(events, uniquingKeysWith: &+)
    }
    let cells = try records(total)
    total.record.conclude(cells.map(\.record.verdict))
    try keepFinds(&total.record)
    for (folder, cell) in cells {
      _ = try ReportsFolder("\(output)/\(folder)").write(cell, dialect: junit.junitDialect)
    }
    let made = FleetReports(record: total.record, cells: cells)
    let document = made.document
    try reports.write(
      total.record, as: "fleet.json", made.junit, document, dialect: junit.junitDialect)
    for line in TerminalRenderer(document, style: colour.style).lines() { print(line) }
    try result.show(total.record)
    try ExitStatus(total.record.verdict).end()
  }

  private func total() throws -> FleetTotal {
    let folders = parts.map(PartsFolder.init)
    let plan = folders[0].plan
    for folder in folders { try folder.requirePlan(plan) }
    let sources = try SourceDigest.current()
    var total: FleetTotal?
    try FleetUnit.forEach(in: plan) { planned in
      try planned.unit.refuseOthers(than: sources, at: planned.place)
      var (found, complaint): ([FleetPart], String?) = ([], nil)
      for folder in folders {
        do throws(CommandError) {
          // A copy of a result does not count as a second result.
          if let part = try folder.part(planned.id), !found.contains(part) { found.append(part) }
        } catch { complaint = error.description }
      }
      var sum = total.take() ?? FleetTotal(planned.unit)
      try sum.add(planned, found, complaint: complaint)
      total = sum
    }
    guard let total else { throw CommandError.usage("nothing to do: '\(plan)' has no unit") }
    return total
  }

  /// One record per set of equal machines, or a single one if nothing was timed, each with the name
  /// of its folder.
  private func records(_ total: FleetTotal) throws -> [(name: String, record: RunRecord)] {
    let isTimed = total.first.kind == .run
    // Answers for some of the cells give no verdict on the suite.
    guard let suite = total.first.cell?.suite, isTimed || total.record.done == total.record.units
    else { return [] }
    var plan = try PlanOptions.parse([suite] + total.first.arguments).plan()[0]
    plan.suite.effort.measures = isTimed
    return total.runs.sorted { $0.key < $1.key }.enumerated().map { index, run in
      var context = run.value.context
      context.commandLine = ["matchmark"] + Invocation.current.arguments
      let record = plan.record(isTimed ? .run : .verify, of: run.value.cells, in: context)
      return (isTimed ? "machine-\(index + 1)" : suite, record)
    }
  }

  /// Stores the finds and reproduces each of them.
  private func keepFinds(_ record: inout FleetRecord) throws(CommandError) {
    for index in record.faults.indices {
      let fault = record.faults[index]
      guard let find = fault.find, let content = fault.content else { continue }
      // A name from elsewhere is not used as a path.
      let file = "finds/find-\(index + 1).json"
      try CommandError.wrap("cannot store the find: ") {
        try Folder.create("\(output)/finds")
        try AtomicFile.write(Array(content.utf8), to: "\(output)/\(file)")
      }
      let options = ["--matcher=\(find.matcher)"] + find.options.map { "--matcher-option=\($0)" }
      let words = ["reproduce"] + options + ["--", "\(output)/\(file)"]
      let again = try Invocation.current.run(words, for: .seconds(60)).ending
      record.faults[index].file = file
      record.faults[index].isReproduced = again == .exited(status: ExitStatus.wrongAnswers.rawValue)
    }
  }
}
