import MatchmarkConformance
import MatchmarkSession
import MatchmarkTestSupport
import MatchmarkTesting
import Testing

/// View models of tests: one is right, the others have one mistake each.
@Suite("The tests of an outside search box", .serialized)
struct SearchBoxTestTests {
  @Test(
    "Every test of the library's own search box passes",
    arguments: SearchBoxTest.all(of: SearchBoxEntry.references[0], caseCount: 300))
  func passes(_ test: SearchBoxTest) async throws { try await test.check() }

  @Test("A faulty box fails the test of the clause that it breaks, and a missing part is skipped")
  func failure() async throws {
    let tests = SearchBoxTest.all(of: BoxFault.opensAStaleRow.entry)
    #expect(tests.map(\.id) == ["rules"] + LateAnswers.clauseIDs)
    let test = try #require(tests.first { $0.id == "A4" })
    #expect(test.testDescription.hasPrefix("A4: Enter acts on the text"))
    guard case .failed(let text) = await test.result() else {
      Issue.record("it was not noticed")
      return
    }
    #expect(text.contains("breaks A4") && text.contains("← A4"), "\(text)")
    #expect(await tests.first { $0.id == "A9" }?.result() == .skipped(reason: "it has no debounce"))
  }

  @Test("A failure prints a text that keeps its schedule as a test, whatever is drawn later")
  func kept() async throws {
    let faulty = BoxFault.opensAStaleRow.entry
    let test = try #require(
      SearchBoxTest.all(of: faulty, caseCount: 500, seed: 9).first { $0.id == "A4" })
    guard case .failed(let text) = await test.result() else {
      Issue.record("it was not noticed")
      return
    }
    let origin = try #require(text.firstMatch(of: /found in case \d+ of seed 9; to keep it/))
    let find = try #require(text[origin.range.upperBound...].firstMatch(of: /#"(.+)"#/)?.1)
    let finds = [String(find), "dear diary"]
    let tests = SearchBoxTest.all(of: faulty, finds: finds, caseCount: 0)
    #expect(tests.map(\.id) == ["rules", "find-1", "find-2"] + LateAnswers.clauseIDs)
    #expect(tests[1].sentence == "what once broke A4 is right")
    guard case .failed(let again) = await tests[1].result(),
      case .failed(let unreadable) = await tests[2].result()
    else {
      Issue.record("a find passed")
      return
    }
    #expect(again.contains("breaks A4") && again.contains("← A4"), "\(again)")
    #expect(unreadable.contains("finds[1]"), "\(unreadable)")
    let right = SearchBoxTest.all(
      of: SearchBoxEntry.references[0], finds: [String(find)], caseCount: 0)
    #expect(await right[1].result() == .passed)
    let accepted = SearchBoxTest.all(
      of: faulty, accepting: ["A4": "Enter is not ours"], finds: [String(find)], caseCount: 0)
    #expect(accepted[1].acceptance == "Enter is not ours")
  }

  @Test("A model with one mistake that breaks several clauses is told which to read first")
  func advice() async throws {
    var texts: [String] = []
    for test in SearchBoxTest.all(of: ModelKind.naive.entry, caseCount: 400) {
      if case .failed(let text) = await test.result() { texts.append(text) }
    }
    #expect(texts.count > 1)
    let advice = /naive breaks A.+, A.+, possibly through one mistake: start with A\d+, which has/
    #expect(texts.allSatisfy { $0.contains(advice) }, "\(texts)")
  }

  @Test("Rules that cannot hold are the only test, which fails")
  func contradiction() async {
    let rules = BoxRules(debounceInMilliseconds: 0)
    let entry = SearchBoxEntry(id: "torn", summary: "torn", rules: rules) { _ in
      SearchBoxController()
    }
    let tests = SearchBoxTest.all(of: entry)
    #expect(tests.map(\.id) == ["rules"])
    guard case .failed = await tests[0].result() else {
      Issue.record("it passed")
      return
    }
  }

  @Test("A clause that no schedule is about is skipped, not passed")
  func nothingAsked() async {
    let tests = SearchBoxTest.all(of: SearchBoxEntry.references[0], caseCount: 0)
    #expect(await tests.last?.result() == .skipped(reason: "no schedule exercised it"))
  }

  // MARK: View models with tasks

  @Test(
    "A view model that cancels its task passes, on the main actor and on none",
    arguments: [ModelKind.cancelling, .nonisolated, .detached])
  func rightModel(_ kind: ModelKind) async throws {
    var passed: [String] = []
    for test in SearchBoxTest.all(of: kind.entry, caseCount: 400) {
      switch await test.result() {
      case .passed: passed.append(test.id)
      case .skipped: break
      case .failed(let text): Issue.record("\(test.id) \(text)")
      }
    }
    #expect(passed == ["rules", "A1", "A2", "A5", "A6", "A7", "A9", "A10", "A12", "A15"])
  }

  @Test(
    "A view model with a mistake fails the test of the clause that it breaks",
    arguments: [
      (ModelKind.naive, "A1"), (.forgetful, "A9"), (.sleepless, "A9"), (.unchecked, "A10"),
    ])
  func wrongModel(_ kind: ModelKind, clause: String) async throws {
    let test = try #require(
      SearchBoxTest.all(of: kind.entry, caseCount: 400).first { $0.id == clause })
    guard case .failed(let text) = await test.result() else {
      Issue.record("it was not noticed")
      return
    }
    #expect(text.contains("breaks \(clause)"), "\(text)")
  }

  @Test("A view model that never searches fails every test, with the clock that it needs")
  func silent() async {
    for test in SearchBoxTest.all(of: ModelKind.silent.entry, caseCount: 20) {
      switch await test.result() {
      case .failed(let text): #expect(text.contains("context.clock"), "\(test.id) \(text)")
      case .passed: #expect(test.id == "rules")
      case .skipped(let reason): #expect(reason.hasPrefix("it"), "\(test.id) \(reason)")
      }
    }
  }

  @Test("An accepted clause is a known issue")
  func accepted() async throws {
    let tests = SearchBoxTest.all(
      of: ModelKind.naive.entry, accepting: ["A1": "known since spring"], caseCount: 60)
    let test = try #require(tests.first { $0.id == "A1" })
    #expect(test.acceptance == "known since spring")
    try await test.check()
  }

  @Test("Every replay of a view model gives the same timeline")
  func replays() async throws {
    func result() async throws -> ConformanceTest.Result {
      let tests = SearchBoxTest.all(of: ModelKind.naive.entry, caseCount: 40)
      return try await #require(tests.first { $0.id == "A1" }).result()
    }
    let first = try await result()
    guard case .failed = first else {
      Issue.record("it was not noticed")
      return
    }
    for _ in 1..<TestAmount.replayCount { #expect(try await result() == first) }
  }
}

