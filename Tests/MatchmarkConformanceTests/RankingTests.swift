import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// The contract of ranking: its laws, its oracles, and faults that each law catches.
@Suite("The contract of ranking")
struct RankingTests {
  /// The first find in draws from a seed, shrunk.
  private static func find(
    of ranker: RankerEntry, only clause: String? = nil, drawCount: Int
  ) throws -> Find<Ranking>? {
    let contract = Ranking([ranker], only: clause.map { [$0] } ?? [])
    let draw = contract.draws(seed: 11)
    for number in 0..<drawCount {
      let question = try draw(number)
      if let breach = contract.breach(of: ranker, in: question) {
        return Find.breach(of: ranker, in: question, breach).shrunk(by: contract)
      }
    }
    return nil
  }

  @Test(
    "The oracles obey every law",
    arguments: ["fzf-v2", "fzy-1.0", "osa", "prefix-osa", "faultless"])
  func oracles(id: String) throws {
    let known = RankerEntry.oracles + [RankFault.faultless]
    let ranker = try #require(known.first { $0.id == id })
    let find = try Self.find(of: ranker, drawCount: 3_000)
    #expect(find == nil, "\(find?.description ?? "")")
  }

  @Test(
    "Each planted fault in a ranking is caught by its own clause, and shrinks to three rows",
    arguments: RankFault.allCases)
  func caught(fault: RankFault) throws {
    let find = try #require(
      try Self.find(of: fault.entry, only: fault.clause, drawCount: 20_000),
      "\(fault.id) was not caught by \(fault.clause)")
    guard case .breach(_, let question, _) = find else {
      Issue.record("\(find)")
      return
    }
    #expect(question.rows.count <= 3, "\(find)")
    #expect(question.needle.unicodeScalars.count <= 8, "\(find)")
  }

  @Test("Planted faults in rankings have unique ids and sentences, and every law has one")
  func names() {
    #expect(Set(RankFault.allCases.map(\.id)).count == RankFault.allCases.count)
    #expect(Set(RankFault.allCases.map(\.sentence)).count == RankFault.allCases.count)
    let caught = Set(RankFault.allCases.map(\.clause))
    #expect(Set(Ranking([]).clauses().map(\.id)) == caught)
  }

  @Test("The oracles pass every case of the clauses that is about what they declare")
  func cases() throws {
    try ClauseCases("ranking", as: Ranking(RankerEntry.oracles + [RankFault.faultless]))
      .expectPassed(ofEvery: Ranking.clauseIDs)
  }

  @Test("Each planted fault fails a case of its clause, and each case fails for a planted fault")
  func faultyCases() throws {
    try ClauseCases.expectCaught(RankFault.self) { fault in
      try ClauseCases("ranking", as: Ranking(fault.map { [$0.entry] } ?? []))
    }
  }

  @Test(
    "The order of fzf is that of its matrix, not of the best alignment",
    arguments: [("aab", "ab", 36), ("AAAb", "aab", 75), ("b1/", "b/", 57), ("/c_", "/_", 57)])
  func fzf(row: String, needle: String, score: Int) {
    let found = FzfOracle.score(
      of: Array(row.unicodeScalars), for: Array(needle.unicodeScalars))
    #expect(found == score)
  }

  @Test("Lists are drawn from one's own rows, half of them without letters that fold")
  func ownRows() throws {
    let own = ["Zebra crossing", "Zebra", "Quagga", "Zebu", "Żubr"]
    let draw = Ranking([], of: RankedRows(own)).draws(seed: 3)
    let questions = try (0..<300).map(draw)
    #expect(questions.allSatisfy { Set($0.rows).isSubset(of: own) })
    #expect(Set(questions.flatMap(\.rows)) == Set(own))
    let accented = questions.count { $0.rows.contains("Żubr") }
    #expect((50..<150).contains(accented), "\(accented)")
  }

  @Test("The explanation of a row has the matrix from which its score and its place come")
  func explained() throws {
    let draw = Ranking([]).draws(seed: 12)
    var (foundCount, absentCount) = (0, 0)
    for number in 0..<500 {
      let question = try draw(number)
      let ranked = FzfOracle.rank(question.rows, question.needle)
      let rows = Array(question.rows.indices)
      for row in FzfOracle(question.rows).explanations(of: rows, for: question.needle) {
        #expect(row.score == ranked.first { $0.row == row.row }?.score.map { Int($0) })
        #expect(row.place == ranked.firstIndex { $0.row == row.row }.map { $0 + 1 })
        #expect(row.foundCount == ranked.count)
        for term in row.terms {
          #expect(term.score == term.lines.last?.compactMap(\.self).max())
          #expect(term.lines.allSatisfy { $0.count == row.letters.count })
          #expect((term.foundCount == term.letters.count) == (term.score != nil))
          if term.score == nil { absentCount += 1 } else { foundCount += 1 }
        }
      }
    }
    #expect(foundCount > 500 && absentCount > 500, "\(foundCount) \(absentCount)")
  }

  @Test("Rows of equal score are ordered by length without outer blanks, then by number")
  func ties() {
    let rows = ["ab  ", "  ab", "ab c", "ab"]
    #expect(FzfOracle.rank(rows, "ab").map(\.row) == [0, 1, 3, 2])
    #expect(FzfOracle.rank(rows, "").map(\.row) == [0, 1, 2, 3])
  }

  @Test("A transposition is one edit, and a short needle may need none")
  func edits() {
    let rows = ["Tulip", "tluip", "tulips", "rose", "roes"]
    #expect(EditOracle(rows).rank("tulip").map(\.row) == [0, 1, 2])
    #expect(EditOracle(rows).rank("rose").map(\.row) == [3])
    let beginnings = ["Red Tulips", "tluip bed", "Tulip", "Atulip"]
    #expect(EditOracle(beginnings, isOfPrefixes: true).rank("tulip").map(\.row) == [2, 0, 3, 1])
  }

  @Test("Rules that contradict each other are told apart from those that can hold together")
  func contradictions() {
    for rules in [
      RankingRules(letterCase: .respect, folding: .caseInsensitive),
      RankingRules(letterCase: .smart, folding: .loose),
      RankingRules(family: .similarity).with {
        $0.budget = RankingRules.EditBudget([(length: 5, count: 1)])
      },
      RankingRules(blanks: .letters).with { $0.spec = .fzf },
      RankingRules(letterCase: .smart).with { $0.spec = .fzy },
      RankingRules(folding: .exact).with { $0.spec = .osa },
      RankingRules().with { ($0.spec, $0.narrows) = (.prefixOSA, true) },
      RankingRules().with { ($0.spec, $0.findsInfixes) = (.osa, true) },
    ] { #expect(rules.contradiction != nil, "\(rules)") }
    for rules in RankingRules.Spec.allCases.map(\.rules) + [
      RankingRules(), RankingRules(blanks: .terms).with { $0.spec = .fzf },
      RankingRules(letterCase: .respect, folding: .exact),
      RankingRules(letterCase: .ignore, folding: .caseAndDiacriticInsensitive),
    ] { #expect(rules.contradiction == nil, "\(rules)") }
  }

  @Test("A question that a ranker is not asked does not count as its answer")
  func unasked() {
    let ranker = RankerEntry(id: "all", summary: "finds all rows", rules: RankingRules()) { rows in
      { _, limit in rows.indices.map { RankedRow($0) }.first(limit) }
    }
    var counts = AnswerCounts()
    #expect(
      Ranking([ranker]).suspicion(of: ranker, in: RankedQuestion(["é"], "é"), &counts) == nil)
    #expect(counts.answerCount == 0)
    #expect(
      Ranking([ranker]).suspicion(of: ranker, in: RankedQuestion(["e"], "e"), &counts) == nil)
    #expect(counts.answerCount == 1)
  }

  @Test("A ranker without a folding is not asked about letters of several scalars")
  func plain() {
    let ranker = RankerEntry(id: "wrong", summary: "finds nothing", rules: RankingRules()) { _ in
      { _, _ in [] }
    }
    let contract = Ranking([ranker])
    #expect(contract.breach(of: ranker, in: RankedQuestion(["é"], "é")) == nil)
    #expect(contract.breach(of: ranker, in: RankedQuestion(["e"], "e"))?.clause == "F8")
  }
}

