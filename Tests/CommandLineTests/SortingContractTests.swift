import MatchmarkCommand
import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Lists of numbers, which a sorter must return ascending and complete.
private struct Sorting: Contract {
  let name = "sorting"
  let subjects: [Sorter]

  func clauses() -> [Clause] {
    [
      Clause(id: "Z1", text: "The numbers ascend."), Clause(id: "Z2", text: "No number is lost."),
    ]
  }

  func draws(seed: UInt64) -> @Sendable (_ number: Int) throws -> Numbers {
    { number in
      var random = SeededGenerator(seed: seed, stream: "sorting/\(number)")
      return Numbers(list: (0..<random.below(20)).map { _ in random.below(1_000) })
    }
  }

  func breach(of sorter: Sorter, in numbers: Numbers) -> Breach? {
    let (given, right) = (sorter.sort(numbers.list), numbers.list.sorted())
    guard given != right else { return nil }
    return Breach(
      given.count < right.count ? "Z2" : "Z1",
      "\(sorter.id) sorts \(numbers.list) wrongly: got \(given), expected \(right)")
  }

  func members(
    of numbers: Numbers, showing breach: Breach, by sorter: Sorter
  ) -> [MatchmarkJSON.JSONValue.Member]? {
    [MatchmarkJSON.JSONValue.Member("numbers", .list(numbers.list))]
  }

  func read(_ stored: StoredCase.Source) throws(ConformanceError) -> StoredCase {
    let list = try stored.reader.object(StoredFind.keys + ["numbers"])["numbers"].integers()
    return StoredCase(try CaseHead(stored), of: self, questions(Numbers(list: list)))
  }
}

private struct Numbers: Shrinkable {
  var list: [Int]

  static let reductions: [@Sendable (inout SmallestCase<Numbers>) -> Bool] = [
    { $0.shrinkList(\.list) }, { $0.rank() },
  ]

  var sizeInBytes: Int { list.count * 8 }
}

extension SmallestCase where Case == Numbers {
  /// Replaces each number by its place among the others.
  fileprivate mutating func rank() -> Bool {
    let ranks = Set(found.list).sorted()
    return ranks != Array(ranks.indices)
      && attempt { numbers in numbers.list = numbers.list.map { ranks.firstIndex(of: $0) ?? 0 } }
  }
}

private struct Sorter: ContractSubject {
  let id: String
  let sort: @Sendable ([Int]) -> [Int]

  static let right = Sorter(id: "right") { $0.sorted() }
  static let losing = Sorter(id: "loses-equal-numbers") { Set($0).sorted() }
  static let lazy = Sorter(id: "leaves-the-last") { $0.dropLast().sorted() + $0.suffix(1) }
}

@Suite("A contract that only its own file knows")
struct SortingContractTests {
  private func hunt(_ sorters: [Sorter], cases: Int = 200) throws -> Hunt<Sorting>.Tally {
    try Hunt(Sorting(subjects: sorters), seed: 3, limit: .cases(cases), workerCount: 2) {
      "hunt --seed 3 --first \($0) of \($1)"
    }.run { _ in }
  }

  @Test("A hunt finds nothing wrong in a correct sorter, and counts every answer in the ledger")
  func right() throws {
    let folder = try TemporaryFolder()
    let tally = try hunt([.right])
    #expect(tally.find == nil && tally.caseCount == 200 && tally.answering == ["right"])
    let ledger = HuntLedger(path: folder.file("ledger.jsonl"), replacing: .own)
    for expected in ["200 answers compared, 200", "400 answers compared, 400"] {
      let entry = HuntRecord(
        tally, sources: "here", seed: 3, first: 0, rows: 0, matchers: ["right"])
      #expect(entry.wrong == 0 && entry.idle == nil)
      #expect(try ledger.add(entry) == "ledger: \(expected) of them with these sources")
    }
  }

  @Test("A hunt finds a faulty sorter, and shrinks its fault to the smallest list")
  func found() throws {
    let least = [("Z2", Sorter.losing, [0, 0]), ("Z1", .lazy, [1, 0])]
    for (clause, sorter, list) in least {
      guard case .breach(let subject, let numbers, let breach)? = try hunt([.right, sorter]).find
      else {
        Issue.record("\(sorter.id) was not found")
        continue
      }
      #expect(subject.id == sorter.id && numbers.list == list && breach.clause == clause)
      #expect("\(breach)".hasPrefix("\(sorter.id) sorts \(list) wrongly: got "))
    }
  }

  @Test("A stored find of a new contract is read and judged among the contracts that ship")
  func stored() throws {
    let folder = try TemporaryFolder()
    let contract = Sorting(subjects: [.right, .losing])
    let tally = try hunt(contract.subjects)
    let find = try #require(tally.find)
    let stored = try #require(try StoredFind(find, of: contract))
    let path = try HuntStore(folder: folder.file("finds"), replacing: .own).store(
      stored, about: "A test.")
    let file = CaseFile(name: "find.json", bytes: try FileReader.read(path))
    let cases = try StoredCase.read(
      [file], as: [Matching(), Sessions([.session]), contract])
    #expect(cases.map(\.contract) == ["sorting"] && cases.first?.head.clauses == ["Z2"])
    let questions = try #require(cases.first).questions
    #expect(questions.map(\.subject) == ["right", "loses-equal-numbers"])
    #expect(questions.map { $0.ask() ?? .passed }.map(\.isFailure) == [false, true])
    #expect(throws: ConformanceError.self) {
      try StoredCase.read([file], as: [Matching(), Sessions([.session])])
    }
    let entry = HuntRecord(
      tally, sources: "here", seed: 3, first: 0, rows: 0, matchers: contract.subjects.map(\.id),
      storedAt: path)
    #expect(entry.wrong == 1 && entry.find?.matcher == "loses-equal-numbers")
    #expect(entry.find?.file.map { path.hasSuffix($0) } == true)
  }

  @Test("The ledger covers disagreements of a new contract by clause until they expire")
  func covered() throws {
    let find = try #require(try hunt([.losing]).find)
    let stored = try #require(try StoredFind(find, of: Sorting(subjects: [])))
    let entry = LedgerRecord(
      engine: "loses-equal-numbers", clause: "Z2", reason: "a set", link: "https://example.org",
      expires: "2030-01-01")
    let ledger = DivergenceLedger([entry], today: "2029-12-31")
    #expect(ledger.positions(covering: stored.clauses, of: stored.subject) == [0])
    #expect(ledger.positions(covering: ["Z1"], of: stored.subject) == [])
    #expect(ledger.positions(covering: stored.clauses, of: "right") == [])
    let later = DivergenceLedger([entry], today: "2030-01-02")
    #expect(later.positions(covering: stored.clauses, of: stored.subject) == [])
  }
}
