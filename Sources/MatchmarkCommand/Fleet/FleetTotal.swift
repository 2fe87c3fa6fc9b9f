import MatchmarkCore
import MatchmarkMeasurement

/// Adds up the results of units, in the order of the plan.
///
/// Of a hunt it holds sums and finds; of cells it holds the records.
struct FleetTotal {
  private(set) var record: FleetRecord
  /// The records of cells by machine; those of `verify` stand under one, for they have no times.
  private(set) var cells: [FleetMachine: [RunRecord]] = [:]
  /// The unit that all others are like, but for their range or cell.
  let first: FleetUnit
  private var findPlaces: [String: Int] = [:]
  private var answering: Set<String> = []

  init(_ first: FleetUnit) {
    self.first = first
    record = FleetRecord(first)
  }

  /// Adds a unit and all its results.
  ///
  /// - Parameter complaint: what is wrong with a file of it.
  /// - Throws: ``CommandError/notComparable(_:)`` for a unit that cannot be added to the others.
  mutating func add(
    _ unit: FleetUnit, _ id: String, _ parts: [FleetPart], complaint: String?
  ) throws(CommandError) {
    guard unit.isLike(first) else {
      throw .notComparable("unit \(id) differs from the first in more than its range or cell")
    }
    record.units += 1
    guard let part = parts.first else {
      return record.note(.missing, unit, id, complaint ?? "it has no result")
    }
    record.done += 1
    record.repeated += parts.count - 1
    for part in parts { try count(part) }
    switch part.outcome {
    case .crashed: record.note(.crashed, unit, id, part.complaint ?? "")
    case .overdue: record.note(.failed, unit, id, "it took longer than \(unit.seconds) s")
    case .done: break
    }
    if let hunt = part.hunt, let cases = unit.cases { add(hunt, cases) }
    do {
      let records = try parts.map { part throws(CommandError) in try part.decodedRecord() }
      try add(unit, zip(parts, records).compactMap { part, record in record.map { (part, $0) } })
      let answers = records.map { $0?.cells.map(CellAnswers.init) }
      let isSame = zip(parts, answers).allSatisfy { other, answer in
        other.outcome == part.outcome && other.hunt == part.hunt && answer == answers[0]
      }
      if !isSame { record.note(.contradictory, unit, id, "two runs of it came to two results") }
    } catch { record.note(.failed, unit, id, error.description) }
  }

  /// Counts who did a unit.
  private mutating func count(_ part: FleetPart) throws(CommandError) {
    let machine = part.machine
    let place = record.shares.firstIndex { $0.machine == machine } ?? record.shares.count
    if place == record.shares.count { record.shares.append(FleetRecord.Share(machine: machine)) }
    record.shares[place].units += 1
    record.shares[place].seconds += part.seconds
    let known = record.binaries[machine.platform] ?? part.binary
    guard known == part.binary else {
      throw .notComparable(
        "unit \(part.unit): got the program \(part.binary) on \(machine.name), expected \(known), "
          + "with which other units for \(machine.platform) were done; copy one program to all")
    }
    record.binaries[machine.platform] = known
  }

  /// Adds the records of a cell: of a run that of each machine, for times are never pooled; else
  /// one, for answers are the same everywhere.
  private mutating func add(
    _ unit: FleetUnit, _ records: [(part: FleetPart, record: RunRecord)]
  ) throws(CommandError) {
    guard let cell = unit.cell else { return }
    var machines: Set<FleetMachine> = []
    for (part, record) in records {
      let found = record.cells.map { "\($0.id) of \($0.corpus.identity)" }
      guard found == ["\(cell.name) of \(cell.corpus)"] else {
        throw .input(
          "got \(found.joined(separator: ", ")), expected \(cell.name) of \(cell.corpus)")
      }
      let machine = unit.kind == .run ? part.machine : cells.keys.first ?? part.machine
      guard machines.insert(machine).inserted else { continue }
      cells[machine, default: []].append(record)
    }
  }

  private mutating func add(_ result: HuntResult, _ range: FleetUnit.Cases) {
    var hunt = record.hunt ?? FleetRecord.Hunt()
    let entry = result.entry
    hunt.cases += entry.cases
    hunt.unexamined += range.count - entry.cases
    hunt.answers += entry.answers
    answering.formUnion(result.answering)
    hunt.matchers = entry.matchers
    hunt.idle = entry.matchers.filter { !answering.contains($0) }
    // A unit that did not get to every matcher knows fewer forms.
    if entry.forms > hunt.forms {
      (hunt.forms, hunt.missing) = (entry.forms, entry.missing)
    } else if entry.forms == hunt.forms {
      hunt.missing.removeAll { !entry.missing.contains($0) }
    }
    record.hunt = hunt
    guard let find = result.find else { return }
    // Units come in the order of their cases, so the first is the lowest.
    if let place = findPlaces[find.key] {
      record.finds[place].count += 1
      return
    }
    findPlaces[find.key] = record.finds.count
    record.finds.append(FleetRecord.Find(find: find))
  }
}

/// What of a cell is the same whenever and wherever it is asked.
private struct CellAnswers: Equatable {
  private let workload: String
  private let matchCounts: [Int?]
  private let matchers: [String]

  init(_ cell: CellRecord) {
    workload = cell.workloadIdentity
    matchCounts = cell.keystrokes.map(\.matchCount)
    matchers = cell.matchers.map { matcher in
      let answers = matcher.answers.map { "\($0.checkedCount) \($0.wrongCount)" } ?? ""
      return "\(matcher.id) \(matcher.status) \(matcher.declinedCount) \(answers)"
    }
  }
}

extension FleetPart {
  /// The record of its cell; nil where it has none.
  fileprivate func decodedRecord() throws(CommandError) -> RunRecord? {
    do { return try record.map { try RunRecord(decoding: Array($0.utf8)) } } catch {
      throw .input("\(error)")
    }
  }
}