/// Answers that are counted and never wrong.
@Suite("The smells of ranking")
struct RankingSmellTests {
  private func ranker(_ rank: @escaping @Sendable (String) -> [Int]) -> RankerEntry {
    RankerEntry(
      id: "mine", summary: "as told", rules: RankingRules().with { $0.isCorpusDependent = true }
    ) { _ in { needle, limit in rank(needle).map { RankedRow($0) }.first(limit) } }
  }

  /// The smells of the answers to one needle over several lists.
  private func smells(
    _ lists: [[String]], _ needle: String, rank: @escaping @Sendable (String) -> [Int]
  ) -> [SmellCounts.Entry] {
    let ranker = ranker(rank)
    var counts = AnswerCounts()
    for rows in lists {
      let question = RankedQuestion(rows, needle)
      #expect(Ranking([ranker]).suspicion(of: ranker, in: question, &counts) == nil)
    }
    return counts.smells.entries
  }

  @Test(
    "Each smell of an order is counted with its rows, and the opposite order has none",
    arguments: [("W1", ["axb", "xab"]), ("W2", ["xab", "aby"]), ("W3", ["abcd", "abc"])])
  func order(id: String, rows: [String]) {
    let rank = { @Sendable (needle: String) in rows.firstIndex(of: needle).map { [$0] } ?? [0, 1] }
    let found = smells([rows], "ab", rank: rank)
    #expect(found.map(\.id) == [id])
    #expect(found.first?.count == 1)
    let example = found.first?.example ?? ""
    #expect(example.hasPrefix("row 0 before row 1\n  needle \"ab\""), "\(example)")
    #expect(smells([rows], "ab") { rank($0).reversed() }.isEmpty)
  }

