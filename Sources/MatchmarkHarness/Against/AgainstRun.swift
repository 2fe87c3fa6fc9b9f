import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// Runs the matchers of two builds, or two versions of an engine, each restarted for every fork.
///
/// The two are participants like any others: loaded, verified and measured as in every run. Both
/// are asked the same keystroke in direct succession, in an order that is balanced and drawn again;
/// so whatever the machine does affects both. A fork is a fresh process of each, and the interval
/// is computed from forks: the memory layout differs from process to process, and within one
/// process no number of rounds shows that.
package struct AgainstRun {
  private var plan: Plan
  private let base: EngineProgram.OfParticipant
  private let own: EngineProgram.OfParticipant
  private let observe: (RunEvent) -> Void

  /// The longest round of all sides together, in seconds.
  ///
  /// A round is measured at least three times in each of eight processes or more.
  private static let roundSeconds = 6.0

  /// - Parameters:
  ///   - plan: what to run, with the participants that both builds have.
  ///   - base: the programs of the other build.
  ///   - own: those of this build.
  ///   - observe: called with the progress.
  package init(
    _ plan: Plan, base: @escaping EngineProgram.OfParticipant,
    own: @escaping EngineProgram.OfParticipant, observe: @escaping (RunEvent) -> Void = { _ in }
  ) {
    self.plan = plan
    // Of a participant that is slower, all sides are asked the same sample of the keystrokes.
    self.plan.suite.effort.roundSeconds =
      min(plan.suite.effort.roundSeconds, Self.roundSeconds) / Double(AgainstSide.allCases.count)
    self.base = base
    self.own = own
    self.observe = observe
  }

  /// - Parameters:
  ///   - forks: the numbers of the forks; each fork has its own order.
  ///   - earlier: the results of earlier forks, to which the new ones are added.
  /// - Throws: what loading a corpus or a workload throws; an engine's errors are in the results
  ///   instead.
  package func results(
    of forks: Range<Int>, addedTo earlier: [AgainstResult] = [],
    where isWanted: (_ cell: String, _ matcher: String) -> Bool = { _, _ in true }
  ) throws -> [AgainstResult] {
    var results = earlier
    var doneCount = 0.0
    let wanted = plan.suite.cells.map { cell in
      (cell: cell, matchers: plan.participants.map(\.id).filter { isWanted(cell.id, $0) })
    }.filter { !$0.matchers.isEmpty }
    let count = Double(wanted.reduce(0) { $0 + $1.matchers.count })
    for (cell, matchers) in wanted {
      let cell = try LoadedCell(cell, of: LoadedCorpus(cell.corpus))
      var verification = try Verification(cell, of: plan)
      try verification.askOracle(seed: plan.suite.seed)
      for matcher in matchers {
        let known = results.firstIndex { $0.cell.id == cell.plan.id && $0.matcher == matcher }
        let position = known ?? results.count
        if position == results.count {
          results.append(AgainstResult(cell: cell.record(verification), matcher: matcher))
        }
        try measure(&results[position], verification, forks) { fraction in
          observe(.progressed((doneCount + fraction) / count))
        }
        doneCount += 1
      }
    }
    return results
  }

  private func measure(
    _ result: inout AgainstResult, _ verification: Verification, _ forks: Range<Int>,
    progress: (Double) -> Void
  ) throws {
    var own = result.cell.matchers.first ?? MatcherRecord(id: result.matcher)
    let isEngine = plan.participants.contains { $0.id == result.matcher && $0.isEngine }
    for number in forks {
      observe(
        .forkStarted(
          number, count: forks.upperBound, of: result.matcher, in: result.cell.id))
      var fork = AgainstFork(verification, suite(ofFork: number))
      try fork.run(base: base(result.matcher), own: self.own(result.matcher))
      own.build = fork.own?.build ?? own.build
      if isEngine { own.engine = fork.own?.engine ?? own.engine }
      own.isSampled = fork.own?.isSampled ?? own.isSampled
      if number == 0 { own.answers = fork.own?.answers }
      own.wallSeconds.merge(fork.own?.wallSeconds ?? [:]) { $0 + $1 }
      if fork.obstacle?.isOfThisBuild != true {
        result.own += fork.samples(of: .own, fork: number)
      }
      if let obstacle = fork.obstacle {
        result.obstacle = obstacle
        if let record = fork.own, record.status != .skipped {
          (own.status, own.counterexamples) = (record.status, record.counterexamples)
        }
        break
      }
      result.note = result.note ?? fork.note
      fork.addUnseen(to: &result.unseen, fork: number)
      result.base += fork.samples(of: .base, fork: number)
      result.twin += fork.samples(of: .twin, fork: number)
      progress(Double(number + 1 - forks.lowerBound) / Double(forks.count))
    }
    own.reason = result.reason
    own.packedSamples = SamplePacking.pack(result.own)
    if own.status == .verified, result.reason == nil || result.isAlone {
      own.figures = result.cell.calculation(result.own, warmUpRounds: 0).figures()
    } else if own.status == .verified, own.answers == nil {
      own.status = .skipped
    }
    result.cell.matchers = [own]
  }

  private static let minimumRounds = 3

  /// The suite of one fork: its share of the time, in its own order.
  ///
  /// The first fork checks all answers, as far as a slow matcher's are checked at all.
  /// Verification serves as the warm-up, and there is no other matcher to compute ratios to.
  private func suite(ofFork number: Int) -> Suite {
    var suite = plan.suite
    suite.fork = number
    suite.reference = ""
    suite.effort.warmUpRounds = 0
    suite.effort.minimumRounds = min(Self.minimumRounds, suite.effort.maximumRounds)
    suite.effort.checksTimedOnly = number > 0
    suite.effort.cellSeconds /= Double(plan.participants.count)
    return suite
  }
}

