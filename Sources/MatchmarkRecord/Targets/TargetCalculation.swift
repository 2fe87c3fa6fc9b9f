/// A calculation of the values that a run reached for its targets.
///
/// A ratio is the quotient of two figures over the same keystrokes and rounds. A value that was not
/// measured is reported, too, with the reason: a target is never silently absent.
package struct TargetCalculation: Sendable {
  private let suite: SuiteRecord
  private let cells: [CellRecord]

  package init(_ record: RunRecord) {
    suite = record.suite
    cells = record.cells
  }

  /// Returns one finding for each cell of the target; for growth, one over all of them.
  ///
  /// - Complexity: that of the bootstrap, a few hundred times the samples of the target's cells.
  package func findings(_ target: Target) -> [TargetFinding] {
    target.statistic.isGrowth
      ? [growth(target)] : target.cells.map { finding(target, on: $0) }
  }

  private func finding(_ target: Target, on cell: String) -> TargetFinding {
    do throws(NotMeasured) {
      let cell = try self.cell(cell)
      return target.statistic.isOfKeystrokes
        ? try ofKeystrokes(target, cell) : try ofBuilding(target, cell)
    } catch {
      return TargetFinding(target, on: [cell], notMeasured: error.reason)
    }
  }

  private struct NotMeasured: Error {
    let reason: String
  }

  private func cell(_ id: String) throws(NotMeasured) -> CellRecord {
    guard let cell = cells.first(where: { $0.id == id }) else {
      throw NotMeasured(reason: "\(id) was not run")
    }
    return cell
  }

  /// Returns a participant that may be compared; one that was wrong, failed or is missing has no
  /// figure.
  private func ranked(_ id: String, _ cell: CellRecord) throws(NotMeasured) -> MatcherRecord {
    guard let matcher = cell.matchers.first(where: { $0.id == id }) else {
      throw NotMeasured(reason: "\(id) did not take part")
    }
    guard matcher.status == .verified else {
      let reason = matcher.reason.map { ": \($0)" } ?? ""
      throw NotMeasured(reason: "\(id) is \(matcher.state)\(reason)")
    }
    if let reason = matcher.reasonNotToRank { throw NotMeasured(reason: "\(id): \(reason)") }
    return matcher
  }

  // MARK: Building

  private func ofBuilding(
    _ target: Target, _ cell: CellRecord
  ) throws(NotMeasured) -> TargetFinding {
    let own = try cost(target.participant, target, cell)
    var finding = TargetFinding(target, on: [cell.id])
    finding.value = own
    if let incumbent = target.incumbent {
      let theirs = try cost(incumbent, target, cell)
      guard theirs > 0 else { throw NotMeasured(reason: "\(incumbent) reports a cost of zero") }
      (finding.participantValue, finding.incumbentValue) = (own, theirs)
      finding.value = own / theirs
    }
    return finding
  }

  private func cost(
    _ id: String, _ target: Target, _ cell: CellRecord
  ) throws(NotMeasured) -> Double {
    guard let build = try ranked(id, cell).build else {
      throw NotMeasured(reason: "\(id) did not report the cost of building")
    }
    guard target.statistic == .indexSize else { return Double(build.nanoseconds) }
    guard let size = cell.corpus.usedSizeInBytes, size > 0 else {
      throw NotMeasured(reason: "the record does not state the size of the text of \(cell.id)")
    }
    return Double(build.indexSizeInBytes) / Double(size)
  }

  // MARK: Keystrokes

  private func ofKeystrokes(
    _ target: Target, _ cell: CellRecord
  ) throws(NotMeasured) -> TargetFinding {
    let side = try quantiles(target, cell)
    var finding = TargetFinding(target, on: [cell.id])
    finding.keystrokeCount = side.quantiles[0].keystrokeCount
    finding.wantedKeystrokeCount = side.wantedCount
    let values = side.quantiles.map { $0.value ?? 0 }
    finding.value = Self.quotient([values])
    if values.count > 1 {
      (finding.participantValue, finding.incumbentValue) = (values[0], values[1])
    }
    var bootstrap = bootstrap(target, cell.id)
    finding.bounds = bootstrap.bounds(of: [side.quantiles], figure: Self.quotient)
    return finding
  }

  /// Returns the participant's figure, divided by the incumbent's if there is one.
  private static func quotient(_ values: [[Double]]) -> Double? {
    guard let group = values.first, let own = group.first else { return nil }
    guard group.count > 1 else { return own }
    // No measured time is below a picosecond.
    return own / max(group[1], 1e-3)
  }

  private func bootstrap(_ target: Target, _ cell: String) -> QuantileBootstrap {
    QuantileBootstrap(seed: suite.seed, stream: "targets/\(target.what)/\(cell)")
  }

  /// Returns the figures of the participant and of the incumbent over the keystrokes that both were
  /// asked.
  private func quantiles(
    _ target: Target, _ cell: CellRecord
  ) throws(NotMeasured) -> (quantiles: [MedianQuantile], wantedCount: Int) {
    let probability = target.statistic.probability ?? 0.5
    let wanted = cell.keystrokes.indices.filter {
      target.includes(cell.keystrokes[$0], of: cell.profile)
    }
    guard !wanted.isEmpty else { throw NotMeasured(reason: "\(cell.id) has no such keystroke") }
    let ids = [target.participant, target.incumbent].compactMap(\.self)
    let sides = try ids.map { id throws(NotMeasured) in try times(of: id, target, cell) }
    let rounds = sides.dropFirst().reduce(Set(sides[0].keys)) { $0.intersection($1.keys) }.sorted()
    let keystrokes = wanted.filter { keystroke in
      sides.allSatisfy { side in rounds.allSatisfy { side[$0]?[keystroke] != nil } }
    }
    guard !rounds.isEmpty, !keystrokes.isEmpty else {
      throw NotMeasured(reason: "no such keystroke was timed for each participant")
    }
    if probability == 0.99,
      let reason = Self.reasonWithoutP99(of: keystrokes.count, on: cell.id)
    {
      throw NotMeasured(reason: reason)
    }
    let quantiles = sides.map { side in
      MedianQuantile(
        keystrokes.map { keystroke in rounds.compactMap { side[$0]?[keystroke] } },
        sessions: keystrokes.map { cell.keystrokes[$0].trace }, probability: probability)
    }
    return (quantiles, wanted.count)
  }

  /// Returns the reason why this many keystrokes have no p99; nil if they have one.
  static func reasonWithoutP99(of count: Int, on cell: String) -> String? {
    count < Tails.fewestForP99
      ? "a p99 needs \(Tails.fewestForP99) keystrokes, \(cell) has \(count)" : nil
  }

  /// Returns the times of one participant by turn and keystroke, without warm-up rounds.
  private func times(
    of id: String, _ target: Target, _ cell: CellRecord
  ) throws(NotMeasured) -> [Turn: [Int: Double]] {
    let matcher = try ranked(id, cell)
    let packed =
      target.delivery == suite.delivery
      ? matcher.packedSamples
      : matcher.otherDeliveries?.first { $0.delivery == target.delivery }?.packedSamples
    guard let packed, !packed.isEmpty else {
      throw NotMeasured(reason: "\(id) was not timed for a \(target.delivery.rawValue)")
    }
    guard let samples = try? SamplePacking.unpack(packed) else {
      throw NotMeasured(reason: "the samples of \(id) cannot be read")
    }
    return samples.times { $0.round >= matcher.warmUpRounds }
  }

  // MARK: Growth

  private func growth(_ target: Target) -> TargetFinding {
    do throws(NotMeasured) {
      let sides = try target.cells.map { id throws(NotMeasured) in
        let cell = try self.cell(id)
        let side = try quantiles(target, cell)
        return (rowCount: cell.corpus.rowCount, group: side.quantiles, wanted: side.wantedCount)
      }
      let groups = sides.map(\.group)
      var finding = TargetFinding(target, on: target.cells)
      finding.keystrokeCount = groups.reduce(0) { $0 + $1[0].keystrokeCount }
      finding.wantedKeystrokeCount = sides.reduce(0) { $0 + $1.wanted }
      func exponent(_ values: [[Double]]) -> Double? {
        let points = zip(sides, values).map { side, group in
          GrowthLaw.Point(rowCount: side.rowCount, time: group.first ?? 0)
        }
        return GrowthLaw(points)?.fit?.exponent
      }
      finding.value = exponent(groups.map { $0.map { $0.value ?? 0 } })
      guard finding.value != nil else {
        throw NotMeasured(reason: "growth needs three sizes")
      }
      var bootstrap = bootstrap(target, "")
      finding.bounds = bootstrap.bounds(of: groups, figure: exponent)
      return finding
    } catch {
      return TargetFinding(target, on: target.cells, notMeasured: error.reason)
    }
  }
}