  @Test("A row that equals a needle with blanks, and does not come first, is a smell")
  func equal() {
    let rows = [["a bc", "a b", "x"]]
    let found = smells(rows, "a b") { $0 == "a b" ? [0, 1] : [0, 1, 2] }
    #expect(found.map(\.id) == ["W5"])
    let example = found.first?.example ?? ""
    #expect(example.hasPrefix("row 0 before row 1, which equals the needle\n"), "\(example)")
    #expect(example.hasSuffix("  row 0: \"a bc\"\n  row 1: \"a b\""), "\(example)")
    #expect(smells(rows, "a b") { $0 == "a b" ? [1, 0] : [0, 1, 2] }.isEmpty)
  }

  @Test("A clause counts only the answers that it is about")
  func concerns() throws {
    var counts = AnswerCounts()
    let entry = try #require(RankerEntry.oracles.first)
    for (rows, needle, limit) in [(["a", "b"], "a", 1), (["ab", "b"], "b", 0), (["a"], "a b", 0)] {
      let question = RankedQuestion(rows, needle, limit: limit)
      #expect(Ranking([entry]).suspicion(of: entry, in: question, &counts) == nil)
    }
    #expect(counts.answerCount == 3 && counts.clauses["F1"] == 3)
    #expect(counts.clauses["F4"] == 1 && counts.clauses["F7"] == 2, "\(counts.clauses)")
    #expect(counts.clauses["F5"] == 1 && counts.clauses["F12"] == nil, "\(counts.clauses)")
  }

  @Test("A row that disappears and comes back while the needle grows is a smell")
  func blinking() {
    let found = smells([["abc"]], "abc") { $0 == "ab" ? [] : [0] }
    #expect(found.map(\.id) == ["W4"])
    #expect(found.first?.example.contains("by \"a\" and \"abc\", but not by \"ab\"") == true)
    #expect(smells([["abc"]], "abc") { _ in [0] }.isEmpty)
  }

  @Test("Smells of several cases are added up, with the shortest example")
  func sums() {
    let found = smells([["axxxb", "xxab"], ["axxb", "xab"]], "ab") { needle in
      needle == "ab" ? [0, 1] : needle.hasPrefix("a") ? [0] : [1]
    }
    #expect(found.map(\.count) == [2])
    #expect(found.first?.example.contains("\"axxb\"") == true, "\(found)")
  }
}
