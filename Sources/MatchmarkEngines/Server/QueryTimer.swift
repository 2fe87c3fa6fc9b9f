internal import MatchmarkCore
internal import MatchmarkMeasurement
internal import MatchmarkSystem

/// Answers the queries of one session with a matcher, timing each by itself.
///
/// The window holds one whole keystroke and the delivery of the outcome, as it does for a matcher
/// that is not served; all memory that the window needs is there and was touched before it opens.
struct QueryTimer {
  private let rowCount: Int
  private var cursor: any MatcherCursor
  private var answer: Answer
  private var ids: [UInt32] = []
  private var durations: [Int] = []

  init(_ matcher: any BuiltMatcher, rowCount: Int) {
    self.rowCount = rowCount
    cursor = matcher.makeAnyCursor()
    answer = Answer(rowCount: rowCount)
  }

  /// Answers a query as often as it says.
  mutating func outcome(of request: QueryRequest) -> QueryOutcome {
    let limit = Self.limit(of: request.want)
    reserve(limit: limit, repeatCount: request.repeatCount)
    var query = request.query
    var count = 0
    do throws(MatcherError) {
      for _ in 0..<request.repeatCount {
        // What the last repetition left must not pass for this one's answer.
        answer.reset(rowCount: rowCount)
        ids.removeAll(keepingCapacity: true)
        let start = MonotonicClock.now()
        Barrier.pass(&query)
        let response = try cursor.answer(query, into: &answer)
        answer.appendRows(to: &ids, limit: limit)
        count = answer.count
        Barrier.consume(count)
        Barrier.pass(&ids)
        let elapsed = MonotonicClock.now() - start
        if case .skipped(let reason) = response { return .skipped(SkipReason(reason)) }
        // A clock that did not tick says less than its step, never nothing.
        durations.append(max(Int(elapsed), 1))
      }
    } catch { return .failed(error.description) }
    return .answered(delivered(request.want, count: count))
  }

  /// How many ids are materialised within the window: a digest stands for all of them.
  private static func limit(of want: Want) -> Int {
    switch want {
    case .count: 0
    case .page: EngineLimits.pageSize
    case .rows, .digest: .max
    }
  }

  private mutating func reserve(limit: Int, repeatCount: Int) {
    let idCount = min(limit, rowCount)
    if ids.capacity < idCount { ids = Array(repeating: 0, count: idCount) }
    durations.removeAll(keepingCapacity: true)
    durations.reserveCapacity(repeatCount)
  }

  private func delivered(_ want: Want, count: Int) -> EngineAnswer {
    EngineAnswer(
      elapsedInNanoseconds: durations, count: count,
      digest: want == .digest ? AnswerDigest.value(of: ids) : nil,
      rows: want == .rows || want == .page ? ids.map(Int.init) : nil)
  }
}
