import Foundation
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSystem

/// What came of a unit: a file that is there whole or not at all.
struct FleetPart: Codable {
  enum Outcome: String, Codable {
    /// The command left its result.
    case done
    /// A matcher crashed the process.
    case crashed
    /// The time of the unit was over.
    case overdue
  }

  /// The id of the unit.
  let unit: String
  let outcome: Outcome
  /// The exit code of the command; 128 and the signal's number where a signal ended it.
  let code: Int
  let machine: FleetMachine
  /// The digest of the program.
  let binary: String
  let seconds: Double
  /// The last that was said on standard error, where the unit is not done.
  var complaint: String?
  var hunt: HuntResult?
  /// The record of a cell, as JSON.
  var record: String?
}

/// Where a unit was done.
///
/// Times of two machines are never put together.
struct FleetMachine: Codable, Hashable {
  let name: String
  /// The system and the kind of processor, which a binary is for.
  let platform: String
  let processor: String
  let kernel: String
  let cores: Int

  static func current() -> FleetMachine {
    let facts = MachineFacts.current()
    return FleetMachine(
      name: facts.hostName, platform: platform, processor: facts.processorModel,
      kernel: facts.kernelRelease, cores: facts.coreCount)
  }

  private static var platform: String {
    #if os(Linux)
      let system = "linux"
    #elseif os(macOS)
      let system = "macos"
    #else
      let system = "other"
    #endif
    #if arch(x86_64)
      return "\(system)-x86_64"
    #elseif arch(arm64)
      return "\(system)-arm64"
    #else
      return "\(system)-other"
    #endif
  }
}

/// A folder with the results of a plan, or a part of them.
struct PartsFolder {
  let path: String

  /// The plan that the parts belong to.
  var plan: String { "\(path)/plan.jsonl" }

  /// Where a unit's result lies; a folder of a million files would be slow.
  func file(_ id: String) -> String { "\(path)/\(id.prefix(2))/\(id).json" }

  /// The result of a unit; nil where there is none.
  ///
  /// - Throws: ``CommandError/input(_:)`` for a file that is not one, such as one that was cut off.
  func part(_ id: String) throws(CommandError) -> FleetPart? {
    let file = file(id)
    guard (try? FileKind(at: file)) != .nothing else { return nil }
    return try Self.part(try InputFile.record.read(file), of: id, at: file)
  }

  static func part(
    _ bytes: [UInt8], of id: String, at place: String
  ) throws(CommandError) -> FleetPart {
    if let offence = JSONBounds.offence(in: bytes) {
      throw .input("\(place): not a result: \(offence.message)")
    }
    let part: FleetPart
    do { part = try JSONDecoder().decode(FleetPart.self, from: Data(bytes)) } catch {
      throw .input("\(place): not a result: \(DecodingReason.of(error))")
    }
    guard part.unit == id else {
      throw .input("\(place): got the result of unit \(part.unit), expected that of \(id)")
    }
    return part
  }

  /// Writes a result; it appears whole.
  func write(_ line: [UInt8], of id: String) throws(CommandError) {
    do {
      try Folder.create(Folder.containing(file(id)))
      try AtomicFile.write(line, to: file(id))
    } catch { throw .input("cannot write a result: \(error.description)") }
  }

  /// Copies the plan to the folder, where it is not there yet.
  ///
  /// - Throws: ``CommandError/notComparable(_:)`` where the folder has the parts of another plan.
  func adopt(_ path: String) throws(CommandError) {
    guard try !holdsPlan(path) else { return }
    let copy = "\(plan).\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try Folder.create(self.path)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      // Whole or not at all; another worker may have been faster, with the same plan.
      try? FileManager.default.moveItem(atPath: copy, toPath: plan)
      try? FileManager.default.removeItem(atPath: copy)
    } catch { throw .input("cannot write the plan: \(error)") }
    guard try holdsPlan(path) else { throw .input("cannot write the plan to '\(plan)'") }
  }

  /// Whether the folder has this plan; false where it has none.
  func holdsPlan(_ other: String) throws(CommandError) -> Bool {
    guard (try? FileKind(at: plan)) != .nothing else { return false }
    guard FileManager.default.contentsEqual(atPath: plan, andPath: other) else {
      throw .notComparable(
        "'\(path)' has the parts of another plan than '\(other)', expected a folder of its own")
    }
    return true
  }
}
