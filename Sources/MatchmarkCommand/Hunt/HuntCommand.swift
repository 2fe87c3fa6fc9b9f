import ArgumentParser
import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

/// Looks for wrong answers where nobody thought of looking.
struct HuntCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt",
    abstract: "Hunt for wrong answers with random rows, profiles and typing sessions.",
    discussion: """
      Every matcher answers random keystrokes over random rows and is held to the oracle and to \
      laws that need none, built with its defaults or with any value of its options. A find is \
      made as small as it can be, stored as a file of cases, and ends the hunt with exit code 2. \
      The seed is printed; the same seed hunts the same cases.

      Examples:
        matchmark hunt --time 10s
        matchmark hunt --cases 2000 --seed 7 -e inverted-index
        matchmark hunt --time 10s -e python-plain
      """)

  @OptionGroup var contestants: ContestantOptions

  @Option(help: "Hunt for so long: 30s. 60s where neither this nor --cases is given.")
  var time: TimeAmount?

  @Option(help: "Hunt through so many cases instead.")
  var cases: Int?

  @Option(help: "The seed; without it, one of the clock's.")
  var seed: UInt64?

  @Option(help: "The number of the first case.")
  var first = 0

  @Option(help: "How many cases are examined at a time; without it, one on each core.")
  var workers: Int?

  @Option(help: "The folder where a find is stored. Fixtures/regressions of the project, if any.")
  var regressions: String?

  @OptionGroup var display: DisplayOptions

  mutating func validate() throws {
    if time != nil, cases != nil {
      throw ValidationError("got --time and --cases, expected one of them")
    }
    if let cases, cases < 1 { throw ValidationError("got --cases \(cases), expected 1 or more") }
    if first < 0 { throw ValidationError("got --first \(first), expected 0 or more") }
    if let workers, !(1...Self.workerLimit).contains(workers) {
      throw ValidationError(Self.complaint(workers))
    }
  }

  static let workerLimit = 256

  /// What a wrong number of workers is told.
  static func complaint(_ workers: Int) -> String {
    "got --workers \(workers), expected 1 to \(workerLimit)"
  }

  private static let defaultSeconds = 60.0

  func run() throws {
    let contestants = try contestants.installed()
    let seed = seed ?? MonotonicClock.now() % 1_000_000_007
    let names = contestants.map(\.id).joined(separator: ", ")
    print("hunting with seed \(seed): \(names)")
    let tally: Hunt.Tally
    do {
      tally = try hunt(contestants, seed: seed).run { tally in
        if !display.noProgress { HuntText.show(tally) }
      }
    } catch {
      throw CommandError.input("a case of seed \(seed) cannot be made: \(error)")
    }
    if !display.noProgress { HuntText.end() }
    guard let find = tally.find, let number = tally.foundAt else {
      print(HuntText.verdict(tally, seed: seed))
      return
    }
    print(display.style.wrong("\(find)"))
    let store = HuntStore(folder: regressions)
    for line in try store.lines(
      of: find, seed: seed, number: number, contestants: self.contestants)
    {
      print(line)
    }
    print(HuntText.verdict(tally, seed: seed))
    throw ExitCode(ExitStatus.wrongAnswers.rawValue)
  }

  private func hunt(_ contestants: [Contestant], seed: UInt64) -> Hunt {
    let engineIDs = Set(contestants.filter { $0.engine != nil }.map(\.id))
    let options = self.contestants
    let seconds = (time?.nanoseconds).map { $0 / 1e9 } ?? Self.defaultSeconds
    return Hunt(
      Hunter(contestants.map(\.entry), slowIDs: engineIDs), seed: seed, firstNumber: first,
      limit: cases.map(Hunt.Limit.cases) ?? .seconds(seconds),
      workerCount: workers ?? MachineFacts.current().coreCount
    ) { number in
      HuntStore.command(seed: seed, number: number, contestants: options)
    }
  }
}
