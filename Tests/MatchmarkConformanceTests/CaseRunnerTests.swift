import MatchmarkConformance
import MatchmarkCore
import MatchmarkMatchers
import Testing

/// A right matcher, except for what a closure does to its queries or answers.
private struct WrongMatcher: BuiltMatcher {
  typealias Edit = @Sendable (_ query: inout SearchQuery) -> Void
  typealias Damage = @Sendable (_ rows: [Int], _ query: SearchQuery) -> [Int]

  let inner: any BuiltMatcher
  let edit: Edit
  let damage: Damage
  var forgetsToSearch = false

  var indexByteCount: Int { 0 }
  var structure: String { "wrong" }
  func makeAnyCursor() -> any MatcherCursor {
    Cursor(
      inner: inner.makeAnyCursor(), edit: edit, damage: damage, forgetsToSearch: forgetsToSearch)
  }

  struct Cursor: MatcherCursor {
    var inner: any MatcherCursor
    let edit: Edit
    let damage: Damage
    let forgetsToSearch: Bool
    var last: (size: Int, rows: [Int])?

    mutating func answer(
      _ query: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      var edited = query
      edit(&edited)
      let response = try inner.answer(edited, into: &answer)
      var rows = damage(answer.rows, query)
      let size = query.text.utf8.count
      if forgetsToSearch, let last, size < last.size { rows = last.rows }
      last = (size, rows)
      answer.reset(rowCount: answer.rowCount)
      for row in rows where row < answer.rowCount { answer.insert(row) }
      return response
    }
  }

  static func entry(
    forgetsToSearch: Bool = false, edit: @escaping Edit = { _ in },
    damage: @escaping Damage = { rows, _ in rows }
  ) -> ConformanceSubject {
    let right = MatcherEntry(LinearScanMatcher.self)
    return .matcher(
      MatcherEntry(
        descriptor: MatcherDescriptor(id: "wrong", summary: "wrong on purpose"),
        support: { _ in .supported },
        build: { corpus, options throws(MatcherError) in
          WrongMatcher(
            inner: try right.build(corpus, options), edit: edit, damage: damage,
            forgetsToSearch: forgetsToSearch)
        }))
  }
}

@Suite("The case runner")
struct CaseRunnerTests {
  private func failures(of subject: ConformanceSubject) throws -> [String: CaseFailure] {
    var failures: [String: CaseFailure] = [:]
    for testCase in try ConformanceSuite.embedded().cases {
      if case .failed(let failure) = CaseRunner().run(testCase, on: subject) {
        failures[testCase.id] = failure
      }
    }
    return failures
  }

  @Test("The case runner fails a matcher that drops the last row, and names that row")
  func dropsRow() throws {
    let failures = try failures(of: WrongMatcher.entry(damage: { rows, _ in rows.dropLast() }))
    #expect(
      failures["K-01"]?.summary
        == #""new" does not find k12, "Papua New Guinea" (1 missing, 0 extra)"#)
    #expect(failures["K-01"]?.details.first == "got k7 k8, expected k7 k8 k12")
    #expect(failures["K-01"]?.details.last?.contains("row alone") == true)
    #expect(failures.count > 100)
  }

  @Test("The case runner fails a matcher that forgets tokens, but not in cases without tokens")
  func forgetsTokens() throws {
    let failures = try failures(
      of: WrongMatcher.entry(edit: { if !$0.text.isEmpty { $0.tokens = [] } }))
    #expect(failures["K-03"] != nil)
    #expect(failures["K-01"] == nil)
  }

  @Test("The case runner fails a matcher that forgets the scope if there are tokens")
  func forgetsScope() throws {
    let failures = try failures(
      of: WrongMatcher.entry(edit: { if !$0.tokens.isEmpty { $0.scope = nil } }))
    #expect(failures["K-05"]?.summary.contains("should not match") == true)
    #expect(failures["K-02"] == nil)
  }

  @Test("The case runner fails a matcher that truncates a long text instead of refusing it")
  func truncates() throws {
    let failures = try failures(
      of: WrongMatcher.entry(edit: {
        $0.text = String(decoding: $0.text.utf8.prefix(4_096), as: UTF8.self)
      }))
    let failure = try #require(failures["LIM-1"])
    #expect(
      failure.summary.hasPrefix("4097 bytes: got r3, expected text-too"), "\(failure.summary)")
  }

  @Test("The case runner notices an answer left from an earlier query, and says so")
  func stale() throws {
    let failures = try failures(of: WrongMatcher.entry(forgetsToSearch: true))
    let told = failures.values.filter {
      $0.details.contains("the answer is wrong only with other rows or after other queries")
    }
    #expect(!told.isEmpty)
  }

  @Test("A case failure shows text beyond ASCII as scalars, raw and folded")
  func scalars() throws {
    let failures = try failures(of: WrongMatcher.entry(damage: { _, _ in [] }))
    let details = try #require(failures["U-04"]?.details)
    #expect(details.contains { $0.hasPrefix("r1, title, raw: ") })
    #expect(details.contains { $0.hasPrefix("typed text, raw: ") })
    #expect(details.contains("r1, title, folded: 0063 0061 0066 00E9"))
    #expect(details.contains("typed text, folded: 0063 0061 0066 00E9"))
  }

  @Test("A case that a matcher declines is skipped with the matcher's own reason")
  func skips() throws {
    let suite = try ConformanceSuite.embedded()
    let entry = MatcherEntry(
      descriptor: MatcherDescriptor(id: "shy", summary: "answers nothing"),
      support: { _ in .unsupported(reason: "it is shy") },
      build: { _, _ throws(MatcherError) in throw .malformedAnswer("never") })
    let testCase = try #require(suite.cases.first { $0.id == "K-01" })
    #expect(CaseRunner().run(testCase, on: .matcher(entry)) == .skipped(reason: "it is shy"))
  }

  @Test("A case of which a matcher answers one check is passed in part, with the reason")
  func passesInPart() throws {
    let suite = try ConformanceSuite.embedded()
    let entry = MatcherEntry(
      descriptor: MatcherDescriptor(id: "literal", summary: "folds nothing"),
      support: { $0.folding == .exact ? .supported : .unsupported(reason: "it folds nothing") },
      build: MatcherEntry(LinearScanMatcher.self).build)
    let testCase = try #require(suite.cases.first { $0.id == "F-1" })
    guard case .passedInPart(let reason)? = CaseRunner().run(testCase, on: .matcher(entry)) else {
      Issue.record("it is not passed in part")
      return
    }
    #expect(reason.hasSuffix(" checks: it folds nothing"), "\(reason)")
  }

  @Test("The verdict of a level follows from its passed, failed and skipped cases")
  func verdicts() {
    let failed = CaseResult.failed(CaseFailure(summary: "wrong"))
    let skipped = CaseResult.skipped(reason: "shy")
    #expect(CaseTally([.passed, .passed]).verdict == .conforms)
    #expect(CaseTally([.passed, skipped]).verdict == .conformsWhereAnswered)
    #expect(CaseTally([.passed, skipped, failed]).verdict == .fails)
    let inPart = CaseResult.passedInPart(reason: "shy")
    #expect(CaseTally([.passed, inPart]).verdict == .conformsWhereAnswered)
    #expect(CaseTally([inPart, skipped]).verdict == .conformsWhereAnswered)
    #expect(CaseTally([inPart, failed]).verdict == .fails)
    #expect(CaseTally([skipped]).verdict == .notAnswered)
    #expect(CaseTally([]).verdict == .notAnswered)
  }
}
