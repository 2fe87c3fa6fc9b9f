import MatchmarkConformance
import Testing

@Suite("Clauses")
struct ClauseTests {
  @Test("Every clause in force has a conformance case")
  func coverage() throws {
    let uncovered = try ConformanceSuite.embedded().uncovered.map(\.id)
    #expect(uncovered == [], "no one would notice if these were broken")
  }

  @Test("A clause in force without a conformance case is noticed")
  func uncovered() throws {
    let files = CaseFile.embedded.filter { $0.name != "differences.json" }
    #expect(try ConformanceSuite.load(files).uncovered.map(\.id) == ["X3", "X6"])
  }

  @Test("A clause is overruled only by clauses in force that have cases")
  func overruled() throws {
    let suite = try ConformanceSuite.embedded()
    for clause in suite.clauses {
      guard case .overruled(let ids) = clause.status else { continue }
      #expect(!ids.isEmpty, "\(clause.id)")
      for id in ids {
        #expect(suite.clauses.first { $0.id == id }?.status == .inForce, "\(clause.id) by \(id)")
        #expect(!suite.cases(of: id).isEmpty, "\(clause.id) by \(id)")
      }
    }
  }

  @Test(
    "The conformance suite lists every clause of the contract",
    arguments: [("Q", 21), ("T", 18), ("S", 21), ("V", 3), ("D", 26), ("X", 10), ("R", 10)])
  func list(letter: String, count: Int) throws {
    let ids = try ConformanceSuite.embedded().clauses.filter { $0.group == letter }.map(\.id)
    #expect(ids == (1...count).map { "\(letter)\($0)" })
  }
}

extension ConformanceSuite {
  /// The clauses in force that no case names: a breach would go unnoticed.
  fileprivate var uncovered: [Clause] {
    clauses.filter { $0.status == .inForce && cases(of: $0.id).isEmpty }
  }
}
