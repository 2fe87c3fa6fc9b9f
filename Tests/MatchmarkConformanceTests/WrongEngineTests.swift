import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Engines with mistakes that engines in use make, and the conformance cases that find them.
@Suite("The wrong engines")
struct WrongEngineTests {
  static func fails(_ testCase: ConformanceCase, _ engine: WrongEngine?) -> Bool {
    CaseRunner().run(testCase, on: .matcher(WrongEngine.entry(engine)))?.isFailure == true
  }

  @Test("An engine without a mistake passes every conformance case")
  func right() throws {
    let failed = try ConformanceSuite.embedded().cases.filter { Self.fails($0, nil) }
    #expect(failed.map(\.id) == [])
  }

  @Test(
    "Each wrong engine fails a conformance case that names the clause it breaks",
    arguments: WrongEngine.allCases)
  func caught(engine: WrongEngine) throws {
    // The cases that were added for it are the last ones of the clause.
    let cases = try ConformanceSuite.embedded().cases(of: engine.account.clause).reversed()
    #expect(cases.contains { Self.fails($0, engine) }, "\(engine.rawValue)")
  }

  @Test("Each wrong engine has a mistake of its own")
  func names() {
    let sentences = WrongEngine.allCases.map(\.account.sentence)
    #expect(Set(sentences).count == sentences.count)
  }
}
