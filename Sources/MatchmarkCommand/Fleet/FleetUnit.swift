import Foundation
import MatchmarkCore

/// A piece of work that any machine can do: a line of a plan.
///
/// It is data: its command is put together here, from a list of options, and no shell reads it.
struct FleetUnit: Codable, Equatable {
  /// The command that does the work.
  enum Kind: String, Codable {
    case hunt, verify, run
  }

  /// A range of the cases of a hunt.
  struct Cases: Codable, Equatable {
    let seed: UInt64
    let first: Int
    let count: Int
    let rows: Int
  }

  /// A cell of a suite.
  struct Cell: Codable, Equatable {
    let suite: String
    let name: String
    /// The identity of its corpus.
    let corpus: String
  }

  let kind: Kind
  /// The digest of the sources that plan and do the work.
  let sources: String
  /// The version of the contract that answers are held to.
  let contract: Int
  /// Options of the command and their values, in turn.
  let arguments: [String]
  let cases: Cases?
  let cell: Cell?
  /// The time limit in seconds, which also ends a matcher that never answers.
  let seconds: Int

  /// The canonical line, without its end.
  var line: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }
}

extension FleetUnit {
  /// Reads a line of a plan.
  ///
  /// - Throws: ``CommandError/input(_:)`` for anything but the canonical line of a unit.
  init(_ line: [UInt8], at place: String) throws(CommandError) {
    if let offence = JSONBounds.offence(in: line) {
      throw .input("\(place): not a unit: \(offence.message)")
    }
    do { self = try JSONDecoder().decode(FleetUnit.self, from: Data(line)) } catch {
      throw .input("\(place): not a unit: \(DecodingReason.of(error))")
    }
    // Another spelling of the same unit would have another hash.
    guard (try? self.line) == line else {
      throw .input("\(place): not a unit: got another form of it, expected the one of 'plan'")
    }
    if let complaint { throw .input("\(place): not a unit: \(complaint)") }
  }

  /// The options that a unit may have; none of them names a file.
  private static let options: [Kind: Set<String>] = [
    .hunt: ["--matcher", "--matcher-option", "--timeout"],
    .verify: ["--matcher", "--matcher-option", "--timeout", "--seed"],
    .run: ["--matcher", "--matcher-option", "--timeout", "--seed", "--rounds", "--max-time"],
  ]

  /// What is wrong with it; nil where nothing is.
  private var complaint: String? {
    let names = stride(from: 0, to: arguments.count, by: 2).map { arguments[$0] }
    let permitted = Self.options[kind] ?? []
    if let name = names.first(where: { !permitted.contains($0) }) {
      return
        "got the option '\(name)', expected one of \(permitted.sorted().joined(separator: ", "))"
    }
    let values = arguments.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    if arguments.count % 2 == 1 { return "got an option without a value, expected pairs" }
    if let value = values.first(where: { $0.hasPrefix("-") }) {
      return "got the value '\(value)', expected none that begins like an option"
    }
    guard (cases != nil) == (kind == .hunt), (cell == nil) == (kind == .hunt) else {
      return "expected cases for a hunt, and a cell for anything else"
    }
    if let cases, cases.count < 1 || cases.first < 0 || cases.first > HuntCommand.firstLimit {
      return "got \(cases.count) cases from \(cases.first), expected some from 0 on"
    }
    // A suite is named: a path would let a plan read any file of the machine.
    if let cell, !cell.suite.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    {
      return "got the suite '\(cell.suite)', expected the name of one"
    }
    return seconds > 0 ? nil : "got \(seconds) seconds, expected some"
  }

  /// The command that does the work.
  ///
  /// - Parameter folder: where it leaves its results.
  func command(leavingIn folder: String) -> [String] {
    if let cases {
      return [
        "hunt", "--seed=\(cases.seed)", "--first=\(cases.first)", "--cases=\(cases.count)",
        "--rows=\(cases.rows)", "--workers=1", "--no-progress", "--regressions=\(folder)/finds",
        "--unit-result=\(folder)/hunt.json",
      ] + arguments
    }
    guard let cell else { return [] }
    return [
      kind.rawValue, "\(cell.suite)", "--filter=\(cell.name)", "--output=\(folder)/reports",
      "--no-progress",
    ] + arguments
  }

  /// Whether only its range or its cell differs from another one.
  func isLike(_ other: FleetUnit) -> Bool {
    kind == other.kind && sources == other.sources && contract == other.contract
      && arguments == other.arguments && cell?.suite == other.cell?.suite
      && cases?.seed == other.cases?.seed && cases?.rows == other.cases?.rows
  }

  /// What it is about, in a few words.
  var subject: String {
    if let cases { return "cases \(cases.first) to \(cases.first + cases.count - 1)" }
    return cell?.name ?? ""
  }
}
