import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Run units, or a share of them.",
    discussion: """
      Each unit runs in a separate process, so if a matcher crashes, the crash is the result of \
      the unit. A result is written whole or not at all, and units that have one are skipped, so \
      the command can be stopped and started again. A unit of 'run' waits until no other unit is \
      measuring on this machine. The exit code says whether each unit has a result; 'fleet \
      merge' says whether the results are good. Units of other sources are refused with exit code 6.

      Examples:
        matchmark fleet work units.jsonl -o parts
        matchmark fleet work units.jsonl --shard 3/8 -o parts
        head -n 1 units.jsonl | matchmark fleet work - -o -
      """)

  @Argument(help: "The units; '-' reads it from standard input.")
  var units: String

  @Option(help: "Run only the K-th of N shares of the units: K/N.", transform: NumberRange.shard)
  var shard = (number: 1, count: 1)

  @Option(name: .output, help: "The folder of the results; '-' prints them, one per line.")
  var output: String

  mutating func validate() throws {
    guard !output.isEmpty, units != "-" || output == "-" else {
      throw ValidationError(
        "got -o '\(output)', expected a folder, or '-' with units from standard input")
    }
  }

  func run() throws {
    let parts =
      output == "-"
      ? nil
      : PartsFolder(
        path: output, of: context.folder, replacing: context.replacement)
    if units != "-" { try InputFile.requireFile(units) }
    let (worker, sources) = (
      try FleetWorker(program: context.invocation.program), try SourceDigest.of(context.folder)
    )
    try parts?.adopt(units, sources)
    var (all, done, lost) = (0, 0, 0)
    var isEmpty = true
    try FleetUnit.forEach(in: units, of: context.folder) { unit, id, number, place in
      isEmpty = false
      guard (number - shard.number) % shard.count == 0 else { return }
      try unit.refuseOthers(than: sources, at: place)
      all += 1
      try parts?.refuseLink(in: id)
      // A truncated result is produced again.
      guard (try? parts?.result(of: unit, id, in: context.project)) == nil else { return }
      let line: [UInt8]
      do {
        line = try JSONText.line(try FleetPart(id, doing: unit, by: worker, in: context)) + [0x0A]
      } catch {
        lost += 1
        return StandardError.write("unit \(id) (\(unit.subject)) has no result: \(error)")
      }
      if let parts { try parts.write(line, of: id) } else { try StandardOutput.write(line) }
      done += 1
    }
    if isEmpty { throw FleetUnit.none(in: units) }
    if parts != nil {
      let earlier = all - done - lost
      let before = earlier > 0 ? ", \(earlier) done before" : ""
      print("\(done) units done\(before)\(lost > 0 ? ", \(lost) without a result" : "")")
    }
    if lost > 0 { try ExitStatus.couldNotRun.end() }
  }
}

extension FleetPart {
  /// Does a unit, as a child process of this program.
  ///
  /// - Throws: an error if the command could not run, so that there is no result.
  fileprivate init(
    _ id: String, doing unit: FleetUnit, by worker: FleetWorker, in context: ProgramContext
  ) throws {
    self.init(unit: id, worker: worker)
    let scratch = try ScratchFolder()
    let claim = unit.kind == .run ? try Self.claimMachine(before: unit.seconds) : nil
    // Keeps the folder and the claim on the machine until their last use.
    defer { withExtendedLifetime(scratch) { withExtendedLifetime(claim) {} } }
    let start = MonotonicClock.now()
    let (ending, errors) = try context.invocation.run(
      unit.command(leavingIn: scratch.path), for: .seconds(unit.seconds))
    seconds = Double(MonotonicClock.now() - start) / 1e9
    complaint = String(errors.suffix(4_000))
    switch ending {
    case nil: return
    case .killed(let signal) where ending?.isCrash == true: code = 128 + Int(signal)
    case .exited(let status):
      code = Int(status)
      do { try take(from: scratch.path, unit.kind) } catch {
        throw InputError.input(
          "the command ended with \(status)\(complaint.map { ": \($0)" } ?? "")")
      }
    case .some(let ending): throw InputError.input("the command \(ending)")
    }
    _ = try FleetResult(self, of: unit, in: context.project)
  }

  private mutating func take(from folder: String, _ kind: FleetRecord.Kind) throws(InputError) {
    if kind == .hunt {
      hunt = try JSONText.decoded(InputFile.entries.read("\(folder)/hunt.jsonl"), or: "not a hunt")
      if let file = hunt?.find?.file {
        find = String(decoding: try InputFile.cases.read("\(folder)/finds/\(file)"), as: UTF8.self)
      }
    } else {
      record = String(
        decoding: try InputFile.record.read("\(folder)/reports/record.json"), as: UTF8.self)
    }
    complaint = nil
  }

  /// The folder that is claimed: the first of some names that belongs to this user.
  ///
  /// Anyone may create a folder in the temporary folder, and lock any folder that they can open.
  private static func measuringFolder() throws(FileError) -> String {
    let base = "\(ScratchFolder.parent)/matchmark-measuring-\(NSUserName())"
    for number in 1...100 {
      let path = number == 1 ? base : "\(base)-\(number)"
      if try FileKind(at: path) == .nothing, !FileKind.isLink(at: path) {
        try Folder.create(path)
      }
      guard ProcessFacts.ownsFolder(path) else { continue }
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      return path
    }
    throw FileError(.createFolder, path: base, code: EACCES)
  }

  /// Waits for the right to measure on this machine, which only one unit has at a time.
  private static func claimMachine(before seconds: Int) throws -> FolderClaim {
    do {
      return try FolderClaim(
        try measuringFolder(), waitingUntil: Deadline(after: .seconds(seconds)))
    } catch {
      guard error.operation == .claim else { throw error }
      throw InputError.input("another unit measured on this machine for \(seconds) s")
    }
  }
}

extension FleetWorker {
  /// This machine, with the bytes of a program.
  fileprivate init(program: String) throws {
    self.init(
      host: ContextFacts.host(), platform: MachineFacts.platform,
      binary: Checksum.identity(of: try FileReader.read(program)))
  }
}
