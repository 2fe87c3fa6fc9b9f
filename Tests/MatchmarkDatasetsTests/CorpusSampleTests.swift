import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("A sample of rows")
struct CorpusSampleTests {
  private func titles(_ seed: UInt64, _ count: Int) throws -> [String] {
    let all = try Corpus(titles: (0..<200).map { "\(1_000 + $0)" })
    let sample = try CorpusSample(of: all, seed: seed).corpus(rowCount: count, named: "s")
    return (0..<sample.rowCount).map { sample.text(row: $0) }
  }

  @Test("A seeded sample of rows keeps their order and includes every smaller sample")
  func nested() throws {
    let small = try titles(1, 20)
    #expect(small.count == 20)
    #expect(small == small.sorted())
    #expect(try titles(1, 20) == small)
    #expect(try titles(2, 20) != small)
    #expect(Set(try titles(1, 60)).isSuperset(of: small))
    #expect(try titles(1, 500).prefix(200) == (0..<200).map { "\(1_000 + $0)" }[...])
  }
}

extension Corpus {
  fileprivate func text(row: Int) -> String { cell(row: row, column: 0) }
}
