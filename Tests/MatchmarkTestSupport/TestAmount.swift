import Foundation
package import Testing

/// The amount of work of each kind of test: the number of seeds, cases, kills and experiments.
///
/// The amounts are decided only here, at run time, so one build serves both `./scripts/test`, which
/// does a little of everything, and `./scripts/test --all`, which does everything at full length. A
/// debug build is ten times slower and does the least. The inner loop, `./scripts/test --fast`,
/// does no more than a debug build and leaves out long suites.
package enum TestAmount {
  package enum Level: String {
    case inner, least, short, full
  }

  /// The level that `MATCHMARK_TESTS` names; by default short, or the least in a debug build.
  package static let level: Level = {
    guard let name = ProcessInfo.processInfo.environment["MATCHMARK_TESTS"] else {
      return Build.isOptimised ? .short : .least
    }
    guard let level = Level(rawValue: name) else {
      preconditionFailure("got MATCHMARK_TESTS=\(name), expected inner, least, short or full")
    }
    return level
  }()

  /// True if every test that takes ten seconds runs, rather than one of each kind.
  package static var isFull: Bool { level == .full }

  // Matchers against the oracle.
  package static let paritySeedCount = choose(12, 120, 1_500)
  package static let parityQueriesPerWorld = choose(60, 100, 200)
  package static let typingSeedCount = choose(16, 400, 400)
  package static let lawSituationCount = choose(60, 400, 1_500)
  package static let huntCaseCount = choose(30, 400, 6_000)
  /// The maximum number of rows of a hunted case; a million rows are slow in a debug build.
  package static let huntedRowCount = choose(5_000, 200_000, 1_000_000)
  /// The number of cases of one matcher after which its forms are counted, and the number of forms
  /// that may still be unreached.
  package static let coveredCaseCount = choose(150, 700, 15_000)
  package static let uncoveredFormCount = choose(34, 16, 0)

  // Faults that must be caught.
  /// The stride through the faulty matchers that must be caught on random worlds; each has a stored
  /// case as well.
  package static let faultStride = choose(6, 3, 1)
  /// The stride through the faulty matchers that a hunt must find.
  package static let huntedFaultStride = choose(12, 12, 1)
  /// The stride through the planted faults of folding that a hunt must find.
  package static let foldFaultStride = choose(4, 4, 1)
  /// The number of hunted cases that must find engines that cut something, and the number of those
  /// that may stay unfound.
  package static let cutCaseCount = choose(60, 400, 2_000)
  package static let unfoundCutCount = choose(9, 3, 0)
  package static let sessionFaultStride = choose(3, 2, 1)
  package static let sessionCount = choose(12, 60, 60)
  package static let scheduleCount = choose(500, 5_000, 100_000)
  /// The replays of a view model that must give one timeline.
  package static let replayCount = choose(5, 30, 1_000)
  package static let fieldSessionCount = choose(10, 50, 50)

  // Rows.
  /// The number of random texts that are read in pieces of several sizes.
  package static let rowTextCount = choose(2_000, 10_000, 100_000)
  /// The size of a file whose last row is refused.
  package static let refusedFileSize = choose(160_000_000, 160_000_000, 400_000_000)

  // Rankings.
  /// The number of questions to which the fuzzy finder must have the right answer.
  package static let rankedCaseCount = choose(1_000, 10_000, 60_000)
  /// The number of orders that are compared with those of each program; `scripts/test --all`
  /// asks for 10 000 in its step engines, and `scripts/test --deep orders` for 100 000.
  package static let orderCount =
    ProcessInfo.processInfo.environment["MATCHMARK_ORDERS"].flatMap { Int($0) }
    ?? choose(40, 200, 200)

  // Folding.
  package static let foldedTextCount = choose(4_000, 20_000, 300_000)
  /// The stride through the scalars of blocks without letters and marks in use.
  package static let rareScalarStride = choose(89, 89, 1)
  package static let scalarStride = choose(7, 3, 1)
  package static let adversarialStride = choose(4, 1, 1)

  // Statistics.
  package static let experimentCount = choose(60, 60, 2_000)
  package static let replicateCount = choose(80, 80, 1_000)
  /// The share of those experiments' 95 % intervals that may contain the true value.
  package static let allowedCoverage = choose(0.86...1.0, 0.86...1.0, 0.93...0.97)
  /// The share of differences of exactly the floor that may be called the same: 5 %, plus an
  /// allowance for chance.
  package static let allowedEquivalence = choose(0.15, 0.15, 0.065)
  /// The number of checks, each with all its looks.
  package static let lookExperimentCount = choose(200, 1_000, 20_000)
  /// The share of these checks that may be wrong: 5 %, plus an allowance for chance.
  package static let allowedLookError = choose(0.1, 0.07, 0.053)

  // Programs and processes.
  package static let engineMomentCount = choose(16, 16, 40)
  /// The number of runs that are killed; `scripts/test --deep kills` asks for 200.
  package static let killCount =
    ProcessInfo.processInfo.environment["MATCHMARK_KILLS"].flatMap { Int($0) } ?? choose(2, 4, 12)
  /// The number of attacks in the siege; `scripts/test --deep siege` asks for many more.
  package static let attackCount =
    ProcessInfo.processInfo.environment["MATCHMARK_ATTACKS"].flatMap { Int($0) }
    ?? choose(20, 100, 300)
  /// The number of moments at which a run that publishes its reports gets each signal.
  package static let signalCount = choose(6, 12, 40)
  /// The number of one-letter rows that a command loads while its memory is measured.
  package static let letterRowCount = choose(500_000, 1_000_000, 10_000_000)
  /// The number of units in a plan whose memory is measured.
  package static let fleetUnitCount = choose(2_000, 20_000, 1_000_000)
  /// The stride through the kinds of refused input that are measured, as a line, as a file and as a
  /// last row.
  package static let refusedInputStride = choose(6, 6, 1)
  /// The length of a line that must be refused without being copied.
  package static let longLineSize = choose(20_000_000, 20_000_000, 100_000_000)
  /// The stride through the strange numbers that an option gets.
  package static let strangeNumberStride = choose(7, 4, 1)
  /// The stride through the formats that are killed while they are written.
  package static let killedFormatStride = choose(3, 3, 1)
  /// The number of cells of a report that is killed; with fewer cells, it could be finished before
  /// the kill.
  package static let killedReportCellCount = 1_500

  // Reports.
  /// The number of cases in the JUnit report whose memory is measured.
  package static let junitCaseCount = choose(80_000, 120_000, 500_000)
  /// The number of cells in a record whose page a browser must open.
  package static let pageCellCount = choose(10_000, 10_000, 50_000)
  /// The number of cells in a record whose names alone are too long for a job summary.
  package static let summaryCellCount = choose(500, 500, 2_000)
  /// The divisor of the size of an extremely large record.
  package static let monsterDivisor = choose(25, 25, 1)

  /// Returns the elements that this run uses: all at full length, otherwise the first few.
  package static func first<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    isFull ? elements : Array(elements.prefix(count))
  }

  private static func choose<Amount>(_ least: Amount, _ short: Amount, _ full: Amount) -> Amount {
    switch level {
    case .inner, .least: least
    case .short: short
    case .full: full
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a suite that takes two seconds of processor time or more out of the inner loop; the
  /// only exception is the basic suite of the commands.
  package static var long: Self {
    .enabled(if: TestAmount.level != .inner, "long suites are no part of --fast")
  }
}

extension Array {
  /// Returns every `stride`-th element, starting with the first.
  package func every(_ stride: Int) -> [Element] {
    enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }
}
