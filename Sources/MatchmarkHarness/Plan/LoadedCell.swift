package import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkRecord
package import MatchmarkSession
import MatchmarkSystem

/// One loaded cell: the rows, the keystrokes, and what a record says about both.
struct LoadedCell {
  let plan: CellPlan
  let corpus: FoldedCorpus
  let workload: Workload
  let rows: LoadedCorpus
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
    workloadIdentity = plan.workload.identity(of: traces)
  }

  /// The rows as engines read them; cells that find sets share the file of their corpus.
  func rowsFile() throws -> RowsFile {
    corpus.profile.rank == nil ? try rows.file() : try RowsFile(of: corpus)
  }

  /// Returns true if a record is about these rows, this profile and these keystrokes.
  func isMeasured(by record: CellRecord) -> Bool {
    record.corpus.identity == rows.identity && record.profile == plan.profile
      && record.workloadIdentity == workloadIdentity
      && record.keystrokes.map(\.query) == workload.keystrokes.map(\.query)
  }

  /// The record of the cell, without its participants.
  func record(_ verification: Verification) -> CellRecord {
    var corpusRecord = CorpusRecord(
      name: plan.corpus.name, family: plan.corpus.family, rowCount: corpus.rowCount,
      sizeInBytes: rows.corpus.sizeInBytes, identity: rows.identity,
      foldNanoseconds: foldNanoseconds, foldedSizeInBytes: corpus.sizeInBytes)
    corpusRecord.usedSizeInBytes = corpus.usedSizeInBytes
    corpusRecord.ownRowCount = plan.corpus.ownRowCount
    var keystrokes = workload.keystrokes
    for (index, expected) in verification.expected.enumerated() {
      keystrokes[index].matchCount = expected?.count
    }
    var record = CellRecord(
      corpus: corpusRecord, profile: plan.profile, workloadIdentity: workloadIdentity,
      keystrokes: keystrokes,
      verification: VerificationRecord(
        // In the order of a specification, only what the oracle answers, or all rankers agree on,
        // is judged.
        keystrokeCount: corpus.profile.rank?.spec == nil
          ? keystrokes.count : verification.expected.count { $0 != nil },
        oracleCount: verification.askedOracle.count,
        oracleNanoseconds: Int(verification.oracleNanoseconds)),
      matchers: [])
    if corpus.profile.rank == .own { record.verification.lawCount = verification.lawCount }
    // The shares are about the rules of sets.
    record.needs = corpus.profile.rank == nil ? verification.needs : nil
    return record
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

  /// The file that engines read, written when the first one needs it.
  func file() throws(FileError) -> RowsFile {
    if let writtenRows { return writtenRows }
    let file = try RowsFile(corpus)
    writtenRows = file
    return file
  }
}

/// The corpus that was loaded last; cells that follow each other often share their rows.
struct LastCorpus {
  private var last: LoadedCorpus?

  /// - Throws: the errors of loading it.
  mutating func load(_ plan: CorpusPlan) throws -> LoadedCorpus {
    if let last, last.name == plan.name { return last }
    let loaded = try LoadedCorpus(plan)
    last = loaded
    return loaded
  }
}

/// The reason why a workload cannot be run: an event is impossible, or a query is beyond the
/// contract.
package struct WorkloadError: Error, CustomStringConvertible {
  package let description: String
}

/// The keystrokes of all traces, and where each trace begins and ends.
package struct Workload: Sendable {
  package private(set) var keystrokes: [KeystrokeRecord] = []
  /// The keystrokes of each trace that asks anything.
  package private(set) var traces: [Range<Int>] = []

  /// Replays the traces over a corpus.
  ///
  /// - Parameter settings: the app's choices; a conversion rule turns keys into tokens.
  package init(
    _ traces: [Trace], in corpus: FoldedCorpus, settings: SessionSettings = SessionSettings()
  ) throws(WorkloadError) {
    let session = SearchSession(for: corpus, settings: settings)
    var resolved = ResolvedQuery()
    for trace in traces {
      let start = keystrokes.count
      let asked: [(keystroke: Keystroke, isComposed: Bool)]
      do { asked = try Self.keystrokes(of: trace, in: session) } catch {
        throw WorkloadError(description: "trace '\(trace.name)': \(error)")
      }
      for (keystroke, isComposed) in asked {
        do { try resolved.resolve(keystroke.query, in: corpus) } catch {
          let number = keystrokes.count - start + 1
          throw WorkloadError(
            description: "trace '\(trace.name)', keystroke \(number): \(error)")
        }
        let state = corpus.profile.displayState(of: resolved)
        var record = KeystrokeRecord(
          trace: trace.name, query: keystroke.query,
          eventClass: EventClass(cause: keystroke.eventClass, showing: state).rawValue,
          matchCount: nil)
        record.isComposed = isComposed ? true : nil
        keystrokes.append(record)
      }
      if keystrokes.count > start { self.traces.append(start..<keystrokes.count) }
    }
  }

  /// The keystrokes of a trace, and whether an input method was composing the text.
  private static func keystrokes(
    of trace: Trace, in session: SearchSession
  ) throws(SessionError) -> [(keystroke: Keystroke, isComposed: Bool)] {
    var session = session
    var keystrokes: [(keystroke: Keystroke, isComposed: Bool)] = []
    for event in trace.events {
      guard let keystroke = try session.apply(event) else { continue }
      let isComposed = if case .markText = event { true } else { false }
      keystrokes.append((keystroke, isComposed))
    }
    return keystrokes
  }
}
