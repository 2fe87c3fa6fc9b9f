package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem
import Synchronization

/// An engine that ranks, as a ranker: one process, which gets each list of rows anew.
///
/// Its first failure ends it. From then on it finds nothing, and its status says why.
package final class RankingEngine: Sendable {
  private struct State {
    let client: EngineClient
    /// The rows that the process got last; nil before the first.
    var loaded: RowsFile?
    /// True if it declines them.
    var declines = false
    var status = RankerStatus()
  }

  package let id: String
  private let summary: String
  private let rules: RankingRules
  private let state: Mutex<State>

  /// Takes over an engine.
  ///
  /// - Parameter rules: those of its greeting.
  package init(_ engine: sending GreetedEngine, _ rules: RankingRules) {
    (id, summary, self.rules) = (engine.id, engine.summary, rules)
    state = Mutex(State(client: engine.client))
  }

  /// The engine for the contract of ranking.
  package var entry: RankerEntry {
    RankerEntry(id: id, summary: summary, rules: rules) { rows in
      RankedList(engine: self, rows: self.file(of: rows))
    }
  }

  package var status: RankerStatus { state.withLock { $0.status } }

  /// The rows as a file of one column; nil if they cannot be written, which ends the engine.
  private func file(of rows: [String]) -> RowsFile? {
    do { return try RowsFile(ranking: rows) } catch {
      state.withLock { $0.status.failure = $0.status.failure ?? "\(error)" }
      return nil
    }
  }

  fileprivate func rank(_ needle: String, limit: Int, over rows: RowsFile) -> [RankedRow] {
    state.withLock { state in
      guard state.status.failure == nil else { return [] }
      do throws(EngineFailure) {
        if state.loaded !== rows {
          state.loaded = rows
          let opening = try state.client.open(rows.corpus, profile: RowsFile.rankedProfile)
          if case .opened = opening { state.declines = false } else { state.declines = true }
        }
        if state.declines {
          state.status.declineCount += 1
          return []
        }
        switch try state.client.rank(needle, limit: limit) {
        case .ranked(let ranking, _): return ranking.rows
        case .skipped: state.status.declineCount += 1
        }
      } catch {
        state.status.failure = "\(error.description)\(error.lastErrors)"
      }
      return []
    }
  }
}

extension RowsFile {
  /// The rows as engines read them under a profile: the whole corpus, or a ranked list.
  convenience init(of corpus: FoldedCorpus) throws {
    if corpus.profile.rank == nil {
      try self.init(corpus.corpus)
    } else {
      try self.init(ranking: corpus.rankedRows)
    }
  }

  /// The rows of a ranked list, in one column.
  convenience init(ranking rows: [String]) throws {
    var builder = CorpusBuilder(name: "rows", schema: try Schema([Column("text", .text)]))
    for row in rows { try builder.append([row]) }
    try self.init(builder.finish())
  }

  /// The profile that such a file needs; an engine that ranks may ignore it.
  static let rankedProfile = SearchProfile(
    name: "rows", textFields: [TextField("text", .contains)]
  ).with { $0.folding = .exact }
}

/// A list of rows that an engine ranks; all cursors share its process.
private struct RankedList: Ranker, RankerCursor {
  let engine: RankingEngine
  let rows: RowsFile?

  func makeCursor() -> any RankerCursor { self }

  func rank(_ needle: String, limit: Int) -> [RankedRow] {
    rows.map { engine.rank(needle, limit: limit, over: $0) } ?? []
  }
}

/// The rankers of a command: those of the program, and engines that rank.
package struct ChosenRankers: Sendable {
  package private(set) var entries: [RankerEntry]
  private let engines: [RankingEngine]

  package init(_ entries: [RankerEntry], _ engines: [RankingEngine]) {
    self.entries = entries + engines.map(\.entry)
    self.engines = engines
  }

  /// A participant as the only ranker, for which an engine is started anew; nil if it does not
  /// rank.
  static func only(_ participant: Participant) throws(MatcherError) -> ChosenRankers? {
    if let ranker = participant.entry.ranker { return ChosenRankers([ranker], []) }
    do throws(InputError) {
      guard let greeted = try GreetedEngine(participant), let rules = greeted.hello.rules else {
        return nil
      }
      return ChosenRankers([], [RankingEngine(greeted, rules)])
    } catch { throw .backendFailure(error.description) }
  }

  /// Returns them in the order of the given ids, the others last.
  package func ordered(_ ids: [String]) -> ChosenRankers {
    var ordered = self
    let named = ids.uniqued.flatMap { id in entries.filter { $0.id == id } }
    ordered.entries = named + entries.filter { !ids.contains($0.id) }
    return ordered
  }

  /// The contract that they are held to.
  ///
  /// - Parameters:
  ///   - rowLimit: the maximum number of rows of a case.
  ///   - clauses: the only clauses that are checked; none for all.
  ///   - rows: the rows from which lists are drawn, if there are any.
  package func contract(
    rowLimit: Int = Ranking.rowLimit, only clauses: [String] = [],
    of rows: RankedRows = RankedRows()
  ) -> Ranking {
    Ranking(entries, rowLimit: rowLimit, only: clauses, of: rows, status: status(of:))
  }

  /// The number of questions that a ranker outside this process declined, and the reason why it
  /// answers no more; none for any other ranker.
  package func status(of id: String) -> RankerStatus {
    engines.first { $0.id == id }?.status ?? RankerStatus()
  }
}
