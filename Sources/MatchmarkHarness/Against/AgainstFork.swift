import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement
import MatchmarkSession
import MatchmarkSystem

/// One fork: a fresh process of each side, asked in turns.
struct AgainstFork {
  private let stage: AgainstStage
  private let matcher: String
  private var generator: SeededGenerator
  private var order: RoundOrder
  private var engines: [EngineProcess?] = [nil, nil, nil]
  /// By side.
  private var samples: [[Sample]] = [[], [], []]
  /// How often each keystroke is repeated in one request.
  private var repeatCounts: [Int]
  /// What this build's index cost.
  private(set) var build: BuildFigures?

  /// Rounds that each fork has at least.
  private static let minimumRounds = 3
  /// A request repeats its keystroke until about so much work is done, so that what the pipe left
  /// in the caches is one sample of many; the median of the repetitions counts.
  private static let requestNanoseconds = 40_000.0
  private static let repeatBounds = 5...25

  init(stage: AgainstStage, matcher: String, number: Int) {
    self.stage = stage
    self.matcher = matcher
    let seed = stage.plan.suite.seed &+ UInt64(number)
    generator = SeededGenerator(seed: seed, stream: "against")
    order = RoundOrder(count: AgainstSide.allCases.count, seed: seed)
    repeatCounts = Array(
      repeating: Self.repeatBounds.lowerBound, count: stage.workload.keystrokes.count)
  }

  /// The samples of a side, as those of a fork.
  func samples(of side: AgainstSide, fork: Int) -> [Sample] {
    samples[side.rawValue].map { sample in
      var sample = sample
      sample.fork = fork
      return sample
    }
  }

  /// Starts, verifies, measures and ends all three.
  mutating func run() throws(AgainstFailure) {
    var sides = AgainstSide.allCases
    generator.shuffle(&sides)
    try startAll(sides)
    try verify()
    let budget = stage.plan.suite.effort.cellSeconds / Double(stage.plan.matchers.count)
    let start = MonotonicClock.now()
    var round = 0
    while round < stage.plan.suite.effort.maximumRounds {
      try replay(round: round)
      round += 1
      let elapsed = Double(MonotonicClock.now() - start) / 1e9
      if round >= Self.minimumRounds, elapsed >= budget { break }
    }
    for side in AgainstSide.allCases { try close(side) }
  }

  /// Starts all three; what none of them answers is nobody's fault.
  private mutating func startAll(_ sides: [AgainstSide]) throws(AgainstFailure) {
    var declined: [(side: AgainstSide, reason: String)] = []
    for side in sides {
      if let reason = try start(side) { declined.append((side, reason)) }
    }
    if declined.count == sides.count { throw .skipped(declined[0].reason) }
    if let first = declined.first { throw .declined(first.side, first.reason) }
    let builds = [AgainstSide.base, .own].map { engines[$0.rawValue]?.greeting?.build ?? "" }
    guard builds[0] == builds[1] else {
      throw .declined(.base, "it is a \(builds[0]) build, this one a \(builds[1]) build")
    }
  }

  /// - Returns: why it declines the cell; nil where it does not.
  private mutating func start(_ side: AgainstSide) throws(AgainstFailure) -> String? {
    let launch = side == .own ? stage.plan.own(matcher) : stage.plan.base(matcher)
    let opening: EngineOpening
    do throws(EngineFault) {
      let engine = try EngineProcess(launch)
      engines[side.rawValue] = engine
      opening = try engine.open(stage.rows.corpus, profile: stage.cell.profile)
    } catch { throw .failed(side, error) }
    switch opening {
    case .skipped(let skip): return skip.text
    case .opened(let facts):
      if side == .own {
        build = BuildFigures(
          nanoseconds: facts.buildInNanoseconds, indexSizeInBytes: facts.indexSizeInBytes,
          peakGrowthInBytes: nil)
      }
      return nil
    }
  }

  private func close(_ side: AgainstSide) throws(AgainstFailure) {
    do throws(EngineFault) { try engines[side.rawValue]?.close() } catch {
      throw .failed(side, error)
    }
  }

  /// Asks every keystroke once, for all rows: the first round is not timed.
  ///
  /// What the oracle has answered must be right; on the rest the two builds must agree.
  private mutating func verify() throws(AgainstFailure) {
    for keystroke in stage.workload.keystrokes.indices {
      var agreed: [Int]?
      var cost = 0.0
      for side in [AgainstSide.base, .own, .twin] {
        let answer = try ask(side, keystroke, want: .rows, repeatCount: 1)
        cost = max(cost, Double(answer.elapsedInNanoseconds[0]))
        if let example = stage.contradiction(of: answer, to: keystroke, matcher: matcher) {
          throw .wrong(side, example)
        }
        if let agreed, let rows = answer.rows, agreed != rows {
          throw .wrong(
            side,
            stage.example(keystroke, "the two builds disagree", row: 0, matcher: matcher))
        }
        agreed = answer.rows
      }
      let wanted = (Self.requestNanoseconds / max(cost, 1)).rounded(.up)
      repeatCounts[keystroke] = min(
        max(Int(min(wanted, 1e6)), Self.repeatBounds.lowerBound), Self.repeatBounds.upperBound)
    }
  }

  private mutating func replay(round: Int) throws(AgainstFailure) {
    var traces = stage.workload.traces
    generator.shuffle(&traces)
    for trace in traces {
      for keystroke in trace {
        for (turn, position) in order.next().enumerated() {
          guard let side = AgainstSide(rawValue: position) else { continue }
          let answer = try ask(
            side, keystroke, want: want, repeatCount: repeatCounts[keystroke])
          if let example = stage.contradiction(of: answer, to: keystroke, matcher: matcher) {
            throw .wrong(side, example)
          }
          let middle = Quantile.median(answer.elapsedInNanoseconds.map(Double.init)) ?? 0
          samples[position].append(
            Sample(
              round: round, keystroke: keystroke, order: turn, batch: 1,
              totalNanoseconds: Int(middle.rounded())))
        }
      }
    }
  }

  private var want: Want {
    switch stage.plan.suite.outcome {
    case .count: .count
    case .page: .page
    case .rows: .digest
    }
  }

  private func ask(
    _ side: AgainstSide, _ keystroke: Int, want: Want, repeatCount: Int
  ) throws(AgainstFailure) -> EngineAnswer {
    let query = stage.workload.keystrokes[keystroke].query
    guard let engine = engines[side.rawValue] else { throw .declined(side, "it is not there") }
    let result: EngineResult
    do throws(EngineFault) {
      result = try engine.answer(query, want: want, repeatCount: repeatCount)
    } catch { throw .failed(side, error) }
    switch result {
    case .answered(let timed): return timed.answer
    case .skipped(let skip): throw .declined(side, skip.text)
    }
  }
}
