import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkTestSupport
import Synchronization
import Testing

/// Wrong matchers next to a right one: each kind of mistake leads to the state that names it.
@Suite("Faulty matchers")
struct MatcherFaultTests {
  static let states: [(MatcherFault, MatcherStatus)] = [
    (.dropsLastRow, .voided), (.addsRow, .voided), (.leavesCorpus, .voided),
    (.answersSuperset, .verified), (.losesCandidates, .voided), (.throwsOnBuild, .errored),
    (.throwsOnQuery, .errored), (.declinesQuery, .verified), (.declinesAll, .skipped),
    (.skipsProfile, .skipped), (.refusesCorpus, .skipped), (.answersStale, .voided),
    (.echoes, .voided), (.forgetsReset, .voided), (.tires, .voided), (.givesUp, .verified),
    (.isSlow, .verified), (.memoises, .verified), (.memoisesLate, .verified),
  ]

  private func record(_ fault: MatcherFault) throws -> MatcherRecord {
    let cells = try HarnessFixtures.run([
      HarnessFixtures.linear, HarnessFixtures.faulty(fault), HarnessFixtures.inverted,
    ])
    for right in [HarnessFixtures.linear, HarnessFixtures.inverted] {
      let record = try HarnessFixtures.record(of: right.descriptor.id, in: cells)
      #expect(record.status == .verified)
      #expect(record.counterexamples.isEmpty)
    }
    return try HarnessFixtures.record(of: fault.matcherID, in: cells)
  }

  @Test("Every fault has its state in the table of faults")
  func complete() {
    #expect(Set(Self.states.map(\.0)) == Set(MatcherFault.allCases))
  }

  @Test(
    "Each fault leads to its state in the record, and affects no other matcher", arguments: states
  )
  func state(fault: MatcherFault, expected: MatcherStatus) throws {
    let record = try record(fault)
    #expect(record.status == expected)
    #expect((record.figures != nil) == (expected == .verified))
    #expect(record.counterexamples.isEmpty == (expected != .voided))
    let quiet: Set<MatcherFault> = [.answersSuperset, .isSlow, .memoises, .memoisesLate]
    #expect((record.reason == nil) == quiet.contains(fault))
  }

  @Test("The order of participants changes no matcher's state", arguments: states)
  func firstInLine(fault: MatcherFault, expected: MatcherStatus) throws {
    let cells = try HarnessFixtures.run([
      HarnessFixtures.faulty(fault), HarnessFixtures.linear,
    ])
    #expect(try HarnessFixtures.record(of: fault.matcherID, in: cells).status == expected)
    #expect(try HarnessFixtures.record(of: "linear-scan", in: cells).status == .verified)
  }

  @Test(
    "A matcher that is wrong before timing is never timed",
    arguments: [MatcherFault.dropsLastRow, .addsRow, .losesCandidates, .echoes, .throwsOnQuery])
  func neverTimed(fault: MatcherFault) throws {
    #expect(try record(fault).packedSamples == "")
  }

