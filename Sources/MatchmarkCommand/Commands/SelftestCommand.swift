import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

extension GateRecord.Form: ExpressibleByArgument {}

/// Puts the harness itself to the test.
struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Put the harness itself to the test: how often is the gate right?",
    subcommands: [Gate.self, Burn.self])

  struct Gate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gate",
      abstract: "Check builds whose difference is known, and count how often the gate is right.",
      discussion: """
        Without a slowdown a build is compared with itself, and every 'slower' is a false alarm. \
        With one, the inverted index does so much more work on every keystroke, in the executable \
        of the tests (swift build -c release --product matchmark-faulty). Trials are added to a \
        file, so that a study can be continued; its table has exact 95 % bounds. A false alarm is \
        exit code 3.

        Examples:
          matchmark selftest gate --checks 1 --slowdown 0
          matchmark selftest gate --slowdown 0 --slowdown 10 --form against --checks 20
        """)

    @Option(help: "Only this form of the gate: against, baseline, exact. Repeat for several.")
    var form: [GateRecord.Form] = []

    @Option(
      help: "Only this slowdown, in percent; 0 is none. Repeat for several.",
      transform: NumberRange.slowdown.number)
    var slowdown: [Double] = []

    @Flag(help: "Let another process work in bursts beside the checks.")
    var burn = false

    @Option(help: "Checks of each kind.", transform: NumberRange.checks.whole)
    var checks = 1

    @Option(
      help: "Stop after this many seconds, once a check is done.",
      transform: NumberRange.maxTime.number)
    var maxTime: Double?

    @Option(help: "The suite that is checked.")
    var suite = CheckPlan.suite

    @Option(help: "Processes of each side in a check.", transform: NumberRange.forks.whole)
    var forks: Int?

    @Option(help: "The file that trials are added to.")
    var study = "reports/gate-study/trials.jsonl"

    @Option(help: "The executable of the tests; without it the one beside this program.")
    var faulty: String?

    @Flag(help: "Print the table of the trials so far, and stop.")
    var table = false

    @Flag(help: "Measure with a debug build all the same.")
    var allowDebug = false

    func run() throws {
      let file = EntryFile<GateTrial>(path: study, noun: "a trial")
      guard !table else { return try show(file) }
      try DebugBuild.refuse(unless: allowDebug)
      let scratch: ScratchFolder
      do { scratch = try ScratchFolder() } catch { throw CommandError.input(error.description) }
      // The folder goes with its last use.
      defer { withExtendedLifetime(scratch) {} }
      let isFalseAlarm = try check(file, in: scratch.path)
      try show(file)
      if isFalseAlarm { throw ExitCode(ExitStatus.slower.rawValue) }
    }

    /// Runs the checks; tells whether a build was found slower than itself.
    private func check(_ file: EntryFile<GateTrial>, in folder: String) throws -> Bool {
      let start = MonotonicClock.now()
      var isFalseAlarm = false
      for number in 0..<checks {
        for kind in kinds {
          if let maxTime, Double(MonotonicClock.now() - start) / 1e9 > maxTime {
            return isFalseAlarm
          }
          let trial = try run(of: kind, in: folder).trial(number: number)
          try file.add(trial)
          StandardError.write(describe(trial))
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
      let program = Invocation.current.program
      let slowed = faulty ?? "\(Folder.containing(program))/matchmark-faulty"
      if kind.slowdown > 0, !FileManager.default.isExecutableFile(atPath: slowed) {
        throw CommandError.input(
          "there is no '\(slowed)', whose matcher could be made slower; build it with: "
            + "swift build -c release --product matchmark-faulty")
      }
      var arguments = [
        kind.form == .exact && suite == CheckPlan.suite ? CheckPlan.exactSuite : suite,
        "-e", GateTrialRun.matcher,
      ]
      if kind.form == .baseline { arguments += ["-e", "linear-scan"] }
      if let forks, kind.form != .exact { arguments += ["--forks", "\(forks)"] }
      if allowDebug { arguments.append("--allow-debug") }
      return GateTrialRun(
        kind: kind, arguments: arguments, program: program, slowedProgram: slowed, folder: folder)
    }

    private func describe(_ trial: GateTrial) -> String {
      let ratio = trial.ratio.map { QuantityFormat.fixed($0, digits: 3) } ?? "–"
      return
        "\(trial.form.rawValue), slowdown \(QuantityFormat.fixed(trial.slowdown * 100, digits: 0))"
        + " %: \(trial.verdict.rawValue), ratio \(ratio), "
        + "\(QuantityFormat.fixed(trial.seconds, digits: 1)) s"
    }

    private func show(_ file: EntryFile<GateTrial>) throws {
      for line in GateStudyText.markdown(GateStudy(try file.entries())) { Swift.print(line) }
    }
  }

  /// Keeps a core busy in bursts until it is ended.
  struct Burn: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "burn", shouldDisplay: false)

    func run() throws {
      var generator = SeededGenerator(seed: UInt64(ProcessInfo.processInfo.processIdentifier))
      // Whoever started it may have been killed.
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
}
