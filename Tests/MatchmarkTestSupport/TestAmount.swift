import Foundation

/// How much each kind of test does: how many seeds, cases, kills, experiments.
///
/// This is the only place that says so, and it is read from the environment, so one build serves
/// both `./scripts/test`, which is short, and `./scripts/test --all`, which sets
/// `MATCHMARK_TESTS=full`.
package enum TestAmount {
  /// Whether this is the full run.
  package static let isFull: Bool = {
    let wanted = ProcessInfo.processInfo.environment["MATCHMARK_TESTS"] ?? "short"
    precondition(
      ["short", "full"].contains(wanted),
      "got MATCHMARK_TESTS=\(wanted), expected short or full")
    return wanted == "full"
  }()

  // Matchers against the oracle.
  package static let paritySeedCount = short(12, full: 1_500)
  package static let parityQueriesPerWorld = short(60, full: 200)
  package static let typingSeedCount = short(16, full: 400)
  package static let lawSituationCount = short(60, full: 1_500)
  package static let huntCaseCount = short(30, full: 6_000)
  /// Cases of one matcher after which its forms are counted, and how many may not be reached yet.
  package static let coveredCaseCount = short(40, full: 6_000)
  package static let uncoveredFormCount = short(34, full: 0)

  // Faults that must be caught.
  /// Every how many-th of the faulty matchers is caught on random worlds; all have a stored case.
  package static let faultStride = short(6, full: 1)
  /// Every how many-th of the faulty matchers a hunt must find.
  package static let huntedFaultStride = short(12, full: 1)
  package static let sessionFaultStride = short(3, full: 1)
  package static let sessionCount = short(12, full: 60)
  package static let fieldSessionCount = short(10, full: 50)

  // Folding.
  package static let foldedTextCount = short(4_000, full: 300_000)
  /// Every how many-th scalar is folded where there are no letters and marks in use.
  package static let rareScalarStride = short(89, full: 1)
  package static let scalarStride = short(7, full: 1)
  package static let adversarialStride = short(4, full: 1)

  // Statistics.
  package static let experimentCount = short(60, full: 2_000)
  package static let replicateCount = short(80, full: 1_000)
  /// How often an interval of 95 % may hold the truth, in that many experiments.
  package static let allowedCoverage = short(0.86...1.0, full: 0.93...0.97)

  // Programs and processes.
  package static let engineMomentCount = short(16, full: 60)
  /// `scripts/test --deep kills` asks for 200.
  package static let killCount =
    ProcessInfo.processInfo.environment["MATCHMARK_KILLS"].flatMap { Int($0) }
    ?? short(2, full: 25)
  package static let killedReportCellCount = short(300, full: 1_500)
  /// Whether every test that counts instructions runs, each some ten seconds, or only two of them.
  package static let countsEverything = isFull

  // Reports.
  /// The part of a monstrous record that is made: one in so many.
  package static let monsterDivisor = short(25, full: 1)

  /// The elements that this run takes: all in a full run, the first few in a short one.
  package static func first<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    isFull ? elements : Array(elements.prefix(count))
  }

  private static func short<Amount>(_ amount: Amount, full: Amount) -> Amount {
    isFull ? full : amount
  }
}

extension Array {
  /// Every `stride`-th element, the first one included.
  package func every(_ stride: Int) -> [Element] {
    enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }
}
