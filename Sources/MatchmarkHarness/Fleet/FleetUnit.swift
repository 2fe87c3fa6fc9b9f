package import MatchmarkDatasets
import MatchmarkEngines
package import MatchmarkRecord
import MatchmarkSystem

/// A piece of work that any machine can do, as one line of a file.
///
/// It is data: its command is assembled here from a list of options, and no shell reads it.
package struct FleetUnit: Codable, Equatable {
  package struct Cases: Codable, Equatable {
    package let seed: UInt64
    package let first: Int
    package let count: Int
    package let rows: Int

    package init(seed: UInt64, first: Int, count: Int, rows: Int) {
      self.seed = seed
      self.first = first
      self.count = count
      self.rows = rows
    }

    fileprivate func requireRanges() throws(InputError) {
      try NumberRange.unitCount.require(count)
      try NumberRange.unitFirst.require(first)
      try NumberRange.unitRows.require(rows)
    }
  }

  /// A cell of a suite, with the identity of its corpus.
  package struct Cell: Codable, Equatable {
    package let suite: String
    package let name: String
    package let corpus: String

    package init(suite: String, name: String, corpus: String) {
      self.suite = suite
      self.name = name
      self.corpus = corpus
    }

    /// A suite has a name: a path would let a unit read any file of the machine, and another word
    /// would be an option.
    fileprivate func complaint(in project: ProjectFolder) -> String? {
      let known = SuiteFile.names(in: project)
      guard known.contains(suite) else {
        return "got the suite '\(suite)', expected one of \(known.joined(separator: ", "))"
      }
      guard corpus.wholeMatch(of: /[0-9a-f]{1,8}-[0-9]{1,16}/) != nil else {
        return "got the corpus '\(corpus)', expected the identity of a corpus"
      }
      return nil
    }
  }

  package let kind: FleetRecord.Kind
  /// The digest of the sources that write and run the units.
  package let sources: String
  /// The version of the contract that answers are checked against.
  package var contract = RunRecord.currentSpecificationVersion
  /// Options of the command, each with its value after `=`.
  package let arguments: [String]
  package var cases: Cases?
  package var cell: Cell?
  /// The time limit in seconds, which also stops a matcher that never answers.
  package let seconds: Int

  package init(kind: FleetRecord.Kind, sources: String, arguments: [String], seconds: Int) {
    self.kind = kind
    self.sources = sources
    self.arguments = arguments
    self.seconds = seconds
  }

  /// The first value that no unit has, in words; nil if there is none.
  ///
  /// - Parameter project: the folder with the suites that a unit may name.
  package func complaint(in project: ProjectFolder) -> String? {
    let known = kind.options
    if let word = arguments.first(where: { !known.contains($0.halves(at: "=")?.before ?? "") }) {
      return "got the option '\(word)', expected a value of \(known.joined(separator: ", "))"
    }
    guard (cases != nil) == (kind == .hunt), (cell == nil) == (kind == .hunt) else {
      return "expected cases for a hunt, and a cell for anything else"
    }
    do throws(InputError) {
      try NumberRange.unitSeconds.require(seconds)
      if let cases { try cases.requireRanges() }
    } catch { return error.description }
    return cell?.complaint(in: project)
  }

  /// - Throws: ``InputError/notComparable(_:)`` if the unit's sources or contract differ.
  package func refuseOthers(than sources: String, at place: String) throws(InputError) {
    let own = RunRecord.currentSpecificationVersion
    guard self.sources == sources, contract == own else {
      throw .notComparable(
        "\(place): got a unit of the sources \(self.sources) and contract \(contract), expected "
          + "those here, \(sources) and \(own); make the units again")
    }
  }

  /// The facts that all units of a file share.
  package var common: [String] {
    [kind.rawValue, sources, "\(contract)", cell?.suite ?? ""] + arguments
      + (cases.map { ["\($0.seed)", "\($0.rows)"] } ?? [])
  }

  package func command(leavingIn folder: String) -> [String] {
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

  package var subject: String {
    cases.map { "cases \($0.first) to \($0.first + $0.count - 1)" } ?? cell?.name ?? ""
  }
}

extension FleetUnit {
  /// A unit, its id (the hash of its line), and the location of that line.
  package typealias NumberedUnit = (unit: FleetUnit, id: String, number: Int, place: String)

  package static let lineSizeLimitInBytes = 1 << 16
  package static let lineTooLong =
    "got a line of more than \(lineSizeLimitInBytes) bytes, expected no more"

  package static func none(in file: String) -> InputError {
    .usage("nothing to do: '\(file)' has no unit")
  }

  /// Reads units line by line, so that only one unit is in memory; `-` is standard input, whose
  /// units are done as they arrive.
  ///
  /// - Throws: ``InputError/input(_:)`` with the line number, or what `body` throws.
  package static func forEach(
    in file: String, of project: ProjectFolder, _ body: (NumberedUnit) throws -> Void
  ) throws {
    var lines = try InputLines(file, limitInBytes: lineSizeLimitInBytes)
    var number = 0
    while let line = try lines.next() {
      number += 1
      let place = "\(file):\(number)"
      guard !lines.isAtEnd else {
        throw InputError.input("\(place): the file ends within a line, copy it again")
      }
      guard case .complete(let bytes) = line else {
        throw InputError.input("\(place): \(lineTooLong)")
      }
      let id = String(Vocabulary.hash(bytes), radix: 16)
      try body((try FleetUnit(bytes, at: place, of: project), id, number, place))
    }
  }

  /// - Throws: ``InputError/input(_:)`` for anything but the canonical line of a unit, because
  ///   another spelling would have another hash.
  private init(
    _ line: [UInt8], at place: String, of project: ProjectFolder
  ) throws(InputError) {
    self = try JSONText.decoded(line, or: "\(place): not a unit")
    let isCanonical = (try? JSONText.line(self)) == line
    let other =
      isCanonical ? nil : "got it in another form, expected the form that 'fleet plan' writes"
    if let complaint = other ?? complaint(in: project) {
      throw .input("\(place): not a unit: \(complaint)")
    }
  }
}

extension FleetUnit {
  /// The ids of the participants, all of which a unit names.
  package var matchers: [String] { values(of: "--matcher") }

  /// The seed for a cell: that of the unit, or else that of the suite.
  package func seed(
    of cell: Cell, in context: ProjectContext
  ) throws(InputError) -> UInt64 {
    if let text = values(of: "--seed").last, let seed = UInt64(text) { return seed }
    return try SuiteFile(named: cell.suite, in: context).suite.seed
  }

  private func values(of option: String) -> [String] {
    arguments.compactMap { $0.halves(at: "=") }.filter { $0.before == option }.map(\.after)
  }
}

extension FleetRecord.Kind {
  /// The options that a unit may have; none of them names a file.
  fileprivate var options: [String] {
    let own = ["--matcher", "--matcher-option", "--timeout", "--seed", "--rounds", "--max-time"]
    return self == .hunt ? Array(own.prefix(3)) : self == .verify ? Array(own.prefix(4)) : own
  }
}

extension FleetRecord {
  /// The record of a fleet before any result, by its first unit.
  init(_ unit: FleetUnit) {
    self.init(kind: unit.kind, sources: unit.sources, contract: unit.contract)
  }
}
