import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkEngines
import MatchmarkRecord
package import MatchmarkSystem
import Synchronization

/// A started engine over one corpus; also a matcher for code that asks single queries.
final class OpenEngine: OpenParticipant, BuiltMatcher {
  private let corpus: FoldedCorpus
  /// Kept for as long as the engine may read it.
  private let rows: RowsFile
  private let process: Mutex<EngineClient>
  private let hello: HelloReply
  let build: BuildFigures

  /// - Parameter orOwnOrder: true if an engine is also asked that ranks and names no order.
  init(
    _ engine: EngineProgram, on corpus: FoldedCorpus, rows: RowsFile, orOwnOrder: Bool = false
  ) throws(ParticipantFailure) {
    var greeting: HelloReply?
    let process: EngineClient
    let opening: EngineOpening
    do throws(EngineFailure) {
      process = try EngineClient(engine.launch)
      hello = try process.hello()
      greeting = hello
      if let reason = corpus.profile.reasonNotToAsk(hello.rules, orOwnOrder: orOwnOrder) {
        opening = .skipped(SkipReason(reason))
      } else {
        let profile = corpus.profile.rank == nil ? corpus.profile : RowsFile.rankedProfile
        opening = try process.open(rows.corpus, profile: profile)
      }
      if case .skipped = opening { try process.bye() }
    } catch { throw ParticipantFailure(kind: .engine(error), greeting: greeting) }
    switch opening {
    case .opened(let time, let size, let growth):
      build = BuildFigures(
        nanoseconds: time, indexSizeInBytes: size, peakGrowthInBytes: nil,
        residentGrowthInBytes: growth)
    case .skipped(let skip):
      throw ParticipantFailure(kind: .declined(skip.text), greeting: greeting)
    }
    self.process = Mutex(process)
    self.corpus = corpus
    self.rows = rows
  }

  /// True if it is asked for the first page of a ranked list.
  private var ranks: Bool { corpus.profile.rank != nil }

  var structure: String { EngineRecord(hello).summary ?? "" }
  var isExact: Bool { hello.capabilities.isExact }
  var greeting: HelloReply? { hello }
  var warning: String? { process.withLock { $0.durations.warning } }
  var indexByteCount: Int { build.indexSizeInBytes }

  func ask(
    _ query: SearchQuery, delivering delivery: Delivery?, repetitions: Int,
    in window: inout TimedWindow, into answer: inout Answer
  ) -> Reply {
    if ranks {
      return rank(query.text, repetitions: repetitions, into: &answer)
    }
    let result: EngineResult
    do throws(ParticipantFailure) {
      result = try self.result(
        of: query, want: delivery.map(want) ?? .rows, repeatCount: repetitions)
    } catch { return .failed(error) }
    switch result {
    case .skipped(let skip): return .skipped(reason: skip.text)
    case .answered(let given, let time):
      let rows = delivery == nil ? given.rows : nil
      if let rows {
        answer.reset(rowCount: corpus.rowCount)
        for row in rows { answer.insert(row) }
      }
      return .answered(
        TimedAnswer(
          nanoseconds: given.elapsedInNanoseconds.reduce(0, +),
          wallNanoseconds: time.wallInNanoseconds, waitedNanoseconds: time.waitedInNanoseconds,
          part: rows == nil ? given : nil))
    }
  }

  /// Asks for the first page of a ranked list, whatever is to be delivered.
  private func rank(
    _ needle: String, repetitions: Int, into answer: inout Answer
  ) -> Reply {
    do throws(EngineFailure) {
      let result = try process.withLock { process throws(EngineFailure) in
        try process.rank(needle, limit: RankedMatcher.pageSize, repeatCount: repetitions)
      }
      switch result {
      case .skipped(let skip): return .skipped(reason: skip.text)
      case .ranked(let ranking, let time):
        do throws(MatcherError) {
          try answer.rank(page: ranking.ids, ofRows: corpus.rowCount)
        } catch { return .failed(ParticipantFailure(kind: .matcher(error), greeting: greeting)) }
        return .answered(
          TimedAnswer(
            nanoseconds: ranking.elapsedInNanoseconds.reduce(0, +),
            wallNanoseconds: time.wallInNanoseconds, waitedNanoseconds: time.waitedInNanoseconds))
      }
    } catch { return .failed(ParticipantFailure(kind: .engine(error), greeting: greeting)) }
  }

  var marksRanges: Bool { hello.capabilities.marksRanges && isExact }

