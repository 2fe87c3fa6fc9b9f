import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkTestSupport
import Testing

@Suite("A hunt for wrong search fields")
struct SessionContractTests {
  private func hunt(_ fields: [SearchModelEntry], cases: Int) throws -> Hunt<Sessions>.Tally {
    try Hunt(Sessions(fields), seed: 1, limit: .cases(cases), workerCount: 2) {
      "case \($0) of \($1)"
    }.run { _ in }
  }

  @Test("A hunt finds nothing wrong in the search field of the library")
  func right() throws {
    let right = SearchModelEntry.session
    let tally = try hunt([right], cases: 200)
    #expect(tally.find == nil, "\(tally.find?.description ?? "")")
    #expect(tally.answering == [right.id] && tally.answerCount == 200)
  }

  @Test(
    "A hunt stores a planted fault of a search field as a case that fails only with the fault",
    arguments: SessionFault.allCases.every(TestAmount.sessionFaultStride))
  func planted(fault: SessionFault) throws {
    let contract = Sessions([.session, fault.entry])
    let find = try #require(try hunt(contract.subjects, cases: 3_000).find, "\(fault.id)")
    guard case .breach(let subject, let session, _) = find else {
      Issue.record("\(find)")
      return
    }
    #expect(subject.id == fault.id && session.events.count <= 6, "\(find)")
    guard let stored = try StoredFind(find, of: contract) else { return }
    let file = CaseFile(
      name: "find.json", bytes: Array(JSONLayout.text(stored.file(id: "F-1", about: "")).utf8))
    let testCase = try #require(try ConformanceSuite.load(with: [file]).cases.first)
    #expect(CaseRunner().run(testCase, on: .session) == .passed)
    #expect(CaseRunner().run(testCase, on: .searchModel(fault.entry))?.isFailure == true)
    let again = try #require(
      try StoredCase.read([file], as: [Matching(), contract]).first)
    #expect(again.contract == "sessions")
    #expect(again.questions.map { $0.ask()?.isFailure } == [false, true], "\(find)")
  }
}
