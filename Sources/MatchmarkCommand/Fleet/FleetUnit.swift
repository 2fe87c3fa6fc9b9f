import ArgumentParser
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSystem

/// A piece of work that any machine can do, as one line of a file.
///
/// It is data: its command is assembled here from a list of options, and no shell reads it.
struct FleetUnit: Codable, Equatable {
  enum Kind: String, Codable, CaseIterable, ExpressibleByArgument {
    case hunt, verify, run

    /// The options that a unit may have; none of them names a file.
    fileprivate var options: [String] {
      let own = ["--matcher", "--matcher-option", "--timeout", "--seed", "--rounds", "--max-time"]
      return self == .hunt ? Array(own.prefix(3)) : self == .verify ? Array(own.prefix(4)) : own
    }
  }

  struct Cases: Codable, Equatable {
    let seed: UInt64
    let first: Int
    let count: Int
    let rows: Int

    fileprivate func requireRanges() throws(CommandError) {
      try NumberRange.unitCount.require(count)
      try NumberRange.unitFirst.require(first)
      try NumberRange.unitRows.require(rows)
    }
  }

  /// A cell of a suite, with the identity of its corpus.
  struct Cell: Codable, Equatable {
    let suite: String
    let name: String
    let corpus: String

    /// A suite has a name: a path would let a unit read any file of the machine, and another word
    /// would be an option.
    fileprivate var complaint: String? {
      let known = SuiteFile.names(in: .current)
      guard known.contains(suite) else {
        return "got the suite '\(suite)', expected one of \(known.joined(separator: ", "))"
      }
      guard corpus.wholeMatch(of: /[0-9a-f]{1,8}-[0-9]{1,16}/) != nil else {
        return "got the corpus '\(corpus)', expected the identity of a corpus"
      }
      return nil
    }
  }

  let kind: Kind
  /// The digest of the sources that write and run the units.
  let sources: String
  /// The version of the contract that answers are checked against.
  var contract = RunRecord.currentSpecificationVersion
  /// Options of the command, each with its value after `=`.
  let arguments: [String]
  var cases: Cases?
  var cell: Cell?
  /// The time limit in seconds, which also stops a matcher that never answers.
  let seconds: Int

  var complaint: String? {
    let known = kind.options
    if let word = arguments.first(where: { !known.contains($0.halves(at: "=")?.before ?? "") }) {
      return "got the option '\(word)', expected a value of \(known.joined(separator: ", "))"
    }
    guard (cases != nil) == (kind == .hunt), (cell == nil) == (kind == .hunt) else {
      return "expected cases for a hunt, and a cell for anything else"
    }
    do throws(CommandError) {
      try NumberRange.unitSeconds.require(seconds)
      if let cases { try cases.requireRanges() }
    } catch { return error.description }
    return cell?.complaint
  }

  /// - Throws: ``CommandError/notComparable(_:)`` if the unit's sources or contract differ.
  func refuseOthers(than sources: String, at place: String) throws(CommandError) {
    let own = RunRecord.currentSpecificationVersion
    guard self.sources == sources, contract == own else {
      throw .notComparable(
        "\(place): got a unit of the sources \(self.sources) and contract \(contract), expected "
          + "those here, \(sources) and \(own); make the units again")
    }
  }

  /// The facts that all units of a file share.
  var common: [String] {
    [kind.rawValue, sources, "\(contract)", cell?.suite ?? ""] + arguments
      + (cases.map { ["\($0.seed)", "\($0.rows)"] } ?? [])
  }

  func command(leavingIn folder: String) -> [String] {
    var own = [cell?.suite ?? "", "--filter=\(cell?.name ?? "")", "--output=\(folder)/reports"]
    if let cases {
      own = [
        "--seed=\(cases.seed)", "--first=\(cases.first)", "--cases=\(cases.count)",
        "--rows=\(cases.rows)", "--workers=1", "--regressions=\(folder)/finds",
        "--ledger=\(folder)/hunt.jsonl",
      ]
    }
    return [kind.rawValue, "--no-progress"] + own + arguments
  }

  var subject: String {
    cases.map { "cases \($0.first) to \($0.first + $0.count - 1)" } ?? cell?.name ?? ""
  }
}

extension FleetUnit {
  /// A unit, its id (the hash of its line), and the location of that line.
  typealias NumberedUnit = (unit: FleetUnit, id: String, number: Int, place: String)

  static let lineSizeLimitInBytes = 1 << 16
  static let lineTooLong = "got a line of more than \(lineSizeLimitInBytes) bytes, expected no more"

  static func none(in file: String) -> CommandError {
    .usage("nothing to do: '\(file)' has no unit")
  }

  /// Reads units line by line, so that only one unit is in memory; `-` is standard input, whose
  /// units are done as they arrive.
  ///
  /// - Throws: ``CommandError/input(_:)`` with the line number, or what `body` throws.
  static func forEach(in file: String, _ body: (NumberedUnit) throws -> Void) throws {
    var lines = try InputLines(file, limitInBytes: lineSizeLimitInBytes)
    var number = 0
    while let line = try lines.next() {
      number += 1
      let place = "\(file):\(number)"
      guard !lines.isAtEnd else {
        throw CommandError.input("\(place): the file ends within a line, copy it again")
      }
      guard case .complete(let bytes) = line else {
        throw CommandError.input("\(place): \(lineTooLong)")
      }
      let id = String(Vocabulary.hash(bytes), radix: 16)
      try body((try FleetUnit(bytes, at: place), id, number, place))
    }
  }

  /// - Throws: ``CommandError/input(_:)`` for anything but the canonical line of a unit, because
  ///   another spelling would have another hash.
  private init(_ line: [UInt8], at place: String) throws(CommandError) {
    self = try JSONText.decoded(line, or: "\(place): not a unit")
    let isCanonical = (try? JSONText.line(self)) == line
    let other =
      isCanonical ? nil : "got it in another form, expected the form that 'fleet plan' writes"
    if let complaint = other ?? complaint { throw .input("\(place): not a unit: \(complaint)") }
  }
}
