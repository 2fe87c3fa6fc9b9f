import MatchmarkMeasurement
import MatchmarkSession

/// When a cell has been measured enough.
///
/// After the minimum number of rounds, measuring continues until the widest interval among the
/// ratios to the reference matcher is narrow enough, or the time is spent. The part of its width
/// that other queries would change is left out, because more rounds do not narrow it. Measuring
/// never continues until the figures please: an interval's width does not depend on its position.
struct StopRule {
  let effort: Effort
  /// The matcher that ratios are relative to.
  let reference: String
  let seed: UInt64
  /// For each keystroke of the workload, whether it counts in the headline figures.
  let isTyped: [Bool]

  /// Replicates for a width that only has to be compared with another.
  private static let replicateCount = 100

  /// Why to stop now; nil to continue.
  ///
  /// - Parameters:
  ///   - measured: rounds so far, without the warm-up.
  ///   - elapsedSeconds: since measuring began.
  func stop(after measured: Int, elapsedSeconds: Double, _ contenders: [Contender]) -> StopRecord? {
    guard measured >= effort.minimumRounds else { return nil }
    let width = widestInterval(contenders)
    func record(_ reason: StopRecord.Reason) -> StopRecord {
      StopRecord(reason: reason, widestInterval: width, targetWidth: effort.targetWidth)
    }
    if let width, width <= effort.targetWidth { return record(.width) }
    if elapsedSeconds >= effort.cellSeconds { return record(.time) }
    return measured >= effort.maximumRounds ? record(.rounds) : nil
  }

  /// The widest interval; a sampled contender has only its few rounds and cannot get narrower.
  private func widestInterval(_ contenders: [Contender]) -> Double? {
    guard
      let base = contenders.first(where: {
        $0.participant.id == reference && !$0.isTwin && $0.isRight
      })
    else { return nil }
    let below = measured(base)
    let bootstrap = HierarchicalBootstrap(seed: seed, replicateCount: Self.replicateCount)
    return contenders.compactMap { contender -> Double? in
      guard contender.participant.id != reference, contender.isRight, contender.record.isRanked,
        !contender.record.isSampled,
        let ratios = PairedRatios(measured(contender), to: below, where: { isTyped[$0] })
      else { return nil }
      return bootstrap.interval(RatioComparison(ratios: ratios))?.repetitionWidth
    }.max()
  }

  private func measured(_ contender: Contender) -> [Sample] {
    contender.samples.filter { $0.round >= effort.warmUpRounds }
  }
}

extension StopRule {
  init(suite: Suite, workload: Workload) {
    self.init(
      effort: suite.effort, reference: suite.reference, seed: suite.seed,
      isTyped: workload.keystrokes.map(\.eventClass.isTyped))
  }
}

extension EventClass {
  /// Whether the keystroke counts in the headline figures; whole-list answers have their own.
  package var isTyped: Bool { self != .browse && self != .suggestions }
}
