import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkMatchers
import MatchmarkSystem
import MatchmarkTestSupport
import Synchronization
import Testing

/// Times are only compared with budgets that are missed or met a hundredfold.
@Suite("A hunt for slow keystrokes")
struct SpeedTests {
  private static let scan = MatcherEntry(LinearScanMatcher.self)

  /// Titles, all searched by a part of the title.
  private func corpus(_ titles: [String]) throws -> FoldedCorpus {
    var builder = CorpusBuilder(name: "mine", schema: try Schema([Column("title", .text)]))
    for title in titles { try builder.append([title]) }
    let profile = SearchProfile(name: "mine", textFields: [TextField("title", .contains)])
    return try FoldedCorpus(builder.finish(), profile: profile)
  }

  private func hunt(_ contract: Speed, seed: UInt64 = 3, cases: Int = 1) throws -> Hunt<Speed>.Tally
  {
    try Hunt(contract, seed: seed, limit: .cases(cases), workerCount: 1) { _, _ in "" }
      .run { _ in }
  }

  private func wait(milliseconds: UInt64) {
    let end = MonotonicClock.now() + milliseconds * 1_000_000
    while MonotonicClock.now() < end {}
  }

  @Test("A keystroke that a matcher answers late is found, and shrunk to what makes it late")
  func lateLetter() throws {
    let dawdler = MatcherEntry(id: "dawdler", summary: "late for z in three rows") { titles in
      return { text in
        if text.contains("z"), titles.count >= 3 { wait(milliseconds: 15) }
        return titles.indices.filter { titles[$0].contains(text) }
      }
    }
    let rows = try corpus((0..<60).map { "row \($0) of a lazy fox" })
    let contract = Speed(
      [Participant(dawdler)], scan: Self.scan, budget: KeystrokeBudget("6ms"), own: rows)
    let tally = try hunt(contract, cases: 4)
    guard case .breach(let subject, let found, let breach)? = tally.find else {
      Issue.record("nothing was found in \(tally.answerCount) keystrokes")
      return
    }
    #expect(subject.id == "dawdler")
    #expect(found.situation.query == SearchQuery("z"))
    #expect(found.situation.earlier.isEmpty)
    #expect(found.situation.rows.count == 3)
    #expect(breach.description.contains("of its budget 6ms"), "\(breach)")
  }

  @Test("A keystroke that is late only after another one is found with it")
  func lateAfterLonger() throws {
    let dawdler = MatcherEntry(id: "dawdler", summary: "late after backspace") { titles in
      let last = Mutex(0)
      return { text in
        let isShorter = last.withLock { last in
          defer { last = text.count }
          return text.count < last
        }
        if isShorter, !text.isEmpty { wait(milliseconds: 15) }
        return titles.indices.filter { titles[$0].contains(text) }
      }
    }
    let rows = try corpus((0..<60).map { "row \($0) of a lazy fox" })
    let contract = Speed(
      [Participant(dawdler)], scan: Self.scan, budget: KeystrokeBudget("6ms"), own: rows)
    guard case .breach(_, let found, _)? = try hunt(contract, cases: 4).find else {
      Issue.record("nothing was found")
      return
    }
    #expect(found.situation.query.text.count == 1)
    #expect(found.situation.earlier.map(\.text.count) == [2])
  }

