import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import MatchmarkTestSupport
import Testing

@Suite("The reference matcher and its twin")
struct TwinTests {
  @Test("Every measured cell shows how the reference compares with its twin")
  func noise() throws {
    let cell = try #require(
      HarnessFixtures.run([HarnessFixtures.linear, HarnessFixtures.inverted]).first)
    #expect(cell.matchers.map(\.id) == ["linear-scan", "inverted-index"])
    let noise = try #require(cell.noise)
    #expect(noise.matcher == "linear-scan")
    #expect(noise.ratio.lower <= noise.ratio.ratio && noise.ratio.ratio <= noise.ratio.upper)
    let samples = try SamplePacking.unpack(noise.packedSamples)
    let own = try SamplePacking.unpack(cell.matchers[0].packedSamples)
    #expect(samples.count == own.count)
    // Three take turns, including the twin.
    #expect(Set((samples + own).map(\.order)) == [0, 1, 2])
  }

  @Test("A reference that is missing, fails or is not measured has no twin")
  func none() throws {
    var suite = HarnessFixtures.suite()
    suite.reference = "no one"
    #expect(try HarnessFixtures.run([HarnessFixtures.linear], suite).first?.noise == nil)
    suite.reference = MatcherFault.throwsOnBuild.matcherID
    let broken = HarnessFixtures.faulty(.throwsOnBuild)
    #expect(try HarnessFixtures.run([HarnessFixtures.linear, broken], suite).first?.noise == nil)
    suite.reference = "linear-scan"
    suite.effort.measures = false
    #expect(try HarnessFixtures.run([HarnessFixtures.linear], suite).first?.noise == nil)
  }

  @Test("A reference that only its twin agrees with is checked by the oracle")
  func noWitness() throws {
    var suite = HarnessFixtures.suite()
    suite.effort.oracleRowTests = 1
    suite.effort.oracleShare = 0
    suite.reference = MatcherFault.dropsLastRow.matcherID
    let cells = try HarnessFixtures.run([HarnessFixtures.faulty(.dropsLastRow)], suite)
    #expect(try HarnessFixtures.record(of: suite.reference, in: cells).status == .voided)
  }
}

