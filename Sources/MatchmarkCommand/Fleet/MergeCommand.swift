import ArgumentParser
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the results of units, and write the reports.",
    discussion: """
      If a unit has no result, the verdict is incomplete (exit code 5), which is never a pass. If \
      a matcher answered nothing in any unit of a hunt, the exit code is 6. \
      Units that ran twice must agree. Finds of a hunt with the same matcher, clauses and smallest \
      case count as one, and are reproduced. Times of two machines are never pooled: each kind of \
      machine has its own record, in which equal machines count as replicates. The reports are \
      fleet.json, junit.xml, report.html and report.md; the records of cells are in subfolders.

      Examples:
        matchmark fleet merge parts -o reports/fleet
        matchmark fleet merge parts-1 parts-2 parts-3 -o reports/fleet
      """)

  @Argument(help: "Folders of results, all of the same units.")
  var parts: [String]

  @Option(name: .output, help: "The folder of the reports.")
  var output: String

  @OptionGroup var colour: ColourOptions
  @OptionGroup var junit: JUnitOptions
  @OptionGroup var result: JSONOptions

  func run() throws {
    let reports = try ReportsFolder(
      output, for: ReportsFolder.fleet, replacing: context.replacement)
    var total = try total()
    total.record.mergedAt = ContextFacts.now(in: context).startedAt
    for path in parts.map({ "\($0)/events.json" }) where (try? FileKind(at: path)) != .nothing {
      let lead = "\(path): not a worker's events"
      let bytes = try InputFile.entries.readFile(path)
      let events: [String: Int] = try JSONText.decoded(bytes, or: lead)
      for (name, count) in events {
        do throws(InputError) {
          try NumberRange.total.require(count)
          let sum = try NumberRange.total.sum(total.record.events[name] ?? 0, count)
          total.record.events[name] = sum
        } catch { throw InputError.input("\(lead): \(error.description)") }
      }
    }
    let cells = try records(total)
    total.record.conclude(cells.map(\.record.verdict))
    try ReportsLayout.refuseLink("\(output)/finds")
    try keepFinds(&total.record)
    for (folder, cell) in cells {
      let rendering = RecordRendering(cell, program: context.shown, dialect: junit.junitDialect)
      _ = try reports.folder(folder).write(rendering)
    }
    let made = FleetReports(
      total.record, cells: cells, hostname: ContextFacts.host().name,
      program: context.shown)
    let document = made.document
    try reports.write(
      total.record, as: "fleet.json", made.junit, document, dialect: junit.junitDialect)
    for line in TerminalRenderer(document, style: colour.style).lines() {
      print(StyledText(rendered: line))
    }
    try result.show(total.record)
    try total.record.verdict.end()
  }

  private func total() throws -> FleetTotal {
    let folders = parts.map {
      PartsFolder(path: $0, of: context.folder, replacing: context.replacement)
    }
    let units = folders[0].units
    for folder in folders { try folder.requireUnits(units) }
    let sources = try SourceDigest.of(context.folder)
    var total: FleetTotal?
    try FleetUnit.forEach(in: units, of: context.folder) { planned in
      try planned.unit.refuseOthers(than: sources, at: planned.place)
      var (found, complaint): ([FleetResult], String?) = ([], nil)
      for folder in folders {
        do throws(InputError) {
          // A copy of a result does not count as a second result.
          guard let result = try folder.result(of: planned.unit, planned.id, in: context.project),
            !found.contains(where: { $0.part == result.part })
          else { continue }
          found.append(result)
        } catch { complaint = error.description }
      }
      var sum = total.take() ?? FleetTotal(planned.unit)
      try sum.add(planned, found, complaint: complaint)
      total = sum
    }
    guard let total else { throw FleetUnit.none(in: units) }
    return total
  }

  /// One record per set of equal machines, or a single one if nothing was timed, each with the name
  /// of its folder.
  private func records(_ total: FleetTotal) throws -> [(name: String, record: RunRecord)] {
    let isTimed = total.first.kind == .run
    // Answers for some of the cells give no verdict on the suite.
    guard let suite = total.first.cell?.suite, isTimed || total.record.done == total.record.units
    else { return [] }
    var plan = try MeasuredPlanOptions.parse([suite] + total.first.arguments).plan()[0]
    plan.suite.effort.measures = isTimed
    return total.runs.sorted { $0.key < $1.key }.enumerated().map { index, run in
      var facts = run.value.context
      facts.commandLine = context.invocation.commandLine
      let record = plan.record(isTimed ? .run : .verify, of: run.value.cells, in: facts)
      return (isTimed ? "machine-\(index + 1)" : suite, record)
    }
  }

  private func keepFinds(_ record: inout FleetRecord) throws(InputError) {
    for index in record.failures.indices {
      let failure = record.failures[index]
      guard let find = failure.find, let content = failure.content else { continue }
      // A name from elsewhere is not used as a path.
      let file = "finds/find-\(index + 1).json"
      try InputError.wrap("cannot store the find: ") {
        try Folder.create("\(output)/finds")
        try AtomicFile.write(
          Array(content.utf8), to: "\(output)/\(file)", replacing: context.replacement)
      }
      // The parts that all participants share are checked even if no participant is named.
      let isNamed = record.hunt?.matchers.contains(find.matcher) == true
      let options =
        (isNamed ? ["--matcher=\(find.matcher)"] : [])
        + find.options.map { "--matcher-option=\($0)" }
      // A path that begins with a hyphen would be an option.
      let words = ["verify"] + options + [try AbsolutePath.of("\(output)/\(file)")]
      let again = try context.invocation.run(words, for: .seconds(60)).ending
      record.failures[index].file = file
      record.failures[index].isReproduced =
        again == .exited(status: ExitStatus.wrongAnswers.rawValue)
    }
  }
}
