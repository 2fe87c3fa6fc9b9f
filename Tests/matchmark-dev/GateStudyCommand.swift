import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport

extension GateRecord.Form: ExpressibleByArgument {}

/// Counts how often the gate is right.
struct GateStudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate-study",
    abstract: "Check builds whose difference is known, and count how often the gate is right.",
    discussion: """
      Without a slowdown a build is compared with itself, and every 'slower' is a false alarm. \
      With one, the inverted index does that much more work on every keystroke, in the executable \
      matchmark-faulty. Trials are added to a file, so that a study can be continued; its table \
      has exact 95 % bounds. A false alarm is exit code 3.
      """)

  @Option(help: "Only this form of the gate: against, baseline, exact. Repeat for several.")
  var form: [GateRecord.Form] = []

  @Option(help: "Only this slowdown, in percent; 0 is none. Repeat for several.")
  var slowdown: [Double] = []

  @Flag(help: "Let another process work in bursts during the checks.")
  var burn = false

  @Option(help: "Checks of each kind.")
  var checks = 1

  @Option(help: "Stop after this many seconds, once a check is done.")
  var maxTime: Double?

  @Option(help: "The suite that is checked, if not the one that check takes by itself.")
  var suite: String?

  @Option(help: "Processes of each side in a check.")
  var forks: Int?

  @Option(help: "The file that trials are added to.")
  var study = WorkingCopy.path("reports/gate-study/trials.jsonl")

  @Flag(help: "Print the table of the trials so far, and stop.")
  var table = false

  @Flag(help: "Measure with a debug build all the same.")
  var allowDebug = false

  func validate() throws {
    guard slowdown.allSatisfy((0...1_000).contains) else {
      throw ValidationError("got a slowdown beyond 1000 %, expected 0 to 1000")
    }
  }

  func run() throws {
    if !table {
      let folder = try TemporaryFolder()
      let isFalseAlarm = try check(in: folder.path)
      try show()
      if isFalseAlarm { throw ExitCode(3) }
    } else {
      try show()
    }
  }

  /// Runs the checks; tells whether a build was found slower than itself.
  private func check(in folder: String) throws -> Bool {
    let start = MonotonicClock.now()
    var isFalseAlarm = false
    for number in 0..<checks {
      for kind in kinds {
        if let maxTime, Double(MonotonicClock.now() - start) / 1e9 > maxTime {
          return isFalseAlarm
        }
        let trial = try run(of: kind, in: folder).trial(number: number)
        try trial.add(to: study)
        FileHandle.standardError.write(Data("\(trial)\n".utf8))
        isFalseAlarm = isFalseAlarm || trial.falseAlarmCount > 0
      }
    }
    return isFalseAlarm
  }

  private var kinds: [GateTrialRun.Kind] {
    let forms = form.isEmpty ? [GateRecord.Form.against, .baseline] : form
    let shares = (slowdown.isEmpty ? [0, 10] : slowdown).map { $0 / 100 }
    return shares.flatMap { share in
      forms.map { GateTrialRun.Kind(form: $0, slowdown: share, isDisturbed: burn) }
    }
  }

  private func run(of kind: GateTrialRun.Kind, in folder: String) throws -> GateTrialRun {
    var arguments = (suite.map { [$0] } ?? []) + ["-e", GateTrialRun.matcher]
    if kind.form == .baseline { arguments += ["-e", "linear-scan"] }
    if let forks, kind.form != .exact { arguments += ["--forks", "\(forks)"] }
    if allowDebug { arguments.append("--allow-debug") }
    return GateTrialRun(
      kind: kind, arguments: arguments, program: try Program.matchmark.path,
      slowedProgram: kind.slowdown > 0 ? try Program.faulty.path : "", folder: folder)
  }

  private func show() throws {
    for line in GateStudyText.markdown(GateStudy(try GateTrial.all(in: study))) { print(line) }
  }
}

/// Keeps a core busy in bursts until it is ended.
struct BurnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "burn", shouldDisplay: false)

  func run() {
    var generator = SeededGenerator(seed: UInt64(ProcessInfo.processInfo.processIdentifier))
    // What started it may have been killed.
    let limit = MonotonicClock.now() + 1_800 * 1_000_000_000
    while MonotonicClock.now() < limit {
      let end = MonotonicClock.now() + UInt64(200 + generator.below(1_500)) * 1_000_000
      var state: UInt64 = 1
      while MonotonicClock.now() < end { state = state &* 6_364_136_223_846_793_005 &+ 1 }
      Barrier.consume(state)
      Pause.sleep(nanoseconds: UInt64(100 + generator.below(1_500)) * 1_000_000)
    }
  }
}