/// A kind of view model.
enum ModelKind: String, Sendable {
  /// It cancels the task before.
  case cancelling
  /// The same, with a search in a task that belongs to no actor.
  case nonisolated
  /// The same, with a search in a detached task.
  case detached
  /// It asks at every key, and shows whatever comes last.
  case naive
  /// It sleeps before it asks, and then takes the text that it slept for.
  case forgetful
  /// It declares a debounce and has none.
  case sleepless
  /// It cancels its task, and then takes whatever the search still answers.
  case unchecked
  /// It sleeps by the system's clock.
  case silent

  var entry: SearchBoxModelEntry {
    let isCancelling = self != .naive
    return SearchBoxModelEntry(
      id: rawValue,
      rules: BoxRules(
        features: isCancelling
          ? [.cancel, .cancellation, .failure, .loading, .noMatch] : [.loading, .noMatch],
        debounceInMilliseconds: isCancelling ? 100 : nil)
    ) { context, _ in ViewModel(self, context) }
  }
}

private final class ViewModel: SearchBoxModel {
  private let kind: ModelKind
  private let context: SearchBoxContext
  private var text = ""
  private var state = BoxDisplay.State.browse
  private var rows: [String] = []
  private var answered: String?
  private var task: Task<Void, Never>?

  init(_ kind: ModelKind, _ context: SearchBoxContext) {
    (self.kind, self.context) = (kind, context)
  }

  var display: BoxDisplay { BoxDisplay(BoxQuery(text), state, rows: rows) }

  func handle(_ event: BoxEvent) {
    text = event.edited(text)
    if kind != .forgetful || task == nil {
      if kind != .naive { task?.cancel() }
      task = nil
    }
    if text.isEmpty {
      task?.cancel()
      (task, state, rows, answered) = (nil, .browse, [], nil)
    } else if text == answered {
      state = rows.isEmpty ? .noMatch : .results
    } else if task == nil {
      state = .loading
      let asked = text
      task = Task { await answer(asked) }
    }
  }

  private func answer(_ asked: String) async {
    do {
      if kind == .silent { try await Task.sleep(for: .seconds(3_600)) }
      if kind != .naive, kind != .sleepless {
        try await context.clock.sleep(for: .milliseconds(100))
      }
      let found = try await search(asked)
      if kind != .unchecked { try Task.checkCancellation() }
      (rows, answered, task) = (found, asked, nil)
      state = found.isEmpty ? .noMatch : .results
    } catch {
      if !Task.isCancelled { (state, task) = (.failed, nil) }
    }
  }

  private func search(_ asked: String) async throws -> [String] {
    switch kind {
    case .nonisolated: try await Self.searchAnywhere(asked, context)
    case .detached:
      try await withTaskCancellationHandler {
        let detached = Task.detached { [context] in try await context.search(asked) }
        self.detached = detached
        return try await detached.value
      } onCancel: {
        Task { @MainActor in self.detached?.cancel() }
      }
    default: try await context.search(asked)
    }
  }

  private var detached: Task<[String], any Error>?

  @concurrent private nonisolated static func searchAnywhere(
    _ asked: String, _ context: SearchBoxContext
  ) async throws -> [String] {
    try await context.search(asked)
  }
}
