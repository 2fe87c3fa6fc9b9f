import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkJSON
import MatchmarkRecord

/// Converts values to JSON and back; equal values give equal bytes.
enum JSONText {
  /// Indented lines with their line feeds: for people, too.
  static func page(_ value: some Encodable) throws -> [UInt8] {
    try line(value, .prettyPrinted) + [0x0A]
  }

  /// Prints a result on one line of standard output, for programs.
  static func show(_ value: some Encodable) throws {
    Swift.print(String(decoding: try line(value), as: UTF8.self))
  }

  static func line(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return Array(try encoder.encode(value))
  }

  /// Decodes JSON that someone else may have written.
  ///
  /// - Parameter lead: the start of the error: where the JSON stands, and what it is not.
  static func decoded<Value: Decodable>(
    _ bytes: some Sequence<UInt8>, or lead: String
  ) throws(CommandError) -> Value {
    let tree: JSONValue
    do throws(JSONError) { tree = try JSONValue(text: Array(bytes)) } catch {
      throw .input("\(lead): \(error.message), at byte \(error.offset)")
    }
    if let offence = RecordNumbers.offence(in: tree) { throw .input("\(lead): \(offence)") }
    do { return try tree.decoded(as: Value.self) } catch {
      throw .input("\(lead): \(DecodingReason.of(error))")
    }
  }
}

struct JSONOptions: ParsableArguments {
  @Flag(help: "Print the result as one JSON object.")
  var json = false

  /// Prints a result if it was asked for as JSON.
  ///
  /// In that case, everything that ``print(_:)`` would show a person is left out.
  func show(_ result: @autoclosure () throws -> some Encodable) throws {
    if json { try JSONText.show(try result()) }
  }
}

/// The end of a command, as the last line of standard output.
struct VerdictLine: Encodable {
  let command: String
  let exitCode: Int32
  /// In words; nil for a code that no command uses.
  let verdict: String?

  static let option = "--json-verdict"

  /// - Parameter verdict: the verdict of the command; nil if it ended in another way.
  static func show(_ status: Int32, _ verdict: Verdict?, of invocation: Invocation) {
    guard invocation.has(option) else { return }
    let command = CommandNames.words(of: invocation.arguments)
    let word = verdict?.rawValue ?? ExitStatus(rawValue: status)?.word
    try? JSONText.show(VerdictLine(command: command, exitCode: status, verdict: word))
  }
}
