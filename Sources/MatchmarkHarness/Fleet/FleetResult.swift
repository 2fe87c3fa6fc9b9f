import MatchmarkConformance
package import MatchmarkDatasets
package import MatchmarkRecord
import MatchmarkSystem

/// The result of a unit: a file that is either complete or absent.
package struct FleetPart: Codable, Equatable {
  package let unit: String
  package let worker: FleetWorker
  /// The exit code of the command; 128 plus the signal's number if it crashed, nil if it timed
  /// out.
  package var code: Int?
  package var seconds = 0.0
  /// The last lines on standard error, if the command left no result.
  package var complaint: String?
  /// The hunted unit, and the file of cases of its find.
  package var hunt: HuntRecord?
  package var find: String?
  package var record: String?

  package init(unit: String, worker: FleetWorker) { (self.unit, self.worker) = (unit, worker) }
}

/// A part that can be the result of its unit, with its record.
///
/// A part may come from anywhere. So its fields are compared with the unit and with each other,
/// before anything is added up; a part that contradicts its unit enters no total.
package struct FleetResult {
  package let part: FleetPart
  /// The record of a cell; nil for a hunt, and after a crash or a timeout.
  package let record: RunRecord?

  /// - Throws: ``InputError/input(_:)`` with the first field that contradicts the unit.
  package init(
    _ part: FleetPart, of unit: FleetUnit, in project: ProjectContext
  ) throws(InputError) {
    self.part = part
    try NumberRange.partSeconds.require(part.seconds)
    guard let code = part.code, !part.isCrash else {
      record = nil
      try [
        Field("hunt", is: part.hunt != nil, expected: false),
        Field("find", is: part.find != nil, expected: false),
        Field("record", is: part.record != nil, expected: false),
      ].requireEqual()
      return
    }
    let isHunt = unit.cases != nil
    try [
      Field("hunt", is: part.hunt != nil, expected: isHunt),
      Field("record", is: part.record != nil, expected: !isHunt),
    ].requireEqual()
    do {
      record = try part.record.map { try RunRecord(decoding: Array($0.utf8)) }
    } catch { throw .input("\(error)") }
    if let hunt = part.hunt, let cases = unit.cases {
      try Self.require(hunt, of: unit, cases)
      try [
        Field("code", "\(code)", "\(hunt.status.rawValue)"),
        Field("find", is: part.find != nil, expected: hunt.find?.file != nil),
      ].requireEqual()
    }
    if let record, let cell = unit.cell {
      try Self.require(record, of: unit, cell, in: project)
      try [
        Field("code", "\(code)", "\(ExitStatus(record.verdict).rawValue)"),
        Field("find", is: part.find != nil, expected: false),
      ].requireEqual()
    }
  }

  private static func require(
    _ hunt: HuntRecord, of unit: FleetUnit, _ cases: FleetUnit.Cases
  ) throws(InputError) {
    if let complaint = hunt.complaint { throw .input(complaint) }
    try [
      Field("sources", hunt.sources, unit.sources),
      Field("seed", "\(hunt.seed)", "\(cases.seed)"),
      Field("first", "\(hunt.first)", "\(cases.first)"),
      Field("rows", "\(hunt.rows)", "\(cases.rows)"),
      Field("matchers", sorted: hunt.matchers, unit.matchers),
      // A unit names all of them.
      Field("participants asked for", sorted: hunt.askedFor ?? [], unit.matchers),
    ].requireEqual()
    var count = cases.count
    if let find = hunt.find {
      let numbers = cases.first..<cases.first + cases.count
      guard numbers.contains(find.number) else {
        throw .input("got a find in case \(find.number), expected one in \(numbers)")
      }
      let known = unit.matchers + Matching().subjects.map(\.id)
      guard known.contains(find.matcher),
        find.options.allSatisfy({ $0.hasPrefix("\(find.matcher).") })
      else { throw .input("got a find of '\(find.matcher)', expected one of the unit's matchers") }
      // A find ends the only thread of a unit.
      count = find.number - cases.first + 1
    }
    try [Field("cases", "\(hunt.cases)", "\(count)")].requireEqual()
  }

  private static func require(
    _ record: RunRecord, of unit: FleetUnit, _ cell: FleetUnit.Cell, in project: ProjectContext
  ) throws(InputError) {
    var judged = record
    judged.conclude()
    let cells = record.cells.map { "\($0.id) of \($0.corpus.identity)" }
    try [
      Field("kind", record.kind?.rawValue ?? "", unit.kind.rawValue),
      Field("contract", "\(record.specificationVersion)", "\(unit.contract)"),
      Field("suite", record.suite.name, cell.suite),
      Field("seed", "\(record.suite.seed)", "\(try unit.seed(of: cell, in: project))"),
      Field("cell", cells.joined(separator: ", "), "\(cell.name) of \(cell.corpus)"),
      Field("matchers", sorted: record.cells.flatMap(\.matchers).map(\.id), unit.matchers),
      Field("verdict", record.verdict.rawValue, judged.verdict.rawValue),
    ].requireEqual()
  }
}

/// The actual and the expected value of a field of a part.
private struct Field {
  let name: String
  let got: String
  let expected: String

  init(_ name: String, _ got: String, _ expected: String) {
    (self.name, self.got, self.expected) = (name, got, expected)
  }

  init(_ name: String, is got: Bool, expected: Bool) {
    self.init(name, got ? "one" : "none", expected ? "one" : "none")
  }

  init(_ name: String, sorted got: [String], _ expected: [String]) {
    self.init(
      name, got.sorted().joined(separator: ", "), expected.sorted().joined(separator: ", "))
  }
}

extension [Field] {
  fileprivate func requireEqual() throws(InputError) {
    guard let field = first(where: { $0.got != $0.expected }) else { return }
    throw .input("got \(field.name) '\(field.got)', expected '\(field.expected)'")
  }
}

extension FleetPart {
  /// True if the command crashed.
  package var isCrash: Bool {
    guard let code, (129...192).contains(code) else { return false }
    return ChildEnding.killed(signal: Int32(code - 128)).isCrash
  }
}

extension PartsFolder {
  /// The result of a unit; nil if there is none.
  ///
  /// - Throws: ``InputError/input(_:)`` for a file that is not a result, such as a truncated one,
  ///   or that contradicts its unit.
  package func result(
    of unit: FleetUnit, _ id: String, in project: ProjectContext
  ) throws(InputError) -> FleetResult? {
    let file = file(id)
    guard (try? FileKind(at: file)) != .nothing else { return nil }
    let bytes = try InputFile.record.readFile(file)
    let part: FleetPart = try JSONText.decoded(bytes, or: "\(file): not a result")
    guard part.unit == id else {
      throw .input(
        "\(file): got the result of unit \(part.unit), expected the result of unit \(id)")
    }
    do throws(InputError) { return try FleetResult(part, of: unit, in: project) } catch {
      throw .input("\(file): not a result of its unit: \(error.description)")
    }
  }
}