extension EngineProgram {
  /// The program with which a build serves a participant, by id: a matcher, or the build's version
  /// of an engine.
  package typealias OfParticipant = @Sendable (String) -> EngineProgram
}

/// One fork: a fresh process of each side, verified and measured.
struct AgainstFork {
  private var verification: Verification
  private let suite: Suite
  /// Indexed by side.
  private var contenders: [Contender] = []
  private(set) var obstacle: AgainstObstacle?
  /// The reason why only some keystrokes are compared; nil if all are.
  private(set) var note: String?

  /// A request repeats its keystroke until it does about this much work, and at least as often as
  /// the lower bound says if a round has time for that.
  private static let requestNanoseconds = 40_000.0
  private static let repeatBounds = 5...25
  /// The fewest typed keystrokes that must be left if the other build is right only on some.
  private static let fewestKeystrokes = 8

  init(_ verification: Verification, _ suite: Suite) {
    self.verification = verification
    self.suite = suite
  }

  /// The record of this build; nil before it was started.
  var own: MatcherRecord? {
    guard let contender = contenders.last else { return nil }
    var record = contender.record
    record.answers = contender.answers.tally
    return record
  }

  /// The samples of one side, without those of wrong answers.
  func samples(of side: AgainstSide, fork: Int) -> [Sample] {
    right(contenders[side.rawValue].times.samples, of: side, fork: fork)
  }

  private func right(_ samples: [Sample], of side: AgainstSide, fork: Int) -> [Sample] {
    let wrong = contenders[side.rawValue].answers.wrong.keystrokes
    return samples.ofFork(fork).filter { !wrong.contains($0.keystroke) }
  }

  /// Adds the askings of queries that were never asked before.
  func addUnseen(to askings: inout [AgainstSide: UnseenAskings], fork: Int) {
    let count = verification.workload.keystrokes.count
    for side in AgainstSide.allCases {
      let times = contenders[side.rawValue].times
      let first = times.unseen.map { index, askings in
        Sample(
          round: 0, keystroke: count + index, order: 0, batch: 1,
          totalNanoseconds: Int(askings[0]))
      }
      askings[side, default: UnseenAskings()].first += right(first, of: side, fork: fork)
      if let ratio = times.repeatedToUnseen {
        askings[side, default: UnseenAskings()].repeatedToUnseen.append(ratio)
      }
    }
  }

  /// Starts, verifies, measures and ends all three, unless an obstacle stops it.
  mutating func run(base: EngineProgram, own: EngineProgram) throws {
    defer { CrashNote.clear() }
    let rows = try verification.cell.rows.file()
    var order = AgainstSide.allCases
    var generator = SeededGenerator(seed: suite.orderSeed, stream: "against")
    generator.shuffle(&order)
    var copies = try ProgramCopies()
    defer { withExtendedLifetime(copies) {} }
    let started = try order.map { side in
      let program = try copies.copy(side == .own ? own : base)
      var contender = Contender(
        Participant(program, summary: ""), on: verification.corpus, rows: rows)
      contender.isTwin = side == .twin
      contender.timesWrong = side != .own
      return (side: side, contender: contender)
    }
    contenders = started.sorted { $0.side.rawValue < $1.side.rawValue }.map { $0.contender }
    obstacle = obstacleNow ?? buildObstacle(isOwnEngine: own.isOwn)
    if obstacle?.preventsMeasuring != true { try verifyAndMeasure() }
    for position in contenders.indices { contenders[position].close() }
    obstacle = obstacleNow ?? obstacle
    // Only this build can be asked again by a command of this build.
    var search = ReplaySearch(verification, rows: rows)
    search.search(&contenders[AgainstSide.own.rawValue])
  }

  /// Verifies all sides, and measures this build even if only the other one is wrong.
  private mutating func verifyAndMeasure() throws {
    try verification.verify(&contenders, seed: suite.seed)
    note = noteNow
    guard obstacleNow?.preventsMeasuring != true else { return }
    var rounds = Rounds(
      verification: verification, suite: suite, delivery: suite.delivery,
      contenderCount: contenders.count, rhythm: .keystrokes(repetitions))
    _ = try rounds.run(&contenders) { _ in }
  }

