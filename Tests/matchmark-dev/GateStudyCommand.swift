import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
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
      Without a slowdown, a build is compared with itself, and every 'slower' is a false alarm. \
      With one, a matcher does that much more work on every keystroke than in the other build, \
      each matcher in turn. Checks are added to a file; the kinds that lack most come first, so \
      a study continues where the last one ended. A false alarm is exit code 3.

      Examples:
        scripts/dev gate-study --for 30m
        scripts/dev page gate-study > Sources/MatchmarkCore/MatchmarkCore.docc/GateStudy.md
      """)

  @Option(help: "Only this form of the gate: against, baseline, exact. Repeat for several.")
  var form: [GateRecord.Form] = []

  @Option(help: "Only this slowdown, in percent; 0 is none. Repeat for several.")
  var slowdown: [Double] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Let another process work in bursts during the checks; by default, in every other.")
  var burn: Bool?

  @Option(help: "How many checks of each kind, unless a time is given.")
  var checks = 1

  @Option(
    name: .customLong("for"),
    help: "How long to add checks, such as 90s, 30m or 2h; the last one is not cut short.",
    transform: { text in
      guard let seconds = GateStudy.seconds(text) else {
        throw ValidationError("got the time '\(text)', expected one such as 90s, 30m or 2h")
      }
      return seconds
    })
  var time: Double?

  @Option(help: "The suite that is checked.")
  var suite = "gate"

  @Option(name: [.customShort("e"), .long], help: "The matchers that are made slower in turns.")
  var matcher = ["linear-scan", "sorted-prefix", "inverted-index"]

  @Option(help: "Processes of each side in a block of a check.")
  var forks: Int?

  @Option(help: "The file that trials are added to.")
  var study = GateTrial.ledger

  @Flag(help: "Measure with a debug build all the same.")
  var allowDebug = false

  func validate() throws {
    guard slowdown.allSatisfy((0...1_000).contains) else {
      throw ValidationError("got a slowdown beyond 1000 %, expected 0 to 1000")
    }
  }

  func run() throws {
    let folder = try TemporaryFolder()
    let isFalseAlarm = try check(in: folder.path)
    for line in GateStudyText.result(GateStudy(try GateTrial.all(in: study))) { print(line) }
    if isFalseAlarm { throw ExitCode(3) }
  }

  /// Runs the checks, and returns whether any found a build slower than itself.
  private func check(in folder: String) throws -> Bool {
    let start = MonotonicClock.now()
    let kinds = kinds
    var run = GateTrialRun(arguments: arguments, folder: folder, matchers: matcher)
    var trials = try GateTrial.all(in: study)
    var isFalseAlarm = false
    for number in 0..<(time == nil ? checks * kinds.count : .max) {
      if let time, Double(MonotonicClock.now() - start) / 1e9 > time { break }
      let chosen =
        time == nil
        ? kinds[number % kinds.count] : GateTrialKind.next(kinds, after: trials)
      guard let kind = chosen else { break }
      let trial = try run.trial(of: kind, number: trials.count { GateTrialKind($0) == kind })
      try trial.add(to: study)
      trials.append(trial)
      FileHandle.standardError.write(Data("\(trial)\n".utf8))
      isFalseAlarm = isFalseAlarm || trial.falseAlarmCount > 0
    }
    return isFalseAlarm
  }

  private var kinds: [GateTrialKind] {
    let forms = form.isEmpty ? [GateRecord.Form.against, .baseline] : form
    let shares = (slowdown.isEmpty ? [0, 3, 5, 10, 25] : slowdown).map { $0 / 100 }
    return shares.flatMap { share in
      forms.flatMap { form in
        (burn.map { [$0] } ?? [false, true]).map {
          GateTrialKind(form: form, slowdown: share, isDisturbed: $0)
        }
      }
    }
  }

  private var arguments: [String] {
    [suite] + (forks.map { ["--forks", "\($0)"] } ?? []) + (allowDebug ? ["--allow-debug"] : [])
  }
}

extension GateStudy {
  /// Reads a time with its unit; nil for any other form.
  package static func seconds(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
    guard let unit = text.last.flatMap({ units[$0] }), let amount = Double(text.dropLast()),
      amount > 0, amount.isFinite
    else { return nil }
    return amount * unit
  }
}

/// Keeps a core busy in bursts until it is ended.
struct BurnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "burn", shouldDisplay: false)

  func run() {
    var generator = SeededGenerator(seed: UInt64(ProcessInfo.processInfo.processIdentifier))
    // Its parent may have been killed.
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
