import Foundation
import MatchmarkConformance
import MatchmarkJSON
import MatchmarkSession
import MatchmarkTestSupport
import Testing

/// The contract of late answers: the boxes of the library, and faults that each clause catches.
@Suite("The contract of late answers")
struct LateAnswersTests {
  /// The first find in draws from a seed, shrunk.
  private static func find(
    of box: SearchBoxEntry, only clause: String? = nil, drawCount: Int
  ) throws -> Find<LateAnswers>? {
    let contract = LateAnswers([box], only: clause.map { [$0] } ?? [])
    let draw = contract.draws(seed: 5)
    for number in 0..<drawCount {
      let schedule = try draw(number)
      if let breach = contract.breach(of: box, in: schedule) {
        return Find.breach(of: box, in: schedule, breach).shrunk(by: contract)
      }
    }
    return nil
  }

  @Test(
    "Boxes without a fault obey every clause",
    arguments: (SearchBoxEntry.references + BoxFault.faultless).map(\.id))
  func right(id: String) throws {
    let known = SearchBoxEntry.references + BoxFault.faultless
    let box = try #require(known.first { $0.id == id })
    let find = try Self.find(of: box, drawCount: TestAmount.scheduleCount)
    #expect(find == nil, "\(find?.description ?? "")")
  }

