import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// A participant over one corpus, built or started: the one interface for everything that is asked.
///
/// A matcher is timed here, by the ``TimedWindow``; an engine times itself, and the client compares
/// its durations with the time that the exchange took.
protocol OpenParticipant: AnyObject {
  var build: BuildFigures { get }
  /// The structure that it chose.
  var structure: String { get }
  /// True if its answers are exactly the matching rows.
  var isExact: Bool { get }
  /// The description that an engine gives of itself; nil for a matcher.
  var greeting: HelloReply? { get }
  /// A warning for readers of its figures; nil if there is none.
  var warning: String? { get }

  /// Asks one question; nothing else in a run or for a single query asks.
  ///
  /// - Parameters:
  ///   - delivery: the delivery inside the timed window; nil for all rows, to be checked.
  ///   - answer: afterwards it holds all rows, unless the reply has a part of them.
  func ask(
    _ query: SearchQuery, delivering delivery: Delivery?, repetitions: Int,
    in window: inout TimedWindow, into answer: inout Answer
  ) -> Reply

  /// The reason why a delivery is not timed; nil if it is.
  func reasonNotToTime(_ delivery: Delivery) -> String?

  /// A mistake in anything that it declares besides rows, for a query that it answers; nil if there
  /// is none.
  func declaredFinding(
    of query: SearchQuery, right: Answer, marks: DeclaringCursor.RightMarks
  ) throws(ParticipantFailure) -> AnswerMistake?

  func close() throws(ParticipantFailure)
}

extension OpenParticipant {
  func declaredFinding(
    of query: SearchQuery, right: Answer, marks: DeclaringCursor.RightMarks
  ) throws(ParticipantFailure) -> AnswerMistake? { nil }
}

/// A mistake in an answer, and the lowest row in question.
package typealias AnswerMistake = (difference: String, row: Int)

/// The reply of a participant to one question.
enum Reply {
  case answered(TimedAnswer)
  /// It declines the query, for this reason.
  case skipped(reason: String)
  /// It failed, and cannot be asked again.
  case failed(ParticipantFailure)
}

/// The times of an answer, and what was delivered besides the rows.
struct TimedAnswer {
  /// The time of all repetitions, by the clock that times this participant.
  let nanoseconds: Int
  /// The elapsed time in this process.
  let wallNanoseconds: UInt64
  /// The part of that for which an engine waited for a processor; nil if that is unknown.
  var waitedNanoseconds: UInt64?
  /// The part of the answer that an engine delivered; nil if the answer holds all rows.
  var part: EngineAnswer?
}

/// The failure or refusal that ends a participant's participation in a cell.
struct ParticipantFailure: Error {
  enum Kind {
    /// It does not answer this corpus or profile.
    case declined(String)
    /// It is an engine that is not installed.
    case missing(String)
    case matcher(MatcherError)
    case engine(EngineFailure)
  }

  let kind: Kind
  /// The description that an engine had given of itself by then.
  var greeting: HelloReply?

  /// The same as an entry's user sees it: an answer that cannot be right, or an engine that fails.
  var asMatcherError: MatcherError {
    switch kind {
    case .declined(let reason), .missing(let reason): .unsupportedCorpus(reason: reason)
    case .matcher(let error): error
    case .engine(let failure):
      failure.state.isWrongAnswer
        ? .malformedAnswer(failure.description) : .backendFailure(failure.description)
    }
  }
}

/// A matcher of this process over one corpus.
final class OpenMatcher: OpenParticipant {
  let build: BuildFigures
  let isExact: Bool
  private let matcher: any BuiltMatcher
  private var cursor: any MatcherCursor

  init(
    _ entry: MatcherEntry, on corpus: FoldedCorpus, _ options: MatcherOptions
  ) throws(ParticipantFailure) {
    let canReadPeak = ProcessMemory.resetPeak()
    let before = ProcessMemory.residentSizeInBytes()
    let start = MonotonicClock.now()
    do { matcher = try entry.build(corpus, options) } catch .unsupportedCorpus(let reason) {
      throw ParticipantFailure(kind: .declined(reason))
    } catch { throw ParticipantFailure(kind: .matcher(error)) }
    let nanoseconds = Int(MonotonicClock.now() - start)
    let peak = canReadPeak ? ProcessMemory.peakResidentSizeInBytes() : nil
    build = BuildFigures(
      nanoseconds: nanoseconds, indexSizeInBytes: matcher.indexByteCount,
      peakGrowthInBytes: before.flatMap { before in peak.map { Int($0) - Int(before) } })
    isExact = entry.descriptor.isExact
    cursor = matcher.makeAnyCursor()
  }

  var structure: String { matcher.structure }
  var greeting: HelloReply? { nil }
  var warning: String? { nil }
  func reasonNotToTime(_ delivery: Delivery) -> String? { nil }
  func close() {}

  func ask(
    _ query: SearchQuery, delivering delivery: Delivery?, repetitions: Int,
    in window: inout TimedWindow, into answer: inout Answer
  ) -> Reply {
    do {
      let timing = try window.time(
        query, on: &cursor, into: &answer, delivering: delivery ?? .count,
        repetitions: repetitions)
      switch timing.response {
      case .answered:
        return .answered(
          TimedAnswer(
            nanoseconds: timing.nanoseconds, wallNanoseconds: UInt64(timing.nanoseconds)))
      case .skipped(let reason): return .skipped(reason: reason)
      }
    } catch { return .failed(ParticipantFailure(kind: .matcher(error))) }
  }
}
