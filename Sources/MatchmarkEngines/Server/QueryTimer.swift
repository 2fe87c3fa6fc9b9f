internal import MatchmarkCore
internal import MatchmarkMeasurement

/// Answers the queries of one session with a matcher, timing each repetition separately.
struct QueryTimer {
  private let rowCount: Int
  private var cursor: any MatcherCursor
  private var answer: Answer
  private var window = TimedWindow()
  private var durations: [Int] = []

  init(_ matcher: any BuiltMatcher, rowCount: Int) {
    self.rowCount = rowCount
    cursor = matcher.makeAnyCursor()
    answer = Answer(rowCount: rowCount)
  }

  /// Answers a query with the requested number of repetitions.
  mutating func outcome(of request: QueryRequest) -> QueryOutcome {
    let (query, want) = (request.query, request.want)
    durations.removeAll(keepingCapacity: true)
    durations.reserveCapacity(request.repeatCount)
    do throws(MatcherError) {
      for _ in 0..<request.repeatCount {
        // Remains of the last repetition must not pass for the answer of this one.
        answer.reset(rowCount: rowCount)
        let timing = try window.time(query, on: &cursor, into: &answer, delivering: want.outcome)
        if case .skipped(let reason) = timing.response { return .skipped(SkipReason(reason)) }
        durations.append(timing.nanoseconds)
      }
    } catch { return .failed(error.description) }
    return .answered(
      EngineAnswer(
        elapsedInNanoseconds: durations, count: answer.count,
        digest: want == .digest ? AnswerDigest.value(of: window.rows) : nil,
        rows: want == .rows || want == .page ? window.rows.map(Int.init) : nil))
  }
}

extension Want {
  /// The outcome delivered within the window: a digest counts as all rows.
  fileprivate var outcome: Outcome {
    switch self {
    case .count: .count
    case .page: .page
    case .rows, .digest: .rows
    }
  }
}
