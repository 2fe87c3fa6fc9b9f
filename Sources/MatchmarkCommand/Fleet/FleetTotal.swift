import MatchmarkMeasurement

/// Adds up the results of units, in the order of the plan.
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

  /// Adds a unit and all its results.
  ///
  /// - Parameter complaint: what is wrong with one of its files.
  /// - Throws: ``CommandError/notComparable(_:)`` for a unit that cannot be added to the others.
  mutating func add(
    _ planned: FleetUnit.Planned, _ parts: [FleetPart], complaint: String?
  ) throws(CommandError) {
    let (unit, id) = (planned.unit, planned.id)
    guard unit.common == first.common else {
      throw .notComparable("unit \(id) differs from the first in more than its range or cell")
    }
    func fault(_ kind: FleetRecord.Fault.Kind, _ text: String) -> FleetRecord.Fault {
      FleetRecord.Fault(kind: kind, unit: id, subject: unit.subject, text: text)
    }
    record.units += 1
    record.done += parts.isEmpty ? 0 : 1
    record.repeated += max(0, parts.count - 1)
    for part in parts { try count(part) }
    guard let part = parts.first else {
      return record.add(fault(.missing, complaint ?? "it has no result"))
    }
    if part.code == nil { record.add(fault(.failed, "it took longer than \(unit.seconds) s")) }
    if (part.code ?? 0) > 128 { record.add(fault(.crashed, part.complaint ?? "")) }
    if let hunt = part.hunt, let cases = unit.cases { add(hunt, cases, part) }
    do throws(CommandError) {
      let answers = try addCell(unit, parts)
      let isSame = zip(parts, answers).allSatisfy { other, answer in
        other.code == part.code && other.hunt == part.hunt && answer == answers[0]
      }
      if !isSame { record.add(fault(.contradictory, "two runs of it have different results")) }
    } catch { record.add(fault(.failed, error.description)) }
  }

  /// Counts the worker that did a unit.
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
  /// several processes; times of different machines are never combined. Otherwise there is a single
  /// record, because answers are the same everywhere.
  ///
  /// - Returns: what each result says about the answers.
  private mutating func addCell(
    _ unit: FleetUnit, _ parts: [FleetPart]
  ) throws(CommandError) -> [[String]] {
    var groups: [String: [RunRecord]] = [:]
    do {
      let records = try parts.map { try $0.record.map { try RunRecord(decoding: Array($0.utf8)) } }
      for (part, record) in zip(parts, records) {
        guard let record, let cell = unit.cell else { continue }
        let found = record.cells.map { "\($0.id) of \($0.corpus.identity)" }.joined(separator: ", ")
        let expected = "\(cell.name) of \(cell.corpus)"
        guard found == expected else {
          throw CommandError.input("got \(found), expected \(expected)")
        }
        groups[unit.kind == .run ? part.worker.machine : "", default: []].append(record)
      }
      for (machine, records) in groups {
        let whole = unit.kind == .run ? try RunRecord(forks: records) : records[0]
        runs[machine]?.cells += whole.cells
        runs[machine]?.context.add(whole.context)
        runs[machine] = runs[machine] ?? whole
      }
      return records.map { $0?.cells.flatMap(\.lastingFacts) ?? [] }
    } catch { throw .input("\(error)") }
  }

  private mutating func add(
    _ entry: HuntLedger.Entry, _ range: FleetUnit.Cases, _ part: FleetPart
  ) {
    record.unexamined += range.count - entry.cases
    record.hunt = record.hunt?.adding(entry) ?? entry
    record.hunt?.find = nil
    guard let find = entry.find else { return }
    // One fault: the same matcher, options, clauses and smallest case, however it was found.
    let lines = (part.find ?? find.text).split(separator: "\n").filter {
      !$0.contains("\"about\":")
    }
    let key = ([find.matcher] + find.options + lines.map(String.init)).joined(separator: "\n")
    // Units come in the order of their cases, so the first find has the lowest case.
    if let known = findPlaces[key] {
      if let known { record.faults[known].count += 1 }
      return
    }
    let place = record.faults.count
    var fault = FleetRecord.Fault(
      kind: entry.wrong > 0 ? .find : .failed, unit: part.unit, subject: find.matcher,
      text: find.text)
    (fault.find, fault.content) = (find, part.find)
    record.add(fault)
    findPlaces[key] = .some(record.faults.count > place ? place : nil)
  }
}
