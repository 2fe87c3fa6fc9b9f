import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import Testing

@Suite("The timed window")
struct TimedWindowTests {
  /// Matches every second row, and counts its queries.
  private struct Cursor: MatcherCursor {
    private(set) var askedCount = 0

    mutating func answer(
      _ query: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      askedCount += 1
      if query.text == "skip" { return .skipped(reason: "on purpose") }
      if query.text == "fail" { throw .malformedAnswer("on purpose") }
      for row in stride(from: 0, to: answer.rowCount, by: 2) { answer.insert(row) }
      return .answered
    }
  }

  /// The result of one window, with the number of queries to the matcher.
  private func time(
    _ text: String, _ delivery: Delivery, repetitions: Int = 1, rowCount: Int = 400
  ) throws -> (timing: TimedWindow.Timing, rows: [UInt32], askedCount: Int) {
    var window = TimedWindow()
    var cursor: any MatcherCursor = Cursor()
    var answer = Answer(rowCount: rowCount)
    let timing = try window.time(
      SearchQuery(text), on: &cursor, into: &answer, delivering: delivery, repetitions: repetitions)
    return (timing, window.rows, try #require(cursor as? Cursor).askedCount)
  }

  @Test(
    "A timed window asks once per repetition, and delivers the delivery once", arguments: [1, 7])
  func repetitions(count: Int) throws {
    for (delivery, rowCount) in [(Delivery.count, 0), (.page, 50), (.rows, 200)] {
      let result = try time("a", delivery, repetitions: count)
      #expect(result.askedCount == count)
      #expect(result.rows == (0..<rowCount).map { UInt32(2 * $0) })
    }
  }

  @Test("A timed keystroke never takes zero time")
  func positive() throws {
    #expect(try time("a", .count, rowCount: 0).timing.nanoseconds >= 1)
  }

  @Test("A declined keystroke is reported as such, and a failing one has no time")
  func notAnswered() throws {
    #expect(try time("skip", .page).timing.response == .skipped(reason: "on purpose"))
    #expect(throws: MatcherError.self) { try time("fail", .page) }
  }
}
