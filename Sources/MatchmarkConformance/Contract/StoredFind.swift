package import MatchmarkJSON

/// A find as a file of one case: any reader of cases can ask it again.
package struct StoredFind: Sendable {
  /// The id of the subject that was wrong.
  package let subject: String
  package let clauses: [String]
  /// The name of the contract; nil where the level of the case says it.
  private let contract: String?
  private let members: [JSONValue.Member]

  /// Nil if no file can show the find.
  ///
  /// - Throws: an error if the case is invalid.
  package init?<C: Contract>(_ find: Find<C>, of contract: C) throws {
    guard case .breach(let subject, let testCase, let breach) = find,
      let members = try contract.members(of: testCase, showing: breach, by: subject)
    else { return nil }
    (self.subject, self.members) = (subject.id, members)
    self.contract = contract.levels.isEmpty ? contract.name : nil
    clauses = contract.clauses(of: breach, in: testCase)
  }

  /// The keys that every stored case has, whatever its contract.
  package static let keys = ["id", "sentence", "clauses"]

  /// The file, the same for the same find.
  ///
  /// - Parameter about: the hunt that found it, in words.
  package func file(id: String, about: String) -> JSONValue {
    let values: [JSONValue] = [
      .string(id), .string("\(subject) was wrong here once"), .list(clauses),
    ]
    let testCase = zip(Self.keys, values).map { JSONValue.Member($0, $1) } + members
    return [
      "$schema": contract == nil ? .string("../schemas/cases.schema.json") : nil,
      "contract": contract.map { .string($0) },
      "group": .string("regressions"),
      "about": .string(about),
      "cases": .array([.object(testCase)]),
    ]
  }
}

/// A stored case of any contract, with everyone whom the contract holds to it.
package struct StoredCase: Sendable {
  /// The name of the contract.
  package let contract: String
  package let id: String
  package let sentence: String
  package let clauses: [String]
  private let judge: @Sendable () -> [Judgement]

  /// The answer of one subject; right or declined without a breach.
  package typealias Judgement = (subject: String, breach: Breach?)

  private init<C: Contract>(
    _ reader: CaseReader, of contract: C, _ file: String
  ) throws(ConformanceError) {
    let place = CasePlace(file: file, caseID: try reader["id"].string())
    let stored = CaseReader(reader.value, of: place)
    let known = try contract.clauses().map(\.id)
    self.contract = contract.name
    id = try stored["id"].string()
    sentence = try stored["sentence"].string()
    clauses = try stored["clauses"].strings()
    for clause in clauses where !known.contains(clause) {
      throw .unknown("clause", clause, known: known, at: place.key("clauses"))
    }
    let testCase = try contract.read(stored)
    judge = { contract.subjects.map { ($0.id, contract.breach(of: $0, in: testCase)) } }
  }

  /// Reads the cases of a file; its name of a contract, or else the level of each case, says which
  /// of the contracts they belong to.
  package static func read(
    _ file: CaseFile, as contracts: [any Contract]
  ) throws(ConformanceError) -> [StoredCase] {
    let reader = try CaseReader(bytes: file.bytes, file: file.name)
    let object = try reader.object(
      ["group", "cases"], optional: ["$schema", "about", "contract"])
    let named = object["contract"]
    return try object["cases"].array().map { element throws(ConformanceError) in
      let contract: any Contract
      if named.ifPresent == nil {
        let level = try element["level"].choice(ConformanceLevel.self)
        contract = try Self.contract(level.rawValue, in: contracts, at: element["level"].place) {
          $0.levels.contains(level)
        }
      } else {
        let name = try named.string()
        contract = try Self.contract(name, in: contracts, at: named.place) { $0.name == name }
      }
      return try StoredCase(element, of: contract, file.name)
    }
  }

  private static func contract(
    _ word: String, in contracts: [any Contract], at place: CasePlace,
    where isMeant: (any Contract) -> Bool
  ) throws(ConformanceError) -> any Contract {
    guard let contract = contracts.first(where: isMeant) else {
      throw .unknown("contract", word, known: contracts.map(\.name), at: place)
    }
    return contract
  }

  /// Asks everyone.
  package func judgements() -> [Judgement] { judge() }
}