  @Test(
    "Each planted fault in a search box is caught by its own clause, and shrinks to six steps",
    arguments: BoxFault.allCases)
  func caught(fault: BoxFault) throws {
    let find = try #require(
      try Self.find(of: fault.entry, only: fault.clause, drawCount: 20_000),
      "\(fault.id) was not caught by \(fault.clause)")
    guard case .breach(_, let schedule, let breach) = find else {
      Issue.record("\(find)")
      return
    }
    #expect(breach.clause == fault.clause)
    #expect(schedule.steps.count <= 6, "\(find)")
    for index in schedule.steps.indices {
      var shorter = schedule
      shorter.steps.remove(at: index)
      let contract = LateAnswers([fault.entry], only: [fault.clause])
      #expect(contract.breach(of: fault.entry, in: shorter) == nil, "\(index)\n\(find)")
    }
  }

  @Test("Planted faults in search boxes have unique ids and sentences, and every clause has one")
  func names() {
    #expect(Set(BoxFault.allCases.map(\.id)).count == BoxFault.allCases.count)
    #expect(Set(BoxFault.allCases.map(\.sentence)).count == BoxFault.allCases.count)
    #expect(Set(BoxFault.allCases.map(\.clause)) == Set(LateAnswers.clauseIDs))
  }

  @Test("Random schedules concern every clause, each of them often")
  func variety() throws {
    let boxes = SearchBoxEntry.references
    let contract = LateAnswers(boxes)
    let draw = contract.draws(seed: 7)
    var counts = AnswerCounts()
    for number in 0..<1_000 {
      for box in boxes {
        #expect(contract.suspicion(of: box, in: try draw(number), &counts) == nil)
      }
    }
    for clause in LateAnswers.clauseIDs {
      #expect(counts.clauses[clause, default: 0] >= 50, "\(clause): \(counts.clauses)")
    }
  }

  @Test("The same number of a seed is the same schedule, whatever was drawn before")
  func repeatable() throws {
    let draw = LateAnswers([]).draws(seed: 3)
    let schedules = try (0..<50).map(draw)
    #expect(try (0..<50).reversed().map(draw) == schedules.reversed())
    #expect(Set(schedules).count == 50)
  }

  @Test("The boxes of the library pass every case of the clauses, or lack what it is about")
  func cases() throws {
    try ClauseCases("late-answers", as: LateAnswers(SearchBoxEntry.references))
      .expectPassed(ofEvery: LateAnswers.clauseIDs)
  }

  @Test("Each planted fault fails a case of its clause, and each case fails for a planted fault")
  func faultyCases() throws {
    try ClauseCases.expectCaught(BoxFault.self) { fault in
      try ClauseCases("late-answers", as: LateAnswers(fault.map { [$0.entry] } ?? []))
    }
  }

  @Test("A case that is about a clause shows how that one is broken", arguments: ["A2", "A5"])
  func named(clause: String) throws {
    let text = """
      {"contract": "late-answers", "group": "g", "about": "a", "cases": [
        {"id": "X-1", "sentence": "s", "clauses": ["\(clause)"], "steps": [
          {"event": "type", "text": "a"}, {"event": "tick"}, {"event": "backspace"},
          {"event": "answer", "search": 0}]}]}
      """
    let cases = try StoredCase.read(
      [CaseFile(name: "x.json", bytes: Array(text.utf8))],
      as: [LateAnswers([BoxFault.showsAnswersInAnEmptyField.entry])])
    guard case .failed(let failure)? = cases[0].questions[0].ask() else {
      Issue.record("the fault is not seen")
      return
    }
    #expect(failure.summary.contains("breaks \(clause): "), "\(failure.summary)")
  }

  @Test(
    "Until it asks, a box may keep the display of the text before, also if it asked for this text",
    arguments: [
      // "No match" for "aa" under "a", the search for which failed before.
      [.person(.type("a")), .tick, .fail(0), .person(.type("a")), .tick, .answer(0)],
      // The failure of "aa" under "a", which was answered before.
      [.person(.type("a")), .tick, .answer(0), .person(.type("a")), .tick, .fail(0)],
    ] as [[BoxSchedule.Step]])
  func kept(steps: [BoxSchedule.Step]) {
    let schedule = BoxSchedule(steps + [.person(.backspace), .tick])
    let contract = LateAnswers([KeepingBox.entry])
    let breach = contract.breach(of: KeepingBox.entry, in: schedule)
    #expect(breach == nil, "\(breach?.description ?? "")")
  }

  @Test("Searches for the same query have numbers in a timeline")
  func numbered() throws {
    let box = BoxFault.showsCancelledAnswers.entry
    let typing = ["a", "b"].map { BoxSchedule.Step.person(.type($0)) }
    let schedule = BoxSchedule(typing + [.person(.backspace), .answer(1)])
    let contract = LateAnswers([box], only: ["A10"])
    let breach = try #require(contract.breach(of: box, in: schedule))
    for name in ["cancels \"a\" no. 1, asks for \"ab\"", "asks for \"a\" no. 2"] {
      #expect(breach.description.contains(name), "\(breach)")
    }
  }

  @Test("A find shows the moments before it as a timeline, with the clause at the last one")
  func timeline() throws {
    let box = BoxFault.showsTheLastAnswer.entry
    let schedule = BoxSchedule(
      [.person(.type("a")), .person(.type("b")), .answer(1), .answer(0)])
    let breach = try #require(LateAnswers([box], only: ["A1"]).breach(of: box, in: schedule))
    #expect(
      breach.description == """
        faulty-shows-the-last-answer breaks A1: The answer to an older query is not shown after \
        the answer to a later one, unless its query is the current one.
          it shows 'a-1', 'a-2' for "a" after an answer to a later query; the field holds "ab"
          time  heard                    did            shows
          0 ms  type "a"                 asks for "a"   "a" loading
          0 ms  type "b"                 asks for "ab"  "ab" loading
          0 ms  answer to "ab": ab-1     –              "ab" results: ab-1
          0 ms  answer to "a": a-1, a-2  –              "ab" results: a-1, a-2 (marked)  ← A1
        """)
  }

  @Test("A stored find is read as the same schedule, and asked again")
  func stored() throws {
    let box = BoxFault.cancelsNothing.entry
    let contract = LateAnswers([box])
    let find = try #require(try Self.find(of: box, only: "A10", drawCount: 1_000))
    let stored = try #require(try StoredFind(find, of: contract))
    let file = stored.file(id: "find-1", about: "Found by a test.")
    let read = try StoredCase.read(
      [CaseFile(name: "find.json", bytes: Array(file.text.utf8))], as: [contract])
    #expect(read[0].head.clauses == ["A10"])
    guard case .failed(let failure)? = read[0].questions[0].ask() else {
      Issue.record("the find is no longer one")
      return
    }
    #expect(failure.description.contains("breaks A10"))
  }

  @Test(
    "A schedule that cannot be read is refused with its place",
    arguments: [
      (#"{"event":"typ","text":"a"}"#, "got event 'typ', expected one of"),
      (#"{"event":"type"}"#, "missing key 'text'"),
      (#"{"event":"wait","milliseconds":-1}"#, "expected a whole number of at most"),
      (#"{"event":"tick","search":0}"#, "search"),
    ])
  func unreadable(step: String, message: String) throws {
    let text = """
      {"contract": "late-answers", "group": "g", "about": "a", "cases": [
        {"id": "X-1", "sentence": "s", "clauses": ["A1"], "steps": [\(step)]}]}
      """
    let error = #expect(throws: ConformanceError.self) {
      try StoredCase.read(
        [CaseFile(name: "x.json", bytes: Array(text.utf8))], as: [LateAnswers([])])
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("steps[0]") == true, "\(error?.description ?? "")")
  }

  @Test("The guide to late answers lists every clause and every feature in the program's words")
  func guide() throws {
    let page = "Sources/MatchmarkCore/MatchmarkCore.docc/LateAnswers.md"
    let text = try String(contentsOf: WorkingCopy.root.appending(path: page), encoding: .utf8)
    let listed = text.matches(of: /\n- \*\*(A\d+)\*\* ((?:.|\n  )*)/).map { match in
      Clause(id: String(match.1), text: String(match.2).replacing("\n  ", with: " "))
    }
    #expect(listed.map(\.id) == LateAnswers.clauseIDs)
    for (clause, listed) in zip(LateAnswers([]).clauses(), listed) {
      #expect(listed.text.hasPrefix(clause.text), "\(listed.text)")
    }
    for feature in BoxRules.Feature.allCases {
      #expect(text.contains("`\(feature.rawValue)`"), "\(feature.rawValue)")
    }
  }

  @Test("Rules that cannot hold are told apart")
  func contradictions() {
    #expect(BoxRules(debounceInMilliseconds: 0).contradiction != nil)
    #expect(BoxRules(inFlightLimit: 0).contradiction != nil)
    #expect(SearchBoxController.usualRules.contradiction == nil)
  }
}

/// A box that keeps what it showed until its debounce is over.
private struct KeepingBox: SearchBox {
  static let entry = SearchBoxEntry(
    id: "keeping", summary: "keeps its display during the debounce",
    rules: BoxRules(
      features: [.cancellation, .failure, .loading, .noMatch], debounceInMilliseconds: 100)
  ) { _ in KeepingBox() }

  var display = BoxDisplay(BoxQuery(), .browse)
  private var asked: BoxReaction.Ask?
  private var wakeAt: Int?
  private var lastSearch = 0

  mutating func handle(_ event: BoxEvent, at time: Int) -> BoxReaction {
    var reaction = BoxReaction()
    switch event {
    case .wake where wakeAt.map { $0 <= time } ?? false:
      wakeAt = nil
      lastSearch += 1
      let ask = BoxReaction.Ask(search: lastSearch, display.field)
      (asked, reaction.asks) = (ask, [ask])
      display.state = .loading
    case .answer(let search, let answer) where search == asked?.search:
      asked = nil
      switch answer {
      case .rows(let rows, _, _):
        display.rows = rows
        display.state = rows.isEmpty ? .noMatch : .results
      case .failure: display.state = .failed
      }
    case .type, .paste, .backspace, .clear:
      reaction.cancelled = asked.map { [$0.search] } ?? []
      asked = nil
      display.field = display.field.edited(by: event)
      wakeAt = display.field.isEmpty ? nil : time + 100
      if display.field.isEmpty { display = BoxDisplay(BoxQuery(), .browse) }
    default: break
    }
    reaction.wakeAt = wakeAt
    return reaction
  }
}
