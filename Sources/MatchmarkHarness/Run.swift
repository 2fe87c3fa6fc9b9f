import Foundation
import MatchmarkCore
package import MatchmarkRecord
import MatchmarkSystem

/// An event that a run reports to its observer.
package enum RunEvent: Sendable {
  /// A cell begins; the first one is 0.
  case cellStarted(index: Int, count: Int, id: String)
  /// The fraction of all cells that is done.
  case progressed(Double)
  /// A fresh process of each side of a comparison starts; the first one is 0. If the count of them
  /// does not decide, more follow.
  case forkStarted(Int, count: Int, of: String, in: String)
  /// A matcher is being built: the current step, and the fraction that is done.
  case building(matcher: String, step: String, fraction: Double)
  case cellFinished(CellRecord)
}

/// The run of a plan: for each cell load, fold, type, verify and time; then the record.
package struct Run {
  private let plan: Plan
  private let readingCost: Double
  private let failsFast: Bool
  /// The store of cells that are finished before the run ends; nil to keep none.
  private let kept: KeptCells?
  private let observe: @Sendable (RunEvent) -> Void

  package init(
    _ plan: Plan, readingCost: Double, failsFast: Bool = false, kept: KeptCells? = nil,
    observe: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.plan = plan
    self.readingCost = readingCost
    self.failsFast = failsFast
    self.kept = kept
    self.observe = observe
  }

  /// Runs every cell, or takes its result from an earlier, interrupted run.
  ///
  /// - Parameter context: as of the start.
  /// - Throws: the errors of loading a corpus or a workload, and ``WorkloadError``; a matcher's
  ///   errors are in the record instead.
  package func record(_ kind: RunRecord.Kind, in context: RunContext) throws -> RunRecord {
    let period = RunPeriod(context)
    let count = plan.suite.cells.count
    var cells: [CellRecord] = []
    var corpora = LastCorpus()
    for (index, cell) in plan.suite.cells.enumerated() {
      observe(.cellStarted(index: index, count: count, id: cell.id))
      let loaded = try LoadedCell(cell, of: try corpora.load(cell.corpus))
      if let earlier = kept?.cell(index, of: plan, as: loaded) {
        cells.append(earlier)
      } else {
        let period = RunPeriod(context.asOfNow)
        var run = try CellRun(loaded, of: plan, readingCost: readingCost, observe: observe)
        cells.append(
          try run.record { fraction in
            observe(.progressed((Double(index) + min(max(fraction, 0), 1)) / Double(count)))
          })
        kept?.keep(cells[index], index, of: plan, in: period.ended)
      }
      observe(.cellFinished(cells[index]))
      if failsFast, cells[index].matchers.contains(where: \.isWrong) { break }
    }
    return plan.record(kind, of: cells, in: period.ended)
  }
}

/// The period of a run or of a cell, for the facts that are known only at its end.
package struct RunPeriod {
  private let context: RunContext
  private let start = MachineSnapshot.current()

  /// Begins now.
  package init(_ context: RunContext) { self.context = context }

  /// The context, with the duration, the load and the shares of the period that ends now.
  package var ended: RunContext {
    let end = MachineSnapshot.current()
    var context = context
    context.durationInSeconds = Double(end.nanoseconds - start.nanoseconds) / 1e9
    context.host.loadAfter = MachineFacts.load
    context.host.stolenShare = end.stolenShare(since: start)
    context.host.foreignCores = end.foreignCores(
      since: start, coreCount: context.host.coreCount)
    return context
  }
}

extension RunContext {
  /// The same context with the time and the load of this moment.
  fileprivate var asOfNow: RunContext {
    var context = self
    context.startedAt = Date().formatted(.iso8601)
    context.host.loadBefore = MachineFacts.load
    return context
  }
}
