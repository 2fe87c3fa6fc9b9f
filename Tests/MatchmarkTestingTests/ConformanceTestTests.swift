import MatchmarkConformance
import MatchmarkCore
import MatchmarkMatchers
import MatchmarkTestSupport
import MatchmarkTesting
import Testing

@Suite("The tests of an outside matcher")
struct ConformanceTestTests {
  @Test(
    "Every test of an outside matcher passes for the library's sorted-prefix matcher",
    arguments: ConformanceTest.all(of: SortedPrefixMatcher.self))
  func passes(_ test: ConformanceTest) throws { try test.check() }

  @Test("The test of a conformance case names its clauses")
  func names() throws {
    let test = try #require(
      ConformanceTest.all(of: LinearScanMatcher.self).first { $0.id == "K-01" })
    #expect(test.clauses.contains("Q1"))
    #expect(test.testDescription.hasPrefix("K-01 (Q1, "))
    #expect(test.result() == .passed)
  }

  @Test("A failing test of a matcher shows what is wrong in the smallest rows")
  func shrunkDifference() throws {
    let entry = FaultyMatchers.entry(.foldsOnlyQuery)
    let tests = ConformanceTest.all(of: entry)
    let failures = tests.compactMap { test -> (String, String)? in
      if case .failed(let difference) = test.result() { return (test.id, difference) }
      return nil
    }
    #expect(failures.contains { $0.0 == "U-03" })
    #expect(failures.contains { $0.0.hasPrefix("world-") })
    for (id, difference) in failures {
      let isLaw = id.hasPrefix("law-")
      #expect(isLaw || difference.contains("\(entry.descriptor.id) answers wrongly"), "\(id)")
      #expect(difference.contains("row 0"), "\(id)")
      #expect(!difference.contains("row 2"), "\(id): \(difference)")
    }
  }

  @Test("A failing test of a matcher shows earlier queries if only they make the answer wrong")
  func memory() throws {
    let entry = FaultyMatchers.entry(.staleAfterBackspace)
    let test = try #require(ConformanceTest.all(of: entry).first { $0.id == "Q1-4" })
    guard case .failed(let difference) = test.result() else {
      Issue.record("it was not noticed")
      return
    }
    #expect(difference.contains("asked before: "), "\(difference)")
  }

  @Test("A matcher that declines every case fails its tests")
  func silence() throws {
    let linear = MatcherEntry(LinearScanMatcher.self)
    let shy = MatcherEntry(
      descriptor: linear.descriptor, support: { _ in .unsupported(reason: "not today") },
      build: linear.build)
    func result(_ entry: MatcherEntry) throws -> ConformanceTest.Result {
      try #require(ConformanceTest.all(of: entry).first { $0.id == "answers" }).result()
    }
    #expect(try result(linear) == .passed)
    guard case .failed(let text) = try result(shy) else {
      Issue.record("it was not noticed")
      return
    }
    #expect(text.contains("every case was declined") && text.hasSuffix("not today"))
  }

  @Test("A skipped test of a matcher gives the reason")
  func skipped() throws {
    let tests = ConformanceTest.all(of: SortedPrefixMatcher.self)
    let results = tests.map { $0.result() }
    #expect(
      results.contains { if case .skipped(let reason) = $0 { !reason.isEmpty } else { false } })
    #expect(!results.contains { if case .failed = $0 { true } else { false } })
  }
}
