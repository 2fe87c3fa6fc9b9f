import ArgumentParser
import Foundation
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Runs the units of a plan, or every N-th one.
struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Run the units of a plan, or a share of them.",
    discussion: """
      Each unit runs in a separate process, so if a matcher crashes, the crash is the result of \
      the unit. A result is written whole or not at all, and units that have one are skipped, so \
      the command can be stopped and started again. A unit of 'run' waits until no other unit is \
      measuring on this machine. The exit code says whether each unit has a result; 'merge' says \
      whether the results are good. Units of other sources are refused with exit code 6.

      Examples:
        matchmark work plan.jsonl -o parts
        matchmark work plan.jsonl --shard 3/8 -o parts
        head -n 1 plan.jsonl | matchmark work - -o -
      """)

  @Argument(help: "The plan; '-' reads it from standard input.")
  var plan: String

  @Option(help: "Run only the K-th of N shares of the units: K/N.", transform: NumberRange.shard)
  var shard = (number: 1, count: 1)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "The folder of the results; '-' prints them, one per line.")
  var output: String

  mutating func validate() throws {
    guard !output.isEmpty, plan != "-" || output == "-" else {
      throw ValidationError(
        "got -o '\(output)', expected a folder, or '-' with a plan from standard input")
    }
  }

  func run() throws {
    let parts = output == "-" ? nil : PartsFolder(path: output)
    try parts?.adopt(plan)
    let (worker, sources) = (try FleetWorker.current(), try SourceDigest.current())
    var (all, done, lost) = (0, 0, 0)
    try FleetUnit.forEach(in: plan) { unit, id, number, place in
      guard (number - shard.number) % shard.count == 0 else { return }
      try unit.refuseOthers(than: sources, at: place)
      all += 1
      // A truncated result is produced again.
      guard (try? parts?.part(id)) == nil else { return }
      let line: [UInt8]
      do { line = try JSONText.line(try FleetPart(id, doing: unit, by: worker)) + [0x0A] } catch {
        lost += 1
        return StandardError.write("unit \(id) (\(unit.subject)) has no result: \(error)")
      }
      if let parts { try parts.write(line, of: id) } else { try StandardOutput.write(line) }
      done += 1
    }
    if parts != nil {
      let earlier = all - done - lost
      let before = earlier > 0 ? ", \(earlier) done before" : ""
      print("\(done) units done\(before)\(lost > 0 ? ", \(lost) without a result" : "")")
    }
    if lost > 0 { throw ExitCode(ExitStatus.couldNotRun.rawValue) }
  }
}

extension FleetPart {
  /// Does a unit, as a child process of this program.
  ///
  /// - Throws: an error if the command could not run, so that there is no result.
  fileprivate init(_ id: String, doing unit: FleetUnit, by worker: FleetWorker) throws {
    self.init(unit: id, worker: worker)
    let scratch = try ScratchFolder()
    let claim = unit.kind == .run ? try Self.claimMachine(before: unit.seconds) : nil
    // Keeps the folder and the claim on the machine until their last use.
    defer { withExtendedLifetime(scratch) { withExtendedLifetime(claim) {} } }
    let start = MonotonicClock.now()
    let (ending, errors) = try Invocation.current.run(
      unit.command(leavingIn: scratch.path), for: .seconds(unit.seconds))
    seconds = Double(MonotonicClock.now() - start) / 1e9
    complaint = String(errors.suffix(4_000))
    switch ending {
    case nil: return
    case .killed(let signal) where ending?.isCrash == true: code = 128 + Int(signal)
    case .exited(let status):
      code = Int(status)
      do { try take(from: scratch.path, unit.kind) } catch {
        throw CommandError.input("the command ended with \(status)\n\(complaint ?? "")")
      }
    case .some(let ending): throw CommandError.input("the command \(ending)")
    }
  }

  /// Collects what the command left in a folder.
  private mutating func take(from folder: String, _ kind: FleetUnit.Kind) throws(CommandError) {
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

  /// Waits for the right to measure on this machine, which only one unit has at a time.
  private static func claimMachine(before seconds: Int) throws -> FolderClaim {
    let path = FileManager.default.temporaryDirectory.path + "/matchmark-measuring-\(NSUserName())"
    do { return try FolderClaim(path, waitingUntil: Deadline(after: .seconds(seconds))) } catch {
      guard error.operation == .claim else { throw error }
      throw CommandError.input("another unit measured on this machine for \(seconds) s")
    }
  }
}
