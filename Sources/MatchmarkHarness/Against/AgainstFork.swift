import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement
import MatchmarkSystem

/// The three sides that alternate: the other build, the other build once more, and this one.
///
/// Each is a process of its own copy. The twin shows how much two processes of one program
/// differ in this very run.
enum AgainstSide: Int, CaseIterable {
  case base
  case twin
  case own

  var name: String { self == .own ? "this build" : "the other build" }
}

/// One fork: a fresh process of each side, verified and measured.
struct AgainstFork {
  /// Why there is nothing to compare.
  struct Obstacle {
    let reason: String
    /// Whether no side answers the cell, which is not an error.
    var isOfAll = false
  }

  private var verification: Verification
  private let suite: Suite
  /// Indexed by side.
  private var contenders: [Contender] = []
  private(set) var obstacle: Obstacle?

  /// A request repeats its keystroke until it does about this much work.
  private static let requestNanoseconds = 40_000.0
  private static let repeatBounds = 5...25

  init(_ verification: Verification, _ suite: Suite) {
    self.verification = verification
    self.suite = suite
  }

  /// The record of this build; nil before it was started.
  var own: MatcherRecord? { contenders.last?.record }

  /// The samples of a side, as those of a fork.
  func samples(of side: AgainstSide, fork: Int) -> [Sample] {
    contenders[side.rawValue].samples.map { sample in
      var sample = sample
      sample.fork = fork
      return sample
    }
  }

  /// Starts, verifies, measures and ends all three, unless an obstacle stops it.
  mutating func run(on cell: LoadedCell, base: EngineLaunch, own: EngineLaunch) throws {
    defer { LastWords.clear() }
    let rows = try cell.rowsFile()
    var order = AgainstSide.allCases
    var generator = SeededGenerator(seed: suite.seed, stream: "against")
    generator.shuffle(&order)
    var copies = try ProgramCopies()
    defer { withExtendedLifetime(copies) {} }
    let started = try order.map { side in
      let launch = try copies.copy(side == .own ? own : base)
      let program = EngineProgram(launch, install: "build it")
      var contender = Contender(Participant(program, summary: ""), on: cell.corpus, rows: rows)
      contender.isTwin = side == .twin
      return (side: side, contender: contender)
    }
    contenders = started.sorted { $0.side.rawValue < $1.side.rawValue }.map { $0.contender }
    obstacle = obstacleNow ?? buildObstacle
    if obstacle == nil { try verifyAndMeasure() }
    for position in contenders.indices { contenders[position].close() }
    obstacle = obstacle ?? obstacleNow
  }

  private mutating func verifyAndMeasure() throws {
    try verification.verify(&contenders, seed: suite.seed)
    guard obstacleNow == nil else { return }
    var measuring = Measuring(
      verification: verification, suite: suite, outcome: suite.outcome,
      contenderCount: contenders.count, rhythm: .keystrokes(repetitions))
    _ = try measuring.measure(&contenders) { _ in }
  }

  /// How often a request repeats each keystroke, based on the slowest side's time for verifying it.
  private var repetitions: [Int] {
    verification.workload.keystrokes.indices.map { keystroke in
      let cost = contenders.compactMap { $0.verifiedNanoseconds[keystroke] }.max() ?? 0
      let wanted = min((Self.requestNanoseconds / Double(max(cost, 1))).rounded(.up), 1e6)
      return min(max(Int(wanted), Self.repeatBounds.lowerBound), Self.repeatBounds.upperBound)
    }
  }

  // MARK: Obstacles

  /// The first side that fails, answers wrongly, or declines; nil if all are right.
  private var obstacleNow: Obstacle? {
    let records = contenders.map(\.record)
    if records.allSatisfy({ $0.status == .skipped }) {
      return Obstacle(reason: records[0].reason ?? "", isOfAll: true)
    }
    return zip(AgainstSide.allCases, records).lazy.compactMap { side, record in
      record.obstacle.map { Obstacle(reason: "\(side.name)\($0)") }
    }.first
  }

  /// What rules out comparing the two builds.
  private var buildObstacle: Obstacle? {
    let builds = [AgainstSide.base, .own].map { contenders[$0.rawValue].record.engine?.build ?? "" }
    return Comparability.difference(ofBuild: builds[1], with: builds[0]).map {
      Obstacle(reason: $0.description)
    }
  }
}

extension MatcherRecord {
  /// What follows the name of a build that is not right; nil if it is right.
  fileprivate var obstacle: String? {
    if let example = counterexamples.first { return " answers wrongly: \(example.difference)" }
    guard status == .verified, declinedCount == 0 else {
      return ": \(reason ?? status.rawValue)\(engine?.fault?.lastErrors ?? "")"
    }
    return nil
  }
}

extension EngineFaultRecord {
  /// How many lines of standard error a reason may have, and how many characters per line.
  private static let shownErrorCount = 3
  private static let shownErrorLength = 300

  /// The last words on standard error, on one line; empty if there are none.
  fileprivate var lastErrors: String {
    let lines = standardErrorTail.split(separator: "\n").suffix(Self.shownErrorCount)
      .map { $0.drop(while: \.isWhitespace).prefix(Self.shownErrorLength) }
    return lines.isEmpty ? "" : "; its standard error ends: \(lines.joined(separator: " · "))"
  }
}
