import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Adds up what the units of a plan came to.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add up the results of a plan's units, and write the reports.",
    discussion: """
      A unit without a result makes the whole incomplete, which is exit code 5 and never a pass. \
      Units that ran twice must agree. Finds of a hunt are put together where matcher, clauses and \
      smallest case are the same, and asked again. Times of two machines are never pooled: each \
      machine has a record of its own. The reports are fleet.json, junit.xml, report.html and \
      report.md; cells have a record in a folder below.

      Examples:
        matchmark merge parts -o reports/fleet
        matchmark merge parts-1 parts-2 parts-3 -o reports/fleet
      """)

  @Argument(help: "Folders of results; all must be of one plan.")
  var parts: [String]

  @Option(name: [.customShort("o"), .customLong("output")], help: "The folder of the reports.")
  var output: String

  @OptionGroup var colour: ColourOptions
  @OptionGroup var junit: JUnitOptions
  @OptionGroup var result: JSONOptions

  func run() throws {
    let reports = try ReportsFolder(output)
    let total = try total()
    var record = total.record
    record.mergedAt = ContextFacts.current().startedAt
    try note(&record)
    let cells = try records(total, isWhole: record.done == record.units)
    record.conclude(cells.map(\.record.verdict))
    try keepFinds(&record)
    for (folder, cell) in cells {
      _ = try ReportsFolder("\(output)/\(folder)").write(cell, dialect: junit.junitDialect)
    }
    let document = Document(record)
    try write(record, cells.map(\.record), document, to: reports)
    for line in TerminalRenderer(document, style: colour.style).lines() { print(line) }
    try result.show(record)
    try ExitStatus(record.verdict).end()
  }

  private func total() throws(CommandError) -> FleetTotal {
    let folders = parts.map(PartsFolder.init)
    for folder in folders {
      guard try folder.holdsPlan(folders[0].plan) else {
        throw .input(
          "'\(folder.path)' has no plan.jsonl, expected a folder that 'work' has written")
      }
    }
    let sources = try SourceDigest.current()
    var plan = try PlanFile(folders[0].plan)
    var total: FleetTotal?
    while let (id, unit) = try plan.next() {
      guard unit.sources == sources else {
        throw .notComparable(
          "got a plan of the sources \(unit.sources), expected those here, \(sources)")
      }
      var (found, complaint): ([FleetPart], String?) = ([], nil)
      for folder in folders {
        do throws(CommandError) {
          if let part = try folder.part(id) { found.append(part) }
        } catch { complaint = error.description }
      }
      var sum = total ?? FleetTotal(unit)
      total = nil
      try sum.add(unit, id, found, complaint: complaint)
      total = sum
    }
    guard let total else { throw .usage("nothing to do: '\(folders[0].plan)' has no unit") }
    return total
  }

  /// Notes retries and losses, which the driver left as lines of JSON.
  private func note(_ record: inout FleetRecord) throws(CommandError) {
    for folder in parts {
      let path = "\(folder)/events.jsonl"
      guard (try? FileKind(at: path)) != .nothing else { continue }
      for line in try InputFile.entries.read(path).split(separator: UInt8(ascii: "\n")) {
        // A driver that was killed may have left half a line.
        guard let event = try? JSONDecoder().decode(FleetRecord.Event.self, from: Data(line))
        else { continue }
        record.events["\(event.event) \(event.worker)", default: 0] += 1
      }
    }
  }

  // MARK: Cells

  /// A record for each machine, or one for all where nothing was timed, with its folder.
  ///
  /// - Parameter isWhole: answers of a part of the cells are no verdict on the suite.
  private func records(
    _ total: FleetTotal, isWhole: Bool
  ) throws -> [(folder: String, record: RunRecord)] {
    let kind = total.first.kind
    guard let suite = total.first.cell?.suite, kind == .run || isWhole else { return [] }
    var plan = try PlanOptions.parse([suite] + total.first.arguments).plan()[0]
    plan.suite.effort.measures = kind == .run
    let machines = total.cells.sorted {
      ($0.key.name, $0.key.kernel) < ($1.key.name, $1.key.kernel)
    }
    return machines.enumerated().map { index, entry in
      let records = entry.value
      var context = records[0].context
      context.durationInSeconds = records.reduce(0) { $0 + $1.context.durationInSeconds }
      context.commandLine = ["matchmark"] + Invocation.current.arguments
      let kindOfRecord: RunRecord.Kind = kind == .run ? .run : .verify
      let record = plan.record(kindOfRecord, of: records.flatMap(\.cells), in: context)
      return (kind == .run ? "machine-\(index + 1)" : suite, record)
    }
  }

  // MARK: Finds

  /// More files than this help no one; the record has all finds.
  private static let keptLimit = 200

  /// Stores the finds, and asks each of them again.
  private func keepFinds(_ record: inout FleetRecord) throws(CommandError) {
    for index in record.finds.indices.prefix(Self.keptLimit) {
      let find = record.finds[index].find
      guard let content = find.content else { continue }
      // A name from elsewhere is no path.
      let file = "finds/find-\(index + 1).json"
      do {
        try Folder.create("\(output)/finds")
        try AtomicFile.write(Array(content.utf8), to: "\(output)/\(file)")
      } catch { throw .input("cannot store the find: \(error.description)") }
      record.finds[index].file = file
      let words =
        ["reproduce", "--matcher=\(find.matcher)"] + find.options.map { "--matcher-option=\($0)" }
      let ending = try FleetWorker.run(words + ["--", "\(output)/\(file)"], for: .seconds(60)).0
      record.finds[index].isReproduced =
        ending == .exited(status: ExitStatus.wrongAnswers.rawValue)
    }
  }

  private func write(
    _ record: FleetRecord, _ cells: [RunRecord], _ document: Document, to reports: ReportsFolder
  ) throws(CommandError) {
    try reports.write { batch in
      try AtomicFile.write(
        try ConformanceFiles.encode(record) + [0x0A], to: "\(output)/fleet.json", in: batch)
      try JUnitWriter.write(
        JUnitReport(record, cells), to: try reports.junitPath(junit.junitDialect),
        dialect: junit.junitDialect, in: batch)
      try AtomicFile.write(
        try HTMLRenderer(document).render(), to: "\(output)/report.html", in: batch)
      try AtomicFile.write(
        Array(MarkdownRenderer(document).render().utf8), to: "\(output)/report.md", in: batch)
    }
  }
}
