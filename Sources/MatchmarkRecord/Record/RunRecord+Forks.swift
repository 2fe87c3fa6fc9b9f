/// The reason why records of several processes cannot be merged.
package enum ForkError: Error, Hashable, Sendable {
  case none
  case different(fork: Int, what: String)
  case unreadable(fork: Int)
}

extension ForkError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none: "got no fork, expected at least one"
    case .different(let fork, let what): "fork \(fork) differs from the first: \(what)"
    case .unreadable(let fork): "the samples of fork \(fork) cannot be read"
    }
  }
}

extension RunRecord {
  /// Merges the records of several processes that measured the same things: their samples are
  /// joined, and the figures are computed again.
  ///
  /// Two processes of one program differ because of their memory layout, and only several processes
  /// show by how much.
  ///
  /// - Complexity: that of the figures, O(n log n) for n samples.
  package init(forks: [RunRecord]) throws(ForkError) {
    guard let first = forks.first else { throw .none }
    try Self.requireSame(forks)
    self = first
    ending = nil
    for fork in forks.dropFirst() { context.add(fork.context) }
    for index in cells.indices {
      let first = cells[index]
      var merging = CellMerging(first, suite: suite)
      for (fork, record) in forks.enumerated() {
        guard let cell = record.cells.first(where: { $0.id == first.id }) else { continue }
        try merging.add(cell, fork: fork)
      }
      cells[index] = merging.cell()
    }
    warnings = Warnings.about(context, cells, reference: suite.reference)
  }

  /// Throws an error unless all forks measured the same things.
  ///
  /// Samples of two processes may be merged only if their ratios could be compared; a later process
  /// may have only some of the cells and matchers of the first.
  private static func requireSame(_ forks: [RunRecord]) throws(ForkError) {
    let first = Baseline(outlineOf: forks[0])
    for (fork, record) in forks.enumerated() {
      let isPart = record.cells.allSatisfy { cell in
        let whole = forks[0].cells.first { $0.id == cell.id }?.matchers.map(\.id) ?? []
        return cell.matchers.allSatisfy { whole.contains($0.id) }
      }
      guard isPart else { throw .different(fork: fork, what: "other cells or matchers") }
      if let what = Comparability(of: Baseline(outlineOf: record), with: first).differences.first {
        throw .different(fork: fork, what: what)
      }
    }
  }
}

extension RunContext {
  /// Adds a later run: its time, the name of its machine, and the worse of the two disturbances of
  /// each kind.
  package mutating func add(_ later: RunContext) {
    durationInSeconds += later.durationInSeconds
    if !host.name.split(separator: ", ").contains(Substring(later.host.name)) {
      host.name += ", \(later.host.name)"
    }
    host.loadAfter = later.host.loadAfter
    host.stolenShare = [host.stolenShare, later.host.stolenShare].compactMap(\.self).max()
    host.foreignCores = [host.foreignCores, later.host.foreignCores].compactMap(\.self).max()
  }
}

/// A merge of the cells of several forks.
private struct CellMerging {
  private let suite: SuiteRecord
  private let first: CellRecord
  /// The records by matcher, then fork.
  private var records: [[MatcherRecord]]
  private var samples: [[Sample]]
  private var twin: [Sample] = []
  private var oracleNanoseconds = 0

  init(_ first: CellRecord, suite: SuiteRecord) {
    self.first = first
    self.suite = suite
    records = Array(repeating: [], count: first.matchers.count)
    samples = Array(repeating: [], count: first.matchers.count)
  }

  mutating func add(_ cell: CellRecord, fork: Int) throws(ForkError) {
    oracleNanoseconds += cell.verification.oracleNanoseconds ?? 0
    do {
      for matcher in cell.matchers {
        guard let position = first.matchers.firstIndex(where: { $0.id == matcher.id })
        else { continue }
        records[position].append(matcher)
        samples[position] += try SamplePacking.unpack(matcher.packedSamples).ofFork(fork)
      }
      if let noise = cell.noise {
        twin += try SamplePacking.unpack(noise.packedSamples).ofFork(fork)
      }
    } catch { throw .unreadable(fork: fork) }
  }

  func cell() -> CellRecord {
    var merged = first
    if merged.verification.oracleNanoseconds != nil {
      merged.verification.oracleNanoseconds = oracleNanoseconds
    }
    merged.matchers = first.matchers.indices.map { matcher($0) }
    let base = merged.matchers.firstIndex { $0.id == suite.reference && $0.isRanked }
      .map { calculation($0) }
    merged.noise = base?.noise(ofTwin: twin, suite.reference, seed: suite.seed)
    for position in merged.matchers.indices where merged.matchers[position].answers?.figures != nil
    {
      merged.matchers[position].answers?.figures = calculation(position)
        .figures(outOfRankNextTo: base, seed: suite.seed)
    }
    merged.settle(reference: suite.reference, seed: suite.seed)
    return merged
  }

  private func calculation(_ position: Int) -> FigureCalculation {
    first.calculation(
      samples[position], warmUpRounds: first.matchers.first?.warmUpRounds ?? 0)
  }

  /// Returns a matcher with the samples of all forks; its other properties come from the first fork
  /// in which it was wrong or unranked, otherwise from the first fork.
  private func matcher(_ position: Int) -> MatcherRecord {
    let own = records[position]
    var matcher = own.first(where: \.isWrong) ?? own.first { $0.reasonNotToRank != nil } ?? own[0]
    matcher.wallSeconds = own.map(\.wallSeconds).reduce(into: [:]) {
      $0.merge($1, uniquingKeysWith: +)
    }
    matcher.packedSamples = SamplePacking.pack(samples[position])
    let figures = own.compactMap(\.figures)
    matcher.figures = matcher.status == .verified ? calculation(position).figures() : nil
    matcher.figures?.coldFirstKey = Quantile.median(figures.map(\.coldFirstKey)) ?? 0
    matcher.figures?.repeatedToUnseen = Quantile.median(figures.compactMap(\.repeatedToUnseen))
    matcher.figures?.paced = figures.first?.paced
    return matcher
  }
}
