import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import MatchmarkTesting
import Testing

@Suite("The tests of an outside ranker")
struct RankingTestTests {
  @Test(
    "Every test of an outside ranker passes for the naive order of fzf",
    arguments: RankingTest.all(of: RankFault.faultless, caseCount: 200))
  func passes(_ test: RankingTest) throws { try test.check() }

  @Test("A faulty ranker fails the test of the clause that it breaks, in the smallest rows")
  func failure() throws {
    let tests = RankingTest.all(of: RankFault.findsNothingForNothing.entry)
    #expect(tests.first { $0.id == "F1" }?.result() == .passed)
    let test = try #require(tests.first { $0.id == "F15" })
    #expect(test.testDescription == "F15: An empty needle gives what is declared.")
    guard case .failed(let text) = test.result() else {
      Issue.record("it was not noticed")
      return
    }
    #expect(text.contains("breaks F15"), "\(text)")
    #expect(text.contains("\n  row 0: ") && !text.contains("\n  row 1: "), "\(text)")
  }

  @Test("A failure prints a text that keeps its case as a test, whatever is drawn later")
  func kept() throws {
    let faulty = RankFault.findsNothingForNothing.entry
    let test = try #require(RankingTest.all(of: faulty, seed: 9).first { $0.id == "F15" })
    guard case .failed(let text) = test.result() else {
      Issue.record("it was not noticed")
      return
    }
    let origin = try #require(text.firstMatch(of: /found in case \d+ of seed 9; to keep it/))
    let find = try #require(text[origin.range.upperBound...].firstMatch(of: /#+"(.+)"#+/)?.1)
    let tests = RankingTest.all(of: faulty, finds: [String(find)], caseCount: 0)
    #expect(tests[1].testDescription == "find-1: what once broke F15 is right")
    guard case .failed(let again) = tests[1].result() else {
      Issue.record("the find passed")
      return
    }
    #expect(again.contains("breaks F15"), "\(again)")
    let right = RankingTest.all(of: RankFault.faultless, finds: [String(find)], caseCount: 0)
    #expect(right[1].result() == .passed)
  }

  @Test("Rules that contradict each other are the only test, which fails")
  func contradiction() {
    let rules = RankingRules(letterCase: .respect, folding: .caseInsensitive)
    let tests = RankingTest.all(
      of: RankerEntry(id: "torn", summary: "torn", rules: rules) { _ in { _, _ in [] } })
    #expect(tests.map(\.id) == ["rules"])
    guard case .failed = tests[0].result() else {
      Issue.record("it passed")
      return
    }
  }

  @Test("A clause of which no case was asked is skipped, not passed")
  func nothingAsked() {
    let tests = RankingTest.all(of: RankFault.faultless, caseCount: 0)
    guard case .skipped = tests.last?.result() else {
      Issue.record("it passed")
      return
    }
  }
}
