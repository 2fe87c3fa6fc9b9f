package import MatchmarkDatasets
package import MatchmarkRecord
import MatchmarkSystem

/// Adds up the results of units, in the order of their numbers.
///
/// For a hunt it holds sums and finds; for cells it holds the records.
package struct FleetTotal {
  package var record: FleetRecord
  /// The cells of equal machines, keyed by what these share; those of `verify` are kept together,
  /// because they have no times.
  package private(set) var runs: [String: RunRecord] = [:]
  /// The first unit; all others differ from it only in their range or cell.
  package let first: FleetUnit
  /// The index of each find in the record; nil for finds that the record leaves out.
  private var findPlaces: [String: Int?] = [:]

  package init(_ first: FleetUnit) {
    self.first = first
    record = FleetRecord(first)
  }

  /// - Parameter complaint: the problem of one of its files.
  /// - Throws: ``InputError/notComparable(_:)`` for a unit that cannot be added to the others.
  package mutating func add(
    _ planned: FleetUnit.NumberedUnit, _ results: [FleetResult], complaint: String?
  ) throws(InputError) {
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
    do throws(InputError) {
      let answers = try addCell(unit, results)
      let isSame = zip(parts, answers).allSatisfy { other, answer in
        other.code == part.code && other.hunt == part.hunt && answer == answers[0]
      }
      if !isSame { record.add(failure(.contradictory, "two runs of it have different results")) }
    } catch { record.add(failure(.failed, error.description)) }
  }

  private mutating func count(_ part: FleetPart) throws(InputError) {
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
  ) throws(InputError) -> [[String]] {
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
    _ entry: HuntRecord, _ range: FleetUnit.Cases, _ part: FleetPart
  ) throws(InputError) {
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
