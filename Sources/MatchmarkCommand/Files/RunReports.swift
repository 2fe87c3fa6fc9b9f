import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

/// The reports of a run: a folder for each plan, and the history of records that they share.
struct RunReports {
  private let history: RunHistory
  /// The folders, in the order of the plans; all are claimed before anything takes time.
  private let folders: [ReportsFolder]

  init(in path: String, of plans: [Plan], _ context: ProgramContext) throws(InputError) {
    let reports = try ReportsFolder(path, replacing: context.replacement)
    history = RunHistory(in: reports.path, context)
    folders = try reports.folders(plans.map(\.suite.name))
  }

  /// Writes the reports of a plan, and adds its record to the history.
  ///
  /// - Returns: the change since the previous run, and the files.
  func write(
    _ rendering: RecordRendering, ofPlan index: Int
  ) throws(InputError) -> [String] {
    let change = history.change(of: rendering.record)
    let files = try folders[index].write(rendering) { batch in
      try history.add(rendering, to: batch)
    }
    history.prune()
    return [change, RecordPrinter.remark(onReports: files)]
  }
}
