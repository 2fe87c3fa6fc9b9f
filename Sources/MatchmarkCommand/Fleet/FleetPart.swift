import Foundation
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSystem

/// The result of a unit: a file that is either complete or absent.
struct FleetPart: Codable, Equatable {
  /// The id of the unit.
  let unit: String
  let worker: FleetWorker
  /// The exit code of the command; 128 plus the signal's number if it crashed, nil if it timed
  /// out.
  var code: Int?
  var seconds = 0.0
  /// The last words on standard error, if the command left no result.
  var complaint: String?
  /// What was hunted, and the file of cases of its find.
  var hunt: HuntLedger.Entry?
  var find: String?
  /// The record of a cell, as JSON.
  var record: String?
}

/// A program on a machine; times of two machines are never combined.
struct FleetWorker: Codable, Equatable {
  let host: HostRecord
  /// The system and the processor architecture that a program is built for.
  let platform: String
  /// The digest of the program.
  let binary: String

  /// This worker.
  static func current() throws -> FleetWorker {
    FleetWorker(
      host: ContextFacts.host(), platform: MachineFacts.platform,
      binary: Checksum.identity(of: try FileReader.read(Invocation.current.program)))
  }

  /// Everything but the name: if it is equal, results of a cell are replicates.
  var machine: String {
    let governor = host.frequencyGovernor ?? MachineFacts.unknown
    return "\(platform), \(host.hostClass), \(host.kernel), \(governor)"
  }
}

/// A folder with all or some results of a plan.
struct PartsFolder {
  let path: String

  /// The plan that the parts belong to.
  var plan: String { "\(path)/plan.jsonl" }

  /// The path of a unit's result; subfolders, because a folder of a million files would be slow.
  private func file(_ id: String) -> String { "\(path)/\(id.prefix(2))/\(id).json" }

  /// The result of a unit; nil if there is none.
  ///
  /// - Throws: ``CommandError/input(_:)`` for a file that is not a result, such as a truncated one.
  func part(_ id: String) throws(CommandError) -> FleetPart? {
    let file = file(id)
    guard (try? FileKind(at: file)) != .nothing else { return nil }
    let bytes = try InputFile.record.read(file)
    let part: FleetPart = try JSONText.decoded(bytes, or: "\(file): not a result")
    if part.unit == id { return part }
    throw .input("\(file): got the result of unit \(part.unit), expected the result of unit \(id)")
  }

  /// Writes a result, which appears as a whole or not at all.
  func write(_ line: [UInt8], of id: String) throws(CommandError) {
    try CommandError.wrap("cannot write a result: ") {
      try Folder.create(Folder.containing(file(id)))
      try AtomicFile.write(line, to: file(id))
    }
  }

  /// Copies the plan to the folder, unless it is already there.
  ///
  /// - Throws: as ``requirePlan(_:)``.
  func adopt(_ other: String) throws(CommandError) {
    let copy = "\(plan).\(ProcessInfo.processInfo.processIdentifier)"
    try CommandError.wrap("cannot write the plan: ") {
      try Folder.create(path)
      if try FileKind(at: plan) == .nothing {
        try FileManager.default.copyItem(atPath: other, toPath: copy)
        // All or nothing; another worker may have been faster, with the same plan.
        try? FileManager.default.moveItem(atPath: copy, toPath: plan)
        try? FileManager.default.removeItem(atPath: copy)
      }
    }
    try requirePlan(other)
  }

  /// - Throws: ``CommandError/notComparable(_:)`` if the folder has the parts of another plan.
  func requirePlan(_ other: String) throws(CommandError) {
    guard !FileManager.default.contentsEqual(atPath: plan, andPath: other) else { return }
    throw .notComparable(
      "got '\(path)' without a plan, or with another one than '\(other)', expected one plan")
  }
}
