import MatchmarkCore
import MatchmarkDatasets
import MatchmarkMeasurement
import MatchmarkSession
import MatchmarkSystem

/// One loaded cell: the rows, the keystrokes, and what a record says about both.
struct LoadedCell {
  let plan: CellPlan
  let corpus: FoldedCorpus
  let workload: Workload
  private let rows: LoadedCorpus
  private let workloadIdentity: String
  private let foldNanoseconds: Int

  /// Folds the rows, and generates or loads the typing sessions.
  ///
  /// - Throws: what loading a workload throws, ``CorpusError`` and ``WorkloadError``.
  init(_ plan: CellPlan, of rows: LoadedCorpus) throws {
    self.plan = plan
    self.rows = rows
    let start = MonotonicClock.now()
    corpus = try FoldedCorpus(rows.corpus, profile: plan.profile)
    foldNanoseconds = Int(MonotonicClock.now() - start)
    let traces = try plan.workload.traces(for: corpus)
    workload = try Workload(traces, in: corpus, settings: plan.workload.settings)
    workloadIdentity = TraceFile.identity(of: traces)
  }

  /// The file that engines read, written when the first one needs it.
  func rowsFile() throws(FileError) -> RowsFile { try rows.rowsFile() }

  /// Whether a record is about these rows, this profile and these keystrokes.
  func isMeasured(by record: CellRecord) -> Bool {
    record.corpus.identity == rows.identity && record.profile == plan.profile
      && record.workloadIdentity == workloadIdentity
      && record.keystrokes.map(\.query) == workload.keystrokes.map(\.query)
  }

  /// What a record says about the cell and its participants.
  func record(_ verification: Verification, _ matchers: [MatcherRecord]) -> CellRecord {
    var corpusRecord = CorpusRecord(
      name: plan.corpus.name, family: plan.corpus.family, rowCount: corpus.rowCount,
      sizeInBytes: rows.corpus.sizeInBytes, identity: rows.identity,
      foldNanoseconds: foldNanoseconds, foldedSizeInBytes: corpus.sizeInBytes)
    corpusRecord.usedSizeInBytes = corpus.usedSizeInBytes
    let keystrokes = zip(workload.keystrokes, verification.expected).map { entry, expected in
      KeystrokeRecord(
        trace: entry.trace, query: entry.query, eventClass: entry.eventClass.rawValue,
        matchCount: expected?.count)
    }
    return CellRecord(
      corpus: corpusRecord, profile: plan.profile, workloadIdentity: workloadIdentity,
      keystrokes: keystrokes,
      verification: VerificationRecord(
        keystrokeCount: keystrokes.count, oracleCount: verification.askedOracle.count),
      matchers: matchers)
  }
}

/// A corpus kept from one cell to the next, with its identity.
final class LoadedCorpus {
  let name: String
  let corpus: Corpus
  let identity: String
  private var writtenRows: RowsFile?

  init(_ plan: CorpusPlan) throws {
    name = plan.name
    corpus = try plan.load()
    identity = CorpusIdentity(of: corpus).description
  }

  fileprivate func rowsFile() throws(FileError) -> RowsFile {
    if let writtenRows { return writtenRows }
    let file = try RowsFile(corpus)
    writtenRows = file
    return file
  }
}