  /// The repetitions of each keystroke in a request, based on the slowest side's time for
  /// verifying it.
  private var repetitions: [Int] {
    let costs = verification.workload.keystrokes.indices.map { keystroke in
      contenders.compactMap { $0.answers.nanoseconds[keystroke] }.max() ?? 0
    }
    let total = costs.indices.reduce(0.0) { sum, keystroke in
      let isTimed = contenders.contains { $0.answers.isTimed(on: keystroke) }
      return isTimed ? sum + Double(costs[keystroke]) : sum
    }
    let affordable = min(suite.effort.roundSeconds * 1e9 / max(total, 1), 1e6)
    let fewest = min(max(Int(affordable), 1), Self.repeatBounds.lowerBound)
    return costs.map { cost in
      let wanted = min((Self.requestNanoseconds / Double(max(cost, 1))).rounded(.up), 1e6)
      return min(max(Int(wanted), fewest), Self.repeatBounds.upperBound)
    }
  }

  /// The reason why this build, or else the other one, fails, answers wrongly or declines; nil if
  /// both are right.
  private var obstacleNow: AgainstObstacle? {
    let records = contenders.map(\.record)
    if records.allSatisfy({ $0.status == .skipped }) {
      return AgainstObstacle(reason: records[0].reason ?? "", side: .both)
    }
    return AgainstSide.allCases.reversed().lazy.compactMap { side in
      let contender = contenders[side.rawValue]
      let hasFailed = contender.failure != nil || contender.record.status == .errored
      if side != .own, note != nil, !hasFailed { return nil }
      return obstacle(of: side).map {
        AgainstObstacle(reason: $0, side: side == .own ? .this : .other)
      }
    }.first
  }

  private func obstacle(of side: AgainstSide) -> String? {
    contenders[side.rawValue].obstacle(declinedBy: contenders.map(\.answers.declined))
      .map { "\(side.name)\($0)" }
  }

  /// The reason why only some keystrokes are compared; nil if the other build is right on all, or
  /// on too few.
  private var noteNow: String? {
    let others = [AgainstSide.twin, .base]
    guard contenders.allSatisfy(\.isAnswering),
      let reason = others.lazy.compactMap(obstacle(of:)).first
    else { return nil }
    let typed = verification.workload.keystrokes.indices.filter { index in
      verification.workload.keystrokes[index].isTyped
        && contenders[AgainstSide.own.rawValue].answers.isTimed(on: index)
    }
    let compared = typed.filter { index in
      others.map { contenders[$0.rawValue].answers }.allSatisfy { answers in
        answers.isTimed(on: index) && !answers.wrong.keystrokes.contains(index)
      }
    }
    guard compared.count >= Self.fewestKeystrokes else { return nil }
    return "\(reason); times are compared on \(compared.count) of \(typed.count) timed keystrokes, "
      + "which both builds answer rightly"
  }

  /// The difference in kind between two builds of this program; an engine may be built as it likes.
  private func buildObstacle(isOwnEngine: Bool) -> AgainstObstacle? {
    guard !isOwnEngine else { return nil }
    let builds = [AgainstSide.base, .own].map { contenders[$0.rawValue].record.engine?.build ?? "" }
    return Comparability.difference(ofBuild: builds[1], with: builds[0]).map {
      AgainstObstacle(reason: $0, side: .between)
    }
  }
}

extension Contender {
  /// The text after the name of a build that is not right, or that declines a keystroke that
  /// another answers; nil for any other build.
  fileprivate func obstacle(declinedBy all: [Set<Int>]) -> String? {
    if let example = record.counterexamples.first {
      return " answers wrongly: \(example.difference)"
    }
    guard record.status == .verified, all.allSatisfy(answers.declined.isSubset) else {
      return ": \(record.reason ?? record.status.rawValue)\(failure?.lastErrors ?? "")"
    }
    return nil
  }
}

/// Copies of programs for one fork, each in its own file.
///
/// Processes of one file share its pages, and the location of these affects their times: of two
/// files with the same bytes, one stayed 3 % slower for as long as both existed. With new files the
/// location is random again, and the interval accounts for that.
struct ProgramCopies {
  private let folder: ScratchFolder
  private var count = 0

  init() throws(FileError) { folder = try ScratchFolder() }

  /// A script is not copied, because it may look for files in its folder.
  ///
  /// Nor is an engine, which may be part of an installation.
  mutating func copy(_ engine: EngineProgram) throws -> EngineProgram {
    guard !engine.isOwn, let program = engine.launch.command.first, program.hasPrefix("/"),
      !isScript(program)
    else { return engine }
    let path = folder.file("\(count)-\(URL(filePath: program).lastPathComponent)")
    count += 1
    try ProgramCopy.write(program, to: path)
    var copy = engine.launch
    copy.command[0] = path
    return EngineProgram(copy, install: engine.install)
  }

  private func isScript(_ program: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: program) else { return true }
    return (try? file.read(upToCount: 2)) == Data("#!".utf8)
  }
}