  @Test("A counterexample has the query, the first differing row and the replay command")
  func counterexample() throws {
    let example = try #require(try record(.dropsLastRow).counterexamples.first)
    // The first keystroke browses: all 13 rows, without the last.
    #expect(example.query == SearchQuery())
    #expect(example.eventClass == "browse")
    #expect(example.firstRow == 12)
    #expect(example.firstRowText == "it's \"Rosé\"")
    #expect(example.difference == "row 12 is missing (1 missing, 0 extra)")
    #expect(
      example.replayLine(of: .usual)
        == "./matchmark query --corpus plants.csv --profile plants "
        + "--matcher broken-drops-last-row -- ''")
  }

  /// A matcher that drops the last row as it was opened first, and does something else later.
  private func reopened(
    _ later: @escaping @Sendable (Int) throws(MatcherError) -> MatcherEntry
  ) throws -> Counterexample {
    let openCount = Mutex(0)
    let first = HarnessFixtures.faulty(.dropsLastRow)
    let entry = MatcherEntry(
      descriptor: MatcherDescriptor(id: "changing", summary: ""), support: first.support
    ) { corpus, options throws(MatcherError) in
      let count = openCount.withLock { count in
        count += 1
        return count
      }
      return try (count == 1 ? first : later(count)).build(corpus, options)
    }
    let cells = try HarnessFixtures.run([HarnessFixtures.linear, entry])
    let record = try HarnessFixtures.record(of: "changing", in: cells)
    return try #require(record.counterexamples.first)
  }

  @Test("A matcher is called right when asked alone only if it is asked, answers and is right")
  func alone() throws {
    let otherwise = try reopened { _ in HarnessFixtures.faulty(.leavesCorpus) }
    #expect(otherwise.difference == "row 12 is missing (1 missing, 0 extra)")
    #expect(otherwise.replay?.earlier == nil && otherwise.replay != nil)
    for fault in [MatcherFault.throwsOnBuild, .declinesAll, .refusesCorpus] {
      let unknown = try reopened { _ in HarnessFixtures.faulty(fault) }
      #expect(unknown.difference == "row 12 is missing (1 missing, 0 extra)", "\(fault)")
      #expect(unknown.replay == nil, "\(fault)")
    }
    let right = try reopened { _ in HarnessFixtures.linear }
    #expect(
      right.difference == "row 12 is missing (1 missing, 0 extra); right when asked alone")
    #expect(right.replay == nil)
  }

  @Test("A row that should not match is named as such in the counterexample")
  func addedRow() throws {
    let example = try #require(
      try record(.addsRow).counterexamples.first { $0.query.text == "rose" })
    #expect(example.difference == "row 2 should not match (0 missing, 1 extra)")
    #expect(example.firstRowText == "Tulip")
  }

  @Test("A row outside the corpus is a wrong answer, not a crash of the harness")
  func beyondCorpus() throws {
    let example = try #require(try record(.leavesCorpus).counterexamples.first)
    #expect(example.firstRow == 13)
    #expect(example.firstRowText == "(beyond the corpus)")
  }

  @Test("Wrong keystrokes of one event class do not displace those of another")
  func crowd() throws {
    let examples = try record(.dropsLastRow).counterexamples
    let counts = Dictionary(grouping: examples, by: \.eventClass).mapValues(\.count)
    #expect(
      counts == [
        // Nothing was typed twice, and answered wrongly in the same way: that is kept once.
        "browse": 1, "first-key": 2, "later-key": 10, "token-change": 2, "scope-change": 2,
      ])
  }

  @Test("A stale answer is found even if only tokens or the scope change")
  func stale() throws {
    let classes = Set(try record(.answersStale).counterexamples.map(\.eventClass))
    #expect(classes.isSuperset(of: ["token-change", "scope-change"]))
  }

  @Test("An answer that is wrong only in the timed rounds voids the matcher as well")
  func timedRounds() throws {
    let voided = try record(.tires)
    #expect(voided.status == .voided)
    #expect(voided.counterexamples.count == 1)
    #expect(voided.figures == nil)
    var unmeasured = HarnessFixtures.suite()
    unmeasured.effort.measures = false
    let cells = try HarnessFixtures.run([HarnessFixtures.faulty(.tires)], unmeasured)
    #expect(try HarnessFixtures.record(of: "broken-tires", in: cells).status == .verified)
  }

  @Test("Declined keystrokes are counted with their reason, and are not timed")
  func declined() throws {
    let record = try record(.declinesQuery)
    #expect(record.reason == "declined: \(MatcherFault.declineReason)")
    // All of 24 keystrokes except two that browse and two of one key.
    #expect(record.declinedCount == 20)
    let timed = Set(try SamplePacking.unpack(record.packedSamples).map(\.keystroke))
    #expect(timed == [0, 1, 10, 11])
    #expect(try self.record(.givesUp).declinedCount > 0)
  }

  @Test("A matcher that declines everything, or fails, says why")
  func reasons() throws {
    for fault in [MatcherFault.skipsProfile, .refusesCorpus] {
      #expect(try record(fault).reason == MatcherFault.declineReason)
    }
    #expect(try record(.declinesAll).reason == "declined: \(MatcherFault.declineReason)")
    #expect(try record(.throwsOnBuild).reason == "malformed answer: broken by design")
    #expect(try record(.throwsOnQuery).reason == "malformed answer: broken by design")
  }

  @Test("A matcher that declares a superset is timed but never ranked")
  func superset() throws {
    let record = try record(.answersSuperset)
    #expect(record.figures != nil)
    #expect(!record.isRanked)
    #expect(!record.isExact)
  }
}
