import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkTestSupport
import Synchronization
import Testing

@Suite("A hunt for mistakes of the folding that all matchers share")
struct HuntFoldingTests {
  /// A release build examines as many in about ten seconds.
  private static let caseCount = 2_000

  @Test("A hunt finds each planted fault of folding, and names, shrinks and stores it as a case")
  func planted() throws {
    let titles = try HuntTitles(seed: 5)
    var left = FoldFault.allCases.every(TestAmount.foldFaultStride)
    for number in 0..<Self.caseCount where !left.isEmpty {
      let huntCase = try HuntCase(seed: 5, number: number, rowLimit: 16, titles: titles)
      let draw = try MatchingDraw(huntCase)
      // Only a case that shows a mistake is examined in full.
      for fault in left where draw.wrongFold(by: fault.folder) != nil {
        let contract = Matching(folder: fault.folder)
        guard let find = try Hunter(contract).examine(draw).find,
          case .breach(let subject, let situation, let found) = find
        else {
          Issue.record("\(fault.id) is not found in case \(number)")
          continue
        }
        left.removeAll { $0 == fault }
        #expect(subject.id == fault.id)
        let stored = try #require(try StoredFind(find, of: contract))
        try expectLeast(situation, found, of: fault, stored)
      }
    }
    #expect(left == [])
  }

  /// A find is small, and its case fails only with the fault.
  private func expectLeast(
    _ situation: Situation, _ found: Breach, of fault: FoldFault, _ regression: StoredFind
  ) throws {
    let texts = situation.rows.flatMap(\.self) + [situation.query.text]
    #expect(texts.reduce(0) { $0 + $1.unicodeScalars.count } <= 4, "\(found)")
    #expect(found.description.hasPrefix("\(fault.id) folds wrongly\n  \""))
    #expect(regression.clauses.first == "O16")
    let file = regression.file(id: "O16-1", about: "")
    let suite = try ConformanceSuite.load(
      with: [CaseFile(name: "find.json", bytes: Array(JSONLayout.text(file).utf8))])
    let stored = try #require(suite.cases.first)
    #expect(CaseRunner().run(stored, on: .oracle) == .passed)
    let result = fault.runner.run(stored, on: .oracle)
    #expect("\(try #require(result))".contains("\(fault.id) is wrong"), "\(found)")
  }

  @Test("A hunt reports a fold that is wrong only the first time")
  func fleeting() throws {
    let titles = try HuntTitles(seed: 5)
    let huntCase = try HuntCase(seed: 5, number: 4, rowLimit: 16, titles: titles)
    try #require(huntCase.kinds == nil && huntCase.corpus.rowCount > 0)
    let isFirst = Mutex(true)
    let folder = TextFolder(id: "moody") { text, folding, mode in
      let wrong = isFirst.withLock { isFirst in
        defer { if !text.isEmpty { isFirst = false } }
        return isFirst && !text.isEmpty
      }
      return wrong ? [] : folding.fold(text, for: mode)
    }
    let find = try #require(
      try Hunter(Matching(folder: folder)).examine(MatchingDraw(huntCase)).find)
    guard case .fleeting(let subject, _) = find else {
      Issue.record("\(find)")
      return
    }
    #expect(subject.id == "moody")
  }

  @Test("A hunt finds nothing in a folding without a fault that takes the same steps")
  func faultless() throws {
    let titles = try HuntTitles(seed: 6)
    let folder = TextFolder(id: "right") {
      FaultyFold(folding: $1, mode: $2, fault: nil).fold($0)
    }
    for number in 0..<40 {
      let huntCase = try HuntCase(seed: 6, number: number, rowLimit: 16, titles: titles)
      #expect(try Hunter(Matching(folder: folder)).examine(MatchingDraw(huntCase)).find == nil)
    }
  }
}
