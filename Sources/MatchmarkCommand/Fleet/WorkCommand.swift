import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkHarness
import MatchmarkSystem

/// Does the units of a plan, or every N-th of them.
struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Do the units of a plan, or a share of them.",
    discussion: """
      Each unit is a command of its own, so a matcher that crashes is the result of its unit. A \
      result is written whole or not at all, and units that have one are left out: started again, \
      the work goes on where it was. The exit code says whether each unit has a result, not what \
      it is; 'merge' says that. Units of other sources are refused with exit code 6.

      Examples:
        matchmark work plan.jsonl -o parts
        matchmark work plan.jsonl --shard 3/8 -o parts
        head -n 1 plan.jsonl | matchmark work - -o -
      """)

  @Argument(help: "The plan; '-' reads it from standard input.")
  var plan: String

  @Option(help: "Do every N-th unit from the K-th on, as K/N.", transform: Shard.init)
  var shard = Shard(number: 1, count: 1)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "The folder of the results; '-' prints them, one a line.")
  var output: String

  mutating func validate() throws {
    guard !output.isEmpty, plan != "-" || output == "-" else {
      throw ValidationError(
        "got -o '\(output)', expected a folder, or '-' with a plan from standard input")
    }
  }

  /// One of several that share a plan.
  struct Shard {
    let number: Int
    let count: Int
  }

  func run() throws {
    var file = try PlanFile(plan)
    let parts = output == "-" ? nil : PartsFolder(path: output)
    try parts?.adopt(plan)
    let worker = try FleetWorker()
    var (done, earlier, lost) = (0, 0, 0)
    while let (id, unit) = try file.next() {
      guard (file.lineNumber - shard.number) % shard.count == 0 else { continue }
      try worker.refuseOthers(unit, at: "\(plan):\(file.lineNumber)")
      // What was cut off is done again.
      if let part = try? parts?.part(id), part.unit == id {
        earlier += 1
        continue
      }
      do {
        let line = try worker.result(of: unit, id) + [0x0A]
        if let parts { try parts.write(line, of: id) } else { try StandardOutput.write(line) }
        done += 1
      } catch let loss as FleetWorker.Loss {
        lost += 1
        StandardError.write("unit \(id) (\(unit.subject)) has no result: \(loss.reason)")
      }
    }
    if parts != nil {
      let before = earlier > 0 ? ", \(earlier) done before" : ""
      print("\(done) units done\(before)\(lost > 0 ? ", \(lost) without a result" : "")")
    }
    if lost > 0 { throw ExitCode(ExitStatus.couldNotRun.rawValue) }
  }
}

extension WorkCommand.Shard {
  fileprivate init(_ text: String) throws {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      (1...1_000_000).contains(count), (1...count).contains(number)
    else {
      throw ValidationError(
        "got --shard \(text), expected K/N with K from 1 to N, and N at most 1000000")
    }
    self.init(number: number, count: count)
  }
}

/// Does units, each as a child process of this program.
struct FleetWorker {
  /// Why a unit has no result.
  struct Loss: Error {
    let reason: String
  }

  private let sources: String
  private let binary: String
  private let machine = FleetMachine.current()

  /// - Throws: ``CommandError/input(_:)`` where sources or program cannot be read.
  init() throws(CommandError) {
    sources = try SourceDigest.current()
    var checksum = Checksum()
    do { checksum.update(try FileReader.read(Invocation.current.program)) } catch {
      throw .input(error.description)
    }
    binary = checksum.identity
  }

  /// - Throws: ``CommandError/notComparable(_:)`` for a unit of other sources.
  func refuseOthers(_ unit: FleetUnit, at place: String) throws(CommandError) {
    guard unit.sources == sources else {
      throw .notComparable(
        "\(place): got a unit of the sources \(unit.sources), expected those here, \(sources); "
          + "make the plan again")
    }
  }

  /// The result of a unit, as a line of JSON.
  ///
  /// - Throws: ``Loss`` where the command could not run, ``CommandError`` where nothing can.
  func result(of unit: FleetUnit, _ id: String) throws -> [UInt8] {
    let scratch: ScratchFolder
    do { scratch = try ScratchFolder() } catch { throw Loss(reason: error.description) }
    // The folder goes with its last use.
    defer { withExtendedLifetime(scratch) {} }
    let start = MonotonicClock.now()
    let (ending, errors) = try Self.run(
      unit.command(leavingIn: scratch.path), for: .seconds(unit.seconds))
    func part(_ outcome: FleetPart.Outcome, _ code: Int32) -> FleetPart {
      FleetPart(
        unit: id, outcome: outcome, code: Int(code), machine: machine, binary: binary,
        seconds: Double(MonotonicClock.now() - start) / 1e9)
    }
    var result: FleetPart
    switch ending {
    case nil: result = part(.overdue, 0)
    case .killed(let signal) where Self.crashes.contains(signal):
      result = part(.crashed, 128 + signal)
    case .exited(let code): result = part(.done, code)
    case .some(let ending): throw Loss(reason: "the command \(ending)")
    }
    if result.outcome == .done {
      try Self.take(unit, from: scratch.path, to: &result, errors)
    } else {
      result.complaint = errors
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(result))
  }

  /// The signals of a fault in the process itself: ILL, TRAP, ABRT, BUS, FPE and SEGV.
  private static let crashes: Set<Int32> = [4, 5, 6, 7, 8, 10, 11]

  /// Takes what the command left.
  private static func take(
    _ unit: FleetUnit, from folder: String, to part: inout FleetPart, _ errors: String
  ) throws {
    do {
      if unit.kind == .hunt {
        let bytes = try InputFile.record.read("\(folder)/hunt.json")
        part.hunt = try JSONDecoder().decode(HuntResult.self, from: Data(bytes))
      } else {
        part.record = String(
          decoding: try InputFile.record.read("\(folder)/reports/record.json"), as: UTF8.self)
      }
    } catch {
      throw Loss(reason: "the command ended with \(part.code)\n\(errors)")
    }
  }

  /// Runs a command of this program; how it ended, nil where its time was over, and the last that
  /// it said on standard error.
  static func run(
    _ arguments: [String], for time: Duration
  ) throws(CommandError) -> (ChildEnding?, String) {
    do {
      var child = try ChildProcess(
        ChildCommand(
          Invocation.current.program, arguments, environment: ChildCommand.inheritedEnvironment))
      child.closeInput()
      let ending = child.waitForEnding(before: Deadline(after: time))
      child.kill()
      return (ending, String(decoding: child.lastErrors.suffix(4_000), as: UTF8.self))
    } catch { throw .input(error.description) }
  }
}