  @Test("A hunt that finds nothing says the slowest keystrokes and sessions of each matcher")
  func nothingFound() throws {
    let budget = try #require(KeystrokeBudget("10s"))
    let participants = MatcherEntry.builtIn.map { Participant($0) }
    let tally = try hunt(
      Speed(participants, scan: Self.scan, budget: budget, rowLimit: 500), cases: 2)
    #expect(tally.find == nil)
    #expect(tally.answering == Set(participants.map(\.id)))
    #expect(tally.answerCount > 500)
    for id in participants.map(\.id) {
      let entries = try #require(tally.extremes[id]?.entries)
      #expect(
        entries.map(\.kind) == ["slowest keystroke", "closest to its budget", "slowest session"])
      #expect(entries.allSatisfy { $0.value > 0 && $0.text.contains(", in ") }, "\(entries)")
      #expect(entries[1].text.contains("of 10s: "))
      #expect(entries[2].text.contains(/for \d+ keystrokes? up to/))
    }
  }

  @Test("The rows and the profile of a case depend on the seed and its number alone")
  func sameDraws() throws {
    let contract = Speed([], scan: Self.scan, rowLimit: 300)
    let (one, two) = (contract.draws(seed: 4), contract.draws(seed: 4))
    var words: Set<String> = []
    for number in (0..<12).reversed() {
      let draw = try one(number)
      #expect(try two(number).description == draw.description)
      #expect(draw.folded.corpus.rowCount <= 300)
      words.insert(draw.description)
    }
    #expect(words.count == 12)
  }

  @Test(
    "A budget is a time, or a multiple of another time",
    arguments: [
      "8.33ms", "1.2xscan", "1.2xscan+2us", "10xp99", "0.5xp99+1ms",
    ])
  func budget(text: String) throws {
    #expect(try #require(KeystrokeBudget(text)).description == text)
  }

  @Test(
    "Anything else is no budget",
    arguments: [
      "", "8", "ms", "xscan", "0xscan", "-1xscan", "1.2xscan+", "1.2xscan+2", "2us+1.2xscan",
      "1.2xoracle", "1ms+1ms", "1.2xscan+2us+1us", "nanxscan", "infxp99", "1e9xp99", "2000000s",
    ])
  func noBudget(text: String) { #expect(KeystrokeBudget(text) == nil) }

  @Test("An engine is held to its own 99th percentile unless a budget says otherwise")
  func engines() throws {
    let engine = EngineParticipants.missing
    #expect(Speed([engine], scan: Self.scan).subjects[0].budget.description == "10xp99")
    let budget = KeystrokeBudget("8.33ms")
    #expect(Speed([engine], scan: Self.scan, budget: budget).subjects[0].budget == budget)
    #expect(
      Speed([Participant(Self.scan)], scan: Self.scan).subjects[0].budget.description
        == "1.2xscan+2us")
  }

  @Test("A matcher is compared with its own typing sessions")
  func ownP99() throws {
    let dawdler = MatcherEntry(id: "dawdler", summary: "late for long needles") { titles in
      return { text in
        if text.utf8.count > 60 { wait(milliseconds: 20) }
        return titles.indices.filter { titles[$0].contains(text) }
      }
    }
    let long = String(repeating: "abcdefgh ", count: 20)
    let rows = try corpus((0..<20).map { "\($0) \(long)" })
    let budget = try #require(KeystrokeBudget("1000000xp99"))
    let tally = try hunt(Speed([Participant(dawdler)], scan: Self.scan, budget: budget, own: rows))
    #expect(tally.find == nil)
    let entries = try #require(tally.extremes["dawdler"]?.entries)
    let nearest = try #require(entries.first { $0.kind == "closest to its budget" })
    #expect(nearest.value < 0.01 && nearest.value > 0)
  }

  @Test("A stored find is asked again of every matcher, with its budget")
  func stored() throws {
    let rows = try corpus(["alpha", "beta"])
    let budget = try #require(KeystrokeBudget("1ns"))
    let contract = Speed([Participant(Self.scan)], scan: Self.scan, budget: budget, own: rows)
    // The smallest case that takes a nanosecond has no rows.
    let hunter = Hunter(contract, shrinkingSeconds: 0)
    let find = try #require(try hunter.examine(contract.draws(seed: 3)(0)).find)
    let file = try #require(try StoredFind(find, of: contract)).file(id: "one", about: "a hunt")
    #expect(file["contract"] == .string("speed"))
    #expect(result(of: file.bytes).isFailure)

    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.contains("linear-scan was slow here once"))
    let patient = text.replacing(#""budget":"1ns""#, with: #""budget":"10s""#)
    #expect(patient != text)
    #expect(result(of: Array(patient.utf8)) == .passed)
    let contrary = MatcherEntry(id: "contrary", summary: "the other rows, at once") { titles in
      return { text in titles.indices.filter { !titles[$0].contains(text) } }
    }
    guard case .failed(let failure) = result(of: Array(patient.utf8), by: contrary) else {
      Issue.record("a wrong answer passes because it is fast")
      return
    }
    #expect(!failure.isSlow)
    let strange = text.replacing(#""budget":"1ns""#, with: #""budget":"soon""#)
    #expect {
      try cases(of: Array(strange.utf8))
    } throws: {
      "\($0)".contains("budget: got 'soon', expected a time such as 8.33ms")
    }
  }

  private func cases(
    of bytes: [UInt8], by entry: MatcherEntry = Self.scan
  ) throws -> [StoredCase] {
    let contract = Speed([Participant(entry)], scan: Self.scan, budget: KeystrokeBudget("1s"))
    return try StoredCase.read(
      [CaseFile(name: "find.json", bytes: bytes)], as: [Matching(), contract])
  }

  private func result(of bytes: [UInt8], by entry: MatcherEntry = Self.scan) -> CaseResult {
    do {
      let question = try #require(try cases(of: bytes, by: entry).first?.questions.first)
      return try #require(question.ask())
    } catch {
      Issue.record(error)
      return .skipped(reason: "\(error)")
    }
  }
}
