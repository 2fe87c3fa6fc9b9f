import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import Testing

/// The quality of ranked answers.
@Suite("The quality of ranked answers")
struct QualityTests {
  /// An answer whose rows are tied if they have the same score.
  private static func quality(_ scores: [(row: Int, score: Double)], _ grades: [Int: Int])
    -> AnswerQuality
  {
    AnswerQuality(
      scores.map { ($0.row, TieKey(score: $0.score, length: nil)) }, grades: grades)
  }

  @Test("Figures of an answer without ties are those of the textbook")
  func textbook() {
    // The wanted rows are second and fifth; one of grade 2 was not found.
    let quality = Self.quality(
      [(4, 9), (1, 8), (5, 7), (6, 6), (2, 5)], [1: 1, 2: 3, 3: 2])
    #expect(quality.success(at: 1) == 0)
    #expect(quality.success(at: 2) == 1)
    #expect(quality.reciprocalRank == 0.5)
    #expect(quality.meanPlace == 2)
    // (1/log2 3 + 7/log2 6) / (7 + 3/log2 3 + 1/log2 4)
    #expect(abs(quality.gain - 3.338_867 / 9.392_789) < 1e-5)
  }

  @Test("An answer without a wanted row, and an empty one, have no quality")
  func nothing() {
    for quality in [Self.quality([(1, 2), (2, 1)], [3: 1]), AnswerQuality([], grades: [3: 1])] {
      #expect(quality.success(at: 5) == 0 && quality.reciprocalRank == 0 && quality.gain == 0)
      #expect(quality.meanPlace == nil)
    }
  }

  @Test("Rows beyond the tenth place count for success only")
  func depth() {
    let quality = Self.quality((0..<12).map { ($0, -Double($0)) }, [11: 1])
    #expect(quality.reciprocalRank == 0 && quality.gain == 0)
    #expect(quality.success(at: 12) == 1 && quality.meanPlace == 12)
  }

  @Test("Figures of tied rows are the means over all orders of them", arguments: 0..<200)
  func ties(number: Int) {
    var random = SeededGenerator(seed: 7, stream: "ties/\(number)")
    let count = 1 + random.below(6)
    let scores = (0..<count).map { ($0, -Double(random.below(3))) }
      .sorted { $0.1 > $1.1 }
    var grades: [Int: Int] = [:]
    for row in 0..<count + 1 where random.chance(0.4) { grades[row] = 1 + random.below(3) }
    let orders = Self.permutations(scores.map(\.0)).filter { order in
      order.map { row in scores.first { $0.0 == row }?.1 ?? 0 } == scores.map(\.1)
    }
    let all = orders.map { order in
      AnswerQuality(order.map { ($0, nil) }, grades: grades)
    }
    let tied = Self.quality(scores.map { (row: $0.0, score: $0.1) }, grades)
    func mean(_ figure: (AnswerQuality) -> Double) -> Double {
      all.map(figure).reduce(0, +) / Double(all.count)
    }
    for limit in 1...5 {
      #expect(abs(tied.success(at: limit) - mean { $0.success(at: limit) }) < 1e-9)
    }
    #expect(abs(tied.reciprocalRank - mean(\.reciprocalRank)) < 1e-9)
    #expect(abs(tied.gain - mean(\.gain)) < 1e-9)
    #expect(abs((tied.meanPlace ?? 0) - mean { $0.meanPlace ?? 0 }) < 1e-9)
  }

  private static func permutations(_ rows: [Int]) -> [[Int]] {
    guard rows.count > 1 else { return [rows] }
    return rows.flatMap { first in
      permutations(rows.filter { $0 != first }).map { [first] + $0 }
    }
  }

  @Test(
    "The difference between a needle and the wanted row is told",
    arguments: [
      ("berl", "Berlin", QualityStratum.plain), ("RLI", "Berlin", .plain),
      ("berrlin", "Berlin", .insert), ("brlin", "Berlin", .drop), ("berlon", "Berlin", .substitute),
      ("beriln", "Berlin", .transpose), ("burlon", "Berlin", .other), ("de", "Germany", .other),
      ("xberlin", "Berlin", .insert), ("berlinx", "Berlin", .insert),
    ])
  func strata(needle: String, row: String, stratum: QualityStratum) {
    #expect(QualityStratum(needle, wanted: row) == stratum)
  }

  @Test("A row that is typed has one needle as it stands, and one for each typing error")
  func knownItems() {
    let rows = ["Berlin", "Bern", "Basel", "Berlin", "A", "12 34"]
    let labelled = [LabelledNeedle](knownItemsOf: rows, limit: 10, seed: 3)
    let needles = labelled.map(\.needle)
    #expect(needles.filter(\.isTyped).map(\.text) == ["berlin", "bern", "basel", "12 34"])
    let berlin = labelled.filter { $0.needle.target == 0 }
    #expect(berlin.map(\.needle.stratum) == [.plain, .insert, .drop, .substitute, .transpose])
    #expect(berlin.allSatisfy { $0.grades == [0: 1, 3: 1] }, "equal rows are wanted alike")
    for needle in needles where !needle.isTyped {
      let stratum = QualityStratum(needle.text, wanted: needle.wanted)
      #expect(stratum == needle.stratum, "\(needle.text)")
      #expect(needle.text.first == needle.wanted.lowercased().first, "\(needle.text)")
    }
    #expect(needles.filter { $0.target == 3 }.count == 1, "digits have no typing errors")
  }

