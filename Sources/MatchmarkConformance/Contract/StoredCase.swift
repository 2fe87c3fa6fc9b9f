internal import MatchmarkJSON

/// A case of a file, of any contract, with everyone who is asked it.
package struct StoredCase: Sendable {
  /// The name of the contract.
  package let contract: String
  package let head: CaseHead
  /// Those who are asked, in the order of the contract.
  package let questions: [Question]

  /// One who is asked a case.
  package struct Question: Sendable {
    package let subject: String
    /// Asks; nil if the case is not for this subject, such as marks for one that has none.
    package let ask: @Sendable () -> CaseResult?

    package init(to subject: String, ask: @escaping @Sendable () -> CaseResult?) {
      (self.subject, self.ask) = (subject, ask)
    }
  }

  /// A case as it stands in a file, and what the files share.
  package struct Source: Sendable {
    package let reader: CaseReader
    let group: String
    let shared: SharedFixtures

    /// The value of a key, and the case without it.
    package func separating(
      _ key: String
    ) throws(ConformanceError) -> (value: CaseReader, rest: Source) {
      let members = try reader.object().members.filter { $0.key != key }
      let rest = CaseReader(.object(members), path: reader.path, of: reader.origin)
      return (reader[key], Source(reader: rest, group: group, shared: shared))
    }
  }

  package init(_ head: CaseHead, of contract: some Contract, _ questions: [Question]) {
    (self.contract, self.head, self.questions) = (contract.name, head, questions)
  }

  /// The cases of the specification.
  package static func embedded(
    as contracts: [any Contract]
  ) throws(ConformanceError) -> [StoredCase] {
    try read(try CaseFileParts(CaseFile.embedded), as: contracts)
  }

  /// Reads the cases of files; the name of a contract in the file, or else the level of each case,
  /// says which contract they belong to.
  ///
  /// - Parameter contracts: the first one with levels reads cases of an unknown level, because it
  ///   knows the right ones.
  package static func read(
    _ files: [CaseFile], as contracts: [any Contract]
  ) throws(ConformanceError) -> [StoredCase] {
    try read(try CaseFileParts(files, after: try ConformanceSuite.headless()), as: contracts)
  }

  private static func read(
    _ parts: CaseFileParts, as contracts: [any Contract]
  ) throws(ConformanceError) -> [StoredCase] {
    var ids = UniqueIDs()
    return try parts.cases.map { part throws(ConformanceError) in
      let contract = try Self.contract(of: part, in: contracts)
      let source = Source(reader: part.reader, group: part.group, shared: parts.shared)
      let testCase = try contract.read(source)
      let clauses =
        contract.levels.isEmpty ? try contract.clauses().map(\.id) : parts.clauses.map(\.id)
      try ids.enter(testCase.head.id, testCase.head.clauses, known: clauses, in: part.reader)
      return testCase
    }
  }

  private static func contract(
    of part: CaseFileParts.Part, in contracts: [any Contract]
  ) throws(ConformanceError) -> any Contract {
    let names = contracts.map(\.name)
    if part.contract.ifPresent != nil {
      let name = try part.contract.string()
      if let named = contracts.first(where: { $0.name == name }) { return named }
      throw .unknown("contract", name, known: names, at: part.contract.place)
    }
    let level = try? part.reader["level"].choice(ConformanceLevel.self)
    let leveled = contracts.filter { !$0.levels.isEmpty }
    guard let first = leveled.first(where: { level.map($0.levels.contains) ?? true }) else {
      throw .unknown(
        "level", level?.rawValue ?? "", known: leveled.flatMap(\.levels).map(\.rawValue).sorted(),
        at: part.reader["level"].place)
    }
    return first
  }
}

/// The facts about a case that every report shows, whatever its contract.
public struct CaseHead: Sendable, Hashable {
  /// The id, such as `K-01`.
  public let id: String
  /// The behaviour, as a sentence.
  public let sentence: String
  /// The clauses that would be broken if the case failed.
  public let clauses: [String]
  /// The level it counts for; nil if its contract has none.
  public let level: ConformanceLevel?
  /// The group.
  public let group: String
  /// True if a right subject answers any of it, instead of refusing all of it.
  package let expectsAnswer: Bool
}

extension CaseHead {
  package init(_ source: StoredCase.Source) throws(ConformanceError) {
    let reader = source.reader
    id = try reader["id"].string()
    sentence = try reader["sentence"].string()
    clauses = try reader["clauses"].strings()
    (level, group, expectsAnswer) = (nil, source.group, true)
  }
}

extension ConformanceCase {
  package init(_ source: StoredCase.Source) throws(ConformanceError) {
    try self.init(source.reader, group: source.group, shared: source.shared)
  }

  package var head: CaseHead {
    CaseHead(
      id: id, sentence: sentence, clauses: clauses, level: level, group: group,
      expectsAnswer: expectsAnswer)
  }
}