@Suite("When measuring stops")
struct StopRuleTests {
  private func stop(_ change: (inout Effort) -> Void) throws -> StopRecord {
    var suite = HarnessFixtures.suite()
    suite.effort.minimumRounds = 3
    suite.effort.maximumRounds = 7
    suite.effort.cellSeconds = 1e9
    suite.effort.targetWidth = 0
    change(&suite.effort)
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, HarnessFixtures.inverted], suite)
    let record = try HarnessFixtures.record(of: "inverted-index", in: cells)
    let stop = try #require(cells.first?.stop)
    let rounds = try #require(record.figures?.roundCount)
    #expect(rounds == (stop.reason == .rounds ? 7 : 3))
    return stop
  }

  @Test("Measuring stops when every interval is narrow enough")
  func width() throws {
    let stop = try stop { $0.targetWidth = 1e9 }
    #expect(stop.reason == .width)
    #expect(stop.targetWidth == 1e9)
    #expect((stop.widestInterval ?? -1) > 0)
  }

  @Test("Measuring stops when the time is up, but not before the minimum number of rounds")
  func time() throws { #expect(try stop { $0.cellSeconds = 1e-9 }.reason == .time) }

  @Test("Measuring stops at the maximum number of rounds")
  func rounds() throws { #expect(try stop { _ in }.reason == .rounds) }

  @Test("A cell that is not measured has no reason for stopping")
  func notMeasured() throws {
    var suite = HarnessFixtures.suite()
    suite.effort.measures = false
    #expect(try HarnessFixtures.run([HarnessFixtures.linear], suite).first?.stop == nil)
  }
}

@Suite("Never-seen queries")
struct RepetitionTests {
  @Test(
    "A matcher that remembers answers is detected and not ranked",
    arguments: [MatcherFault.memoises, .memoisesLate])
  func memoising(fault: MatcherFault) throws {
    let cells = try HarnessFixtures.run([HarnessFixtures.linear, HarnessFixtures.faulty(fault)])
    let memoising = try HarnessFixtures.record(of: fault.matcherID, in: cells)
    #expect((memoising.figures?.repeatedToUnseen ?? 1) < 0.2)
    #expect(memoising.status == .verified && !memoising.isRanked)
    #expect(memoising.reasonNotToRank?.hasPrefix("remembers answers") == true)
    let honest = try HarnessFixtures.record(of: "linear-scan", in: cells)
    #expect((honest.figures?.repeatedToUnseen ?? 0) > 0.2)
    #expect(honest.isRanked)
  }

  @Test("An engine that remembers answers is detected by its own clock")
  func memoisingEngine() throws {
    for (fault, remembers) in [
      (EngineFault.remembers, true), (.remembersLate, true), (.none, false),
    ] {
      let cells = try HarnessFixtures.run(
        with: [try EngineParticipants.faulty(fault)], EngineParticipants.suite)
      let record = try HarnessFixtures.record(of: "faulty", in: cells)
      #expect(((try #require(record.figures?.repeatedToUnseen)) < 0.2) == remembers)
      #expect(record.isRanked != remembers)
    }
  }

  @Test("A matcher that is wrong only on never-seen queries is voided")
  func wrong() throws {
    let known = Set(
      try Workload(
        HarnessFixtures.traces,
        in: FoldedCorpus(HarnessFixtures.corpus(), profile: HarnessFixtures.profile())
      ).keystrokes.map(\.query.text))
    let parrot = MatcherEntry(
      id: "parrot", summary: "knows the workload only", matches: .contains
    ) { titles in
      let right = HarnessFixtures.search(titles)
      return { text in known.contains(text) ? right(text) : [] }
    }
    let cells = try HarnessFixtures.run([HarnessFixtures.linear, parrot])
    let record = try HarnessFixtures.record(of: "parrot", in: cells)
    #expect(record.status == .voided)
    let example = try #require(record.counterexamples.first)
    #expect(!known.contains(example.query.text))
    #expect(record.reason?.hasPrefix("a query not asked before: ") == true)
  }

  @Test("A matcher is verified on a corpus without rows")
  func noRows() throws {
    var suite = HarnessFixtures.suite(cells: [HarnessFixtures.emptyCell()])
    suite.effort.minimumRounds = 2
    let cells = try HarnessFixtures.run([HarnessFixtures.linear], suite)
    let record = try HarnessFixtures.record(of: "linear-scan", in: cells)
    #expect(record.status == .verified)
  }
}

@Suite("Times that engines claim", .serialized)
struct ClaimTests {
  private func record(_ fault: EngineFault) throws -> MatcherRecord {
    try HarnessFixtures.record(
      of: "faulty",
      in: HarnessFixtures.run(
        with: [try EngineParticipants.faulty(fault)], Self.suite))
  }

  /// As many rounds as the shortest run of the command has.
  private static var suite: Suite {
    var suite = HarnessFixtures.suite()
    suite.effort.minimumRounds = 10
    suite.effort.maximumRounds = 10
    return suite
  }

  @Test(
    "An engine that claims impossible times loses its rank, and the reason is named",
    arguments: [
      (EngineFault.dividesDurations, "ns in each repetition"),
      (.claimsThird, "ns in each repetition"),
      (.honestWhenRepeated, "ns in a request without repetitions"),
      (.worksBeforeWindow, "ns in each repetition"),
      (.worksOnceBeforeWindow, "whose request takes"),
      (.constantDurations, "it reports 100 ns for every keystroke"),
    ])
  func impossible(fault: EngineFault, words: String) throws {
    let record = try record(fault)
    #expect(record.status == .verified && !record.isRanked)
    #expect(record.reasonNotToRank?.contains(words) == true, "\(record.engine as Any)")
  }

  @Test(
    "An honest engine keeps its rank and gets no warning", arguments: [EngineFault.none, .works])
  func honest(fault: EngineFault) throws {
    let record = try record(fault)
    #expect(record.isRanked)
    #expect(record.engine?.refutedTimes == nil)
    #expect(record.engine?.warning == nil)
  }

  @Test("About half of an engine's requests have no repetitions, and a tiny claim adds few")
  func repetitions() throws {
    let samples = try SamplePacking.unpack(record(.works).packedSamples)
    let ofRounds = samples.filter { $0.round > 0 }
    let singles = ofRounds.count { $0.batch == 1 }
    #expect(singles * 4 > ofRounds.count && singles * 4 < ofRounds.count * 3)
    // A tiny claim does not make requests longer; otherwise they would repeat 17 times on average.
    let constant = try SamplePacking.unpack(record(.constantDurations).packedSamples)
    #expect(constant.map(\.batch).reduce(0, +) < 8 * constant.count)
  }

  @Test("An index size that the memory of building contradicts is named as impossible")
  func indexSize() throws {
    let tiny = try record(.tinyIndex)
    #expect(tiny.build?.indexSizeInBytes == 1)
    #expect(tiny.build?.isIndexSizeContradicted == true)
    #expect(tiny.engine?.warning?.contains("reports an index of 1 bytes") == true)
    #expect(try record(.none).build?.isIndexSizeContradicted == false)
  }

  @Test("An engine that sleeps outside its clock gets a warning")
  func sleeping() throws {
    let record = try record(.sleepsOutside)
    #expect(record.isRanked)
    #expect(record.engine?.warning?.contains("a user would wait for it") == true)
  }
}

@Suite("A person's pace")
struct PaceTests {
  @Test("Keystrokes do not wait unless a pace is requested")
  func off() throws {
    let cells = try HarnessFixtures.run([HarnessFixtures.linear])
    #expect(try HarnessFixtures.record(of: "linear-scan", in: cells).figures?.paced == nil)
  }

  @Test("A run with a pace shows the figures of the same keystrokes, paced and warm")
  func paced() throws {
    let trace = Trace(name: "unseen", events: [.activate(by: .user), .type("unseen")])
    var suite = HarnessFixtures.suite(cells: [HarnessFixtures.cell(traces: [trace])])
    suite.effort.pacedSeconds = 0
    suite.effort.minimumRounds = 2
    let cells = try HarnessFixtures.run([HarnessFixtures.linear], suite)
    let figures = try #require(
      try HarnessFixtures.record(of: "linear-scan", in: cells).figures)
    let paced = try #require(figures.paced)
    #expect(paced.paced.keystrokeCount == 1)
    #expect(paced.warm.keystrokeCount == 1)
    #expect(paced.warm.p50OfMedians == figures.typed.p50OfMedians)
    #expect(try SamplePacking.unpack(paced.packedSamples).allSatisfy { $0.batch == 1 })
  }
}
