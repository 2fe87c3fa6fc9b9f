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
    let reports = try ReportsFolder(output, for: ReportsFolder.fleet)
    var total = try total()
    total.record.mergedAt = ContextFacts.current().startedAt
    for path in parts.map({ "\($0)/events.json" }) where (try? FileKind(at: path)) != .nothing {
      let lead = "\(path): not a worker's events"
      let bytes = try InputFile.entries.readFile(path)
      let events: [String: Int] = try JSONText.decoded(bytes, or: lead)
      for (name, count) in events {
        do throws(CommandError) {
          try NumberRange.total.require(count)
          let sum = try NumberRange.total.sum(total.record.events[name] ?? 0, count)
          total.record.events[name] = sum
        } catch { throw CommandError.input("\(lead): \(error.description)") }
      }
    }
    let cells = try records(total)
    total.record.conclude(cells.map(\.record.verdict))
    try ReportsLayout.refuseLink("\(output)/finds")
    try keepFinds(&total.record)
    for (folder, cell) in cells {
      let rendering = RecordRendering(cell, dialect: junit.junitDialect)
      _ = try reports.folder(folder).write(rendering)
    }
    let made = FleetReports(record: total.record, cells: cells)
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
    let folders = parts.map { PartsFolder(path: $0, of: .current) }
    let units = folders[0].units
    for folder in folders { try folder.requireUnits(units) }
    let sources = try SourceDigest.current()
    var total: FleetTotal?
    try FleetUnit.forEach(in: units, of: .current) { planned in
      try planned.unit.refuseOthers(than: sources, at: planned.place)
      var (found, complaint): ([FleetResult], String?) = ([], nil)
      for folder in folders {
        do throws(CommandError) {
          // A copy of a result does not count as a second result.
          guard let result = try folder.result(of: planned.unit, planned.id),
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
      var context = run.value.context
      context.commandLine = ["matchmark"] + Invocation.current.arguments
      let record = plan.record(isTimed ? .run : .verify, of: run.value.cells, in: context)
      return (isTimed ? "machine-\(index + 1)" : suite, record)
    }
  }

  private func keepFinds(_ record: inout FleetRecord) throws(CommandError) {
    for index in record.failures.indices {
      let failure = record.failures[index]
      guard let find = failure.find, let content = failure.content else { continue }
      // A name from elsewhere is not used as a path.
      let file = "finds/find-\(index + 1).json"
      try CommandError.wrap("cannot store the find: ") {
        try Folder.create("\(output)/finds")
        try AtomicFile.write(Array(content.utf8), to: "\(output)/\(file)")
      }
      // The parts that all participants share are checked even if no participant is named.
      let isNamed = record.hunt?.matchers.contains(find.matcher) == true
      let options =
        (isNamed ? ["--matcher=\(find.matcher)"] : [])
        + find.options.map { "--matcher-option=\($0)" }
      // A path that begins with a hyphen would be an option.
      let words = ["verify"] + options + [try AbsolutePath.of("\(output)/\(file)")]
      let again = try Invocation.current.run(words, for: .seconds(60)).ending
      record.failures[index].file = file
      record.failures[index].isReproduced =
        again == .exited(status: ExitStatus.wrongAnswers.rawValue)
    }
  }
}

/// Adds up the results of units, in the order of their numbers.
///
/// For a hunt it holds sums and finds; for cells it holds the records.
struct FleetTotal {
  var record: FleetRecord
  /// The cells of equal machines, keyed by what these share; those of `verify` are kept together,
  /// because they have no times.
  private(set) var runs: [String: RunRecord] = [:]
  /// The first unit; all others differ from it only in their range or cell.
  let first: FleetUnit
  /// The index of each find in the record; nil for finds that the record leaves out.
  private var findPlaces: [String: Int?] = [:]

  init(_ first: FleetUnit) {
    self.first = first
    record = FleetRecord(first)
  }

