import MatchmarkConformance
import MatchmarkSession
import MatchmarkTestSupport
import MatchmarkTesting
import Testing

@Suite("The tests of a search field")
struct SearchFieldTestTests {
  @Test(
    "Every test of a search field passes for the session of this library",
    arguments: SearchFieldTest.all(of: .session, sessionCount: TestAmount.fieldSessionCount))
  func right(test: SearchFieldTest) { test.check() }

  @Test("The tests of a search field have the clauses in their names")
  func names() throws {
    let tests = SearchFieldTest.all(of: .session, sessionCount: 1)
    let test = try #require(tests.first { $0.id == "S15-1" })
    #expect(test.testDescription.hasPrefix("S15-1 (S15, V2): The search key ends editing"))
    #expect(tests.last?.testDescription == "session-1: random events, from seed 1")
  }

  @Test("A faulty search field fails its tests, with the case and the events")
  func wrong() throws {
    let tests = SearchFieldTest.all(of: SessionFault.searchKeyEndsTheSearch.entry)
    let failures = tests.compactMap { test in test.failure.map { (test.id, $0) } }
    #expect(
      failures.contains { $0.0 == "S15-1" && $0.1.contains("active is false, expected true") })
    #expect(
      failures.contains { $0.0.hasPrefix("session-") && $0.1.contains(#"{"event":"search"}"#) })
  }
}
