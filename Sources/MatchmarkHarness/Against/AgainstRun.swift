import MatchmarkCore
package import MatchmarkEngines
package import MatchmarkMeasurement

/// Runs the matchers of two builds, each as an engine that is restarted for every fork.
///
/// The two are participants like any others: loaded, verified and measured as in every run. Both
/// are asked the same keystroke in direct succession, in an order that is balanced and drawn again;
/// so whatever the machine does affects both. A fork is a fresh process of each, and the interval
/// is computed from forks: the memory layout differs from process to process, and within one
/// process no number of rounds shows that.
package struct AgainstRun {
  private var plan: Plan
  private let base: EngineProgram.OfMatcher
  private let own: EngineProgram.OfMatcher
  private let observe: (Double) -> Void

  /// - Parameters:
  ///   - plan: what to run; only its matchers take part.
  ///   - base: how the other build serves a matcher.
  ///   - own: how this build serves a matcher.
  ///   - observe: called with the fraction that is done.
  package init(
    _ plan: Plan, base: @escaping EngineProgram.OfMatcher,
    own: @escaping EngineProgram.OfMatcher, observe: @escaping (Double) -> Void = { _ in }
  ) {
    self.plan = plan.ofMatchers
    // No keystroke is left out: each is compared with the same one of the other build.
    self.plan.suite.effort.roundSeconds = .infinity
    self.base = base
    self.own = own
    self.observe = observe
  }

  /// Measures matchers on cells.
  ///
  /// - Parameters:
  ///   - forks: the numbers of the forks; each fork has its own order.
  ///   - earlier: the results of earlier forks, to which the new ones are added.
  ///   - isWanted: whether to measure a matcher on a cell.
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
      var verification = try Verification(cell, effort: plan.suite.effort, ledger: .empty)
      try verification.askOracle(seed: plan.suite.seed)
      for matcher in matchers {
        let known = results.firstIndex { $0.cell.id == cell.plan.id && $0.matcher == matcher }
        let position = known ?? results.count
        if position == results.count {
          results.append(AgainstResult(cell: cell.record(verification, []), matcher: matcher))
        }
        try measure(&results[position], on: cell, verification, forks) { fraction in
          observe((doneCount + fraction) / count)
        }
        doneCount += 1
      }
    }
    return results
  }

  /// Measures one matcher in all forks.
  private func measure(
    _ result: inout AgainstResult, on cell: LoadedCell, _ verification: Verification,
    _ forks: Range<Int>, progress: (Double) -> Void
  ) throws {
    var own = result.cell.matchers.first ?? MatcherRecord(id: result.matcher)
    for number in forks {
      var fork = AgainstFork(verification, suite(ofFork: number))
      try fork.run(on: cell, base: base(result.matcher), own: self.own(result.matcher))
      own.build = fork.own?.build ?? own.build
      if let obstacle = fork.obstacle {
        (result.reason, result.isSkipped) = (obstacle.reason, obstacle.isOfAll)
        if let record = fork.own, record.status != .skipped {
          (own.status, own.counterexamples) = (record.status, record.counterexamples)
        }
        break
      }
      result.base += fork.samples(of: .base, fork: number)
      result.twin += fork.samples(of: .twin, fork: number)
      result.own += fork.samples(of: .own, fork: number)
      progress(Double(number + 1 - forks.lowerBound) / Double(forks.count))
    }
    own.reason = result.reason
    own.packedSamples = SamplePacking.pack(result.own)
    if own.status == .verified, result.reason == nil {
      own.figures = FigureCalculation(
        keystrokes: result.cell.keystrokes, rowCount: cell.corpus.rowCount, samples: result.own,
        warmUpRounds: 0
      ).figures()
    } else if own.status == .verified {
      own.status = .skipped
    }
    result.cell.matchers = [own]
  }

  /// The fewest rounds of a fork.
  private static let minimumRounds = 3

  /// The suite of one fork: its share of the time, in its own order.
  ///
  /// Verification serves as the warm-up, and there is no other matcher to compute ratios to.
  private func suite(ofFork number: Int) -> Suite {
    var suite = plan.suite
    suite.seed &+= UInt64(number)
    suite.reference = ""
    suite.effort.warmUpRounds = 0
    suite.effort.minimumRounds = min(Self.minimumRounds, suite.effort.maximumRounds)
    suite.effort.cellSeconds /= Double(plan.participants.count)
    return suite
  }
}

/// One matcher of two builds on one cell.
package struct AgainstResult: Sendable {
  package var cell: CellRecord
  package var matcher: String
  /// The samples of the other build, of its twin, and of this build, over all forks.
  package var base: [Sample] = []
  package var twin: [Sample] = []
  package var own: [Sample] = []
  /// Why there is nothing to compare; nil if there is.
  package var reason: String?
  /// Whether neither build answers the cell.
  package var isSkipped = false
}

extension EngineProgram {
  /// How a build of this program serves a matcher.
  package typealias OfMatcher = @Sendable (String) -> EngineLaunch
}