  /// - Parameter complaint: the problem of one of its files.
  /// - Throws: ``CommandError/notComparable(_:)`` for a unit that cannot be added to the others.
  mutating func add(
    _ planned: FleetUnit.NumberedUnit, _ results: [FleetResult], complaint: String?
  ) throws(CommandError) {
    let (unit, id, parts) = (planned.unit, planned.id, results.map(\.part))
    guard unit.common == first.common else {
      throw .notComparable("unit \(id) differs from the first in more than its range or cell")
    }
    func failure(_ kind: FleetRecord.Failure.Kind, _ text: String) -> FleetRecord.Failure {
      FleetRecord.Failure(kind: kind, unit: id, subject: unit.subject, text: text)
    }
    record.units += 1
    record.done += parts.isEmpty ? 0 : 1
    record.repeated += max(0, parts.count - 1)
    for part in parts { try count(part) }
    guard let part = parts.first else {
      return record.add(failure(.missing, complaint ?? "it has no result"))
    }
    if part.code == nil { record.add(failure(.failed, "it took longer than \(unit.seconds) s")) }
    if part.isCrash { record.add(failure(.crashed, part.complaint ?? "")) }
    if let hunt = part.hunt, let cases = unit.cases { try add(hunt, cases, part) }
    do throws(CommandError) {
      let answers = try addCell(unit, results)
      let isSame = zip(parts, answers).allSatisfy { other, answer in
        other.code == part.code && other.hunt == part.hunt && answer == answers[0]
      }
      if !isSame { record.add(failure(.contradictory, "two runs of it have different results")) }
    } catch { record.add(failure(.failed, error.description)) }
  }

  private mutating func count(_ part: FleetPart) throws(CommandError) {
    let worker = part.worker
    let place = record.shares.firstIndex { $0.worker == worker } ?? record.shares.count
    if place == record.shares.count { record.shares.append(.init(worker: worker)) }
    record.shares[place].units += 1
    record.shares[place].seconds += part.seconds
    let known = record.shares.first { $0.worker.platform == worker.platform }?.worker.binary
    guard known == worker.binary else {
      throw .notComparable(
        "unit \(part.unit): got the program \(worker.binary) on \(worker.host.name), expected the "
          + "\(known ?? "") of other units for \(worker.platform); copy one program to all")
    }
  }

  /// Adds the records of a cell.
  ///
  /// A run has one record for all equal machines, with their samples side by side like those of
  /// several processes; times of different machines are never combined. Anything else has a single
  /// record, because answers are the same everywhere.
  ///
  /// - Returns: the verdict of each result about the answers.
  private mutating func addCell(
    _ unit: FleetUnit, _ results: [FleetResult]
  ) throws(CommandError) -> [[String]] {
    var groups: [String: [RunRecord]] = [:]
    do {
      for result in results {
        guard let record = result.record else { continue }
        groups[unit.kind == .run ? result.part.worker.machine : "", default: []].append(record)
      }
      for (machine, records) in groups {
        let whole = unit.kind == .run ? try RunRecord(forks: records) : records[0]
        runs[machine]?.cells += whole.cells
        runs[machine]?.context.add(whole.context)
        runs[machine] = runs[machine] ?? whole
      }
      return results.map { $0.record?.cells.flatMap(\.lastingFacts) ?? [] }
    } catch { throw .input("\(error)") }
  }

  private mutating func add(
    _ entry: HuntLedger.Entry, _ range: FleetUnit.Cases, _ part: FleetPart
  ) throws(CommandError) {
    record.unexamined = try NumberRange.total.sum(record.unexamined, range.count - entry.cases)
    record.hunt = try record.hunt?.adding(entry) ?? entry
    record.hunt?.find = nil
    guard let find = entry.find else { return }
    // One failure: the same matcher, options, clauses and smallest case, however it was found.
    let lines = (part.find ?? find.text).split(separator: "\n").filter {
      !$0.contains("\"about\":")
    }
    let key = ([find.matcher] + find.options + lines.map(String.init)).joined(separator: "\n")
    // Units come in the order of their cases, so the first find has the lowest case.
    if let known = findPlaces[key] {
      if let known { record.failures[known].count += 1 }
      return
    }
    let place = record.failures.count
    var failure = FleetRecord.Failure(
      kind: entry.wrong > 0 ? .find : .failed, unit: part.unit, subject: find.matcher,
      text: find.text)
    (failure.find, failure.content) = (find, part.find)
    record.add(failure)
    findPlaces[key] = .some(record.failures.count > place ? place : nil)
  }
}
