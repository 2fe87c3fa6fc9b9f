import MatchmarkConformance
import MatchmarkCore
import MatchmarkIncumbents
import MatchmarkMatchers
import Testing

/// The library's suite.
enum EmbeddedSuite {
  static let result = Result { try ConformanceSuite.embedded() }
  static let caseIDs = ((try? result.get())?.cases ?? []).map(\.id)
  static let entries = MatcherEntry.builtIn + MatcherEntry.incumbents
}

@Suite("Conformance cases")
struct ConformanceCaseTests {
  @Test(
    "The oracle, the search session and every matcher pass each conformance case",
    arguments: EmbeddedSuite.caseIDs)
  func passes(id: String) throws {
    let suite = try EmbeddedSuite.result.get()
    let testCase = try #require(suite.cases.first { $0.id == id })
    let subjects =
      [ConformanceSubject.oracle, .marks, .session] + EmbeddedSuite.entries.map { .matcher($0) }
    for subject in subjects {
      if case .failed(let failure) = CaseRunner().run(testCase, on: subject) {
        Issue.record("\(id) \(testCase.sentence)\n\(subject.id): \(failure)")
      }
    }
  }

  @Test("The library embeds a conformance suite of more than 150 cases")
  func embedded() throws {
    #expect(try EmbeddedSuite.result.get().cases.count > 150)
  }
}