  @Test("A sample has the wanted number of targets, and the same seed draws the same one")
  func sample() {
    let rows = (0..<500).map { "row number \($0)" }
    func drawn(_ seed: UInt64) -> [LabelledNeedle] {
      [LabelledNeedle](knownItemsOf: rows, limit: 20, seed: seed)
    }
    #expect(Set(drawn(5).map(\.needle.target)) == Set(0..<20))
    #expect(drawn(5) == drawn(5))
    #expect(drawn(5) != drawn(6))
  }

  @Test("Labels become needles with the grades of their rows")
  func labels() throws {
    let file = try LabelFile(
      Array("uk\tUnited Kingdom\t3\nuk\tUkraine\nberlni\tBerlin\n".utf8), file: "golden.tsv")
    let rows = ["Ukraine", "Berlin", "United Kingdom", "Berlin"]
    let labelled = try [LabelledNeedle](file, over: rows, named: "rows.txt", limit: 9, seed: 1)
    let needles = labelled.map(\.needle)
    #expect(needles.map(\.text) == ["uk", "berlni"])
    #expect(labelled.map(\.grades) == [[2: 3, 0: 1], [1: 1, 3: 1]])
    #expect(needles.map(\.stratum) == [.plain, .transpose])
    #expect(needles.map(\.wanted) == ["United Kingdom", "Berlin"])
    #expect(needles.map(\.isTyped) == [true, true])
    let error = #expect(throws: InputError.self) {
      try [LabelledNeedle](file, over: ["Ukrane"], named: "rows.txt", limit: 9, seed: 1)
    }
    #expect(
      error?.description
        == "golden.tsv:1: got row 'United Kingdom', expected the text of a row of rows.txt")
    let near = #expect(throws: InputError.self) {
      try [LabelledNeedle](
        file, over: ["United Kingdon"], named: "rows.txt", limit: 9, seed: 1)
    }
    #expect(near?.description.hasSuffix("; did you mean 'United Kingdon'?") == true)
  }

  /// A needle that is typed key by key, and wants one row.
  private static func typed(_ text: String, wanted row: Int) -> LabelledNeedle {
    LabelledNeedle(
      QualityRecord.Needle(text, wanted: "w", .plain, target: 0, isTyped: true), grades: [row: 1])
  }

  /// The answers of a ranker that shows these rows for each needle.
  private static func answer(
    _ pages: [String: [Int]], to needle: String, wanted row: Int, scores: Bool = false
  ) -> QualityRecord.Answer {
    let ranker = RankerEntry(id: "scripted", summary: "s", rules: RankingRules()) { _ in
      { needle, _ in (pages[needle] ?? []).map { RankedRow($0, score: scores ? 1 : nil) } }
    }
    let run = QualityRun(["a", "b", "c", "d"], [typed(needle, wanted: row)])
    return run.participant(ranker, status: { RankerStatus() }, progress: { _ in }).answers[0]
  }

  @Test("The keys until a row is first are counted, and whether it was lost again")
  func keys() {
    let pages = ["x": [1, 0], "xy": [0, 1], "xyz": [1, 0]]
    let answer = Self.answer(pages, to: "xyz", wanted: 0)
    #expect(answer.success1 == 0 && answer.reciprocalRank == 0.5 && answer.first == "b")
    #expect(answer.place == 2)
    // Both changes of the page exchange its two rows.
    #expect(
      answer.typing
        == QualityRecord.Typing(keysToFirst: 2, keysToFive: 1, churn: 1, isLost: true))
    let never = Self.answer(pages, to: "xyz", wanted: 3)
    #expect(
      never.typing == QualityRecord.Typing(keysToFirst: 4, keysToFive: 4, churn: 1, isLost: false))
    let steady = Self.answer(["x": [0, 1, 2], "xy": [0, 2]], to: "xy", wanted: 0)
    #expect(
      steady.typing == QualityRecord.Typing(keysToFirst: 1, keysToFive: 1, churn: 0, isLost: false))
  }

  @Test("A row that is tied with another one is not first")
  func tiedFirst() {
    let answer = Self.answer(["x": [0, 1]], to: "x", wanted: 0, scores: true)
    #expect(answer.success1 == 0.5 && answer.typing?.keysToFirst == 2)
    #expect(answer.typing?.keysToFive == 1)
  }

  @Test("A needle that a ranker declines is left out, and so are all after its failure")
  func declined() {
    let ranker = RankerEntry(id: "s", summary: "s", rules: RankingRules()) { _ in { _, _ in [] } }
    let needles = ["ab", "cd", "e"].map { Self.typed($0, wanted: 0) }
    func numbers(_ change: (inout RankerStatus) -> Void) -> [Int] {
      var count = 0
      func status() -> RankerStatus {
        var status = RankerStatus()
        if count > 1 { change(&status) }
        return status
      }
      return QualityRun(["a"], needles).participant(
        ranker, status: status, progress: { count = $0 }
      ).answers.map(\.needle)
    }
    #expect(numbers { _ in } == [0, 1, 2])
    #expect(numbers { $0.declineCount = 1 } == [0, 2])
    #expect(numbers { $0.failure = "it ended" } == [0])
  }
}
