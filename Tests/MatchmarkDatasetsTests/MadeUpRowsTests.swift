import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("Made-up rows")
struct MadeUpRowsTests {
  private func corpus(_ rows: [[String]]) throws -> Corpus {
    let schema = try Schema([Column("title", .text), Column("kind", .facet), Column("n", .numeric)])
    var builder = CorpusBuilder(name: "own", schema: schema)
    for row in rows { try builder.append(row) }
    return builder.finish()
  }

  private func grown(_ own: Corpus, to count: Int, seed: UInt64 = 1) throws -> [[String]] {
    let corpus = try CorpusSample(of: own, seed: seed).corpus(rowCount: count, named: "grown")
    return (0..<corpus.rowCount).map { row in
      own.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
    }
  }

  private static let streets = (0..<60).map { number in
    ["Rue de \(["Lille", "Brest", "Nantes"][number % 3]) \(number)", "fr", "\(number % 7)"]
  }

  @Test("A longer list begins with the user's own rows, and longer lists with shorter ones")
  func prefix() throws {
    let own = try corpus(Self.streets)
    let long = try grown(own, to: 200)
    #expect(long.count == 200)
    #expect(Array(long.prefix(60)) == Self.streets)
    #expect(try grown(own, to: 120) == Array(long.prefix(120)))
    #expect(try grown(own, to: 200) == long)
    #expect(try grown(own, to: 200, seed: 2) != long)
  }

  @Test("A made-up row has the filters and numbers of one own row")
  func filters() throws {
    let rows = Self.streets + [["Calle Mayor", "es", "9"]]
    let pairs = Set(rows.map { [$0[1], $0[2]] })
    let made = try grown(try corpus(rows), to: 300).dropFirst(rows.count)
    #expect(made.allSatisfy { pairs.contains([$0[1], $0[2]]) })
  }

  @Test("Made-up texts keep the number of words, the frequent words and the letters of own texts")
  func texts() throws {
    let made = try grown(try corpus(Self.streets), to: 1_060).dropFirst(60).map { $0[0] }
    let letters = Set(Self.streets.map { $0[0] }.joined())
    #expect(made.allSatisfy { $0.split(separator: " ").count == 4 })
    #expect(made.allSatisfy { letters.isSuperset(of: $0) })
    let share = Double(made.count { $0.contains("de") }) / 1_000
    #expect(share > 0.4, "frequent words stay frequent")
    #expect(Set(made).count > 600, "most texts are new, as all own texts differ")
  }

  @Test("Cells repeat as often as in the user's list, up to a list of a single text")
  func repeats() throws {
    let same = try corpus(Array(repeating: ["Bonjour", "fr", "1"], count: 40))
    #expect(Set(try grown(same, to: 100).map { $0[0] }) == ["Bonjour"])
    // A quarter of the cells repeat, and half of the words occur once.
    let own = (0..<25).flatMap { ["twice \($0)", "twice \($0)"] } + (0..<50).map { "once\($0)" }
    let made = try grown(try corpus(own.map { [$0, "", ""] }), to: 1_100).dropFirst(100)
    let copied = made.count { own.contains($0[0]) }
    #expect((250...650).contains(copied), "\(copied)")
  }

  @Test("A list of empty texts grows by empty texts")
  func empty() throws {
    let blank = try corpus([["", "", ""], [" ", "", ""]])
    #expect(try grown(blank, to: 9).allSatisfy { $0[0].allSatisfy(\.isWhitespace) })
  }
}