  func declaredFinding(
    of query: SearchQuery, right: Answer, marks: DeclaringCursor.RightMarks
  ) throws(ParticipantFailure) -> AnswerMistake? {
    if ranks { return nil }
    if let unreachable = hello.capabilities.unreachable { return (unreachable, 0) }
    for want in [Want.count, .page, .digest] where offers(want) {
      let marked = marksRanges && want == .page
      let name = "'\(want.rawValue)'\(marked ? " with 'ranges'" : "")"
      switch try result(of: query, want: want, marksRanges: marked) {
      case .skipped(let skip):
        return (EngineCapabilities.declined(want, marksRanges: marked, skip), 0)
      case .answered(let answer, _):
        if let wrong = answer.contradiction(to: right, isExact: isExact) {
          return ("asked for \(name): \(wrong.difference)", wrong.row)
        }
        if let wrong = answer.wrongMarks(in: corpus.corpus, marks) { return wrong }
      }
    }
    return nil
  }

  private func result(
    of query: SearchQuery, want: Want, repeatCount: Int = 1, marksRanges: Bool = false
  ) throws(ParticipantFailure) -> EngineResult {
    do throws(EngineFailure) {
      return try process.withLock { process throws(EngineFailure) in
        try process.query(query, want: want, repeatCount: repeatCount, marksRanges: marksRanges)
      }
    } catch { throw ParticipantFailure(kind: .engine(error), greeting: greeting) }
  }

  func close() throws(ParticipantFailure) {
    do throws(EngineFailure) {
      try process.withLock { process throws(EngineFailure) in try process.bye() }
    } catch { throw ParticipantFailure(kind: .engine(error), greeting: greeting) }
  }

  /// For all rows, the digest is requested if it is offered: the rows themselves would only be
  /// carried through the pipe.
  private func want(for delivery: Delivery) -> Want {
    switch delivery {
    case .count: .count
    case .page: .page
    case .rows: offers(.digest) ? .digest : .rows
    }
  }

  private func offers(_ want: Want) -> Bool { hello.capabilities.wants.contains(want) }

  func reasonNotToTime(_ delivery: Delivery) -> String? {
    if ranks { return nil }
    let want = want(for: delivery)
    return offers(want) ? nil : "not timed: it does not offer '\(want.rawValue)'"
  }

  func makeAnyCursor() -> any MatcherCursor { Cursor(engine: self) }

  /// Asks for all rows of queries within the contract.
  ///
  /// It suits single answers, not timing: every answer arrives in full, through a pipe.
  private struct Cursor: DeclaringCursor {
    let engine: OpenEngine
    var resolved = ResolvedQuery()

    var marksRanges: Bool { engine.marksRanges }

    func declaredFinding(
      of query: SearchQuery, right: Answer, marks: DeclaringCursor.RightMarks
    ) throws(MatcherError) -> String? {
      do throws(ParticipantFailure) {
        return try engine.declaredFinding(of: query, right: right, marks: marks)?.difference
      } catch { throw error.asMatcherError }
    }

    mutating func answer(
      _ query: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      // An engine is never asked a query beyond the contract.
      do { try resolved.resolve(query, in: engine.corpus) } catch { throw .query(error) }
      guard engine.isExact else { return .skipped(reason: "it declares its answers inexact") }
      var window = TimedWindow()
      switch engine.ask(query, delivering: nil, repetitions: 1, in: &window, into: &answer) {
      case .answered: return .answered
      case .skipped(let reason): return .skipped(reason: reason)
      case .failed(let failure): throw failure.asMatcherError
      }
    }
  }
}

extension SkipReason {
  var text: String { url.map { "\(reason) (\($0))" } ?? reason }
}

/// A corpus as the file that engines read, in a temporary folder that is deleted when it is no
/// longer needed.
///
/// All engines of a cell read the same file, and so do those of the next cell with this corpus.
package final class RowsFile: Sendable {
  package let corpus: EngineCorpus
  private let folder: ScratchFolder

  package init(_ corpus: Corpus) throws(FileError) {
    folder = try ScratchFolder()
    self.corpus = try Self.write(corpus, to: folder.file("rows.jsonl"), replacing: .own)
  }

  /// Writes the canonical file to an absolute path.
  ///
  /// - Complexity: O(bytes of the corpus) time.
  package static func write(
    _ corpus: Corpus, to path: String, replacing replacement: Replacement
  ) throws(FileError) -> EngineCorpus {
    var checksum = Checksum()
    var file = try AtomicFile(path: path, replacing: replacement)
    try CanonicalCorpus.write(corpus) { bytes throws(FileError) in
      checksum.update(bytes)
      try file.write(bytes)
    }
    try file.finish()
    var schemaLine: [UInt8] = []
    CanonicalCorpus.appendSchema(of: corpus, to: &schemaLine)
    return (
      path: path, identity: checksum.identity, schemaLine: schemaLine, rowCount: corpus.rowCount
    )
  }
}
