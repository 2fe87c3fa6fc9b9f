internal import CCases
internal import MatchmarkCore
internal import MatchmarkJSON

/// A file of cases, clauses, or shared corpora and profiles.
public struct CaseFile: Sendable, Hashable {
  /// The name, such as `query.json`.
  public let name: String
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The files that this library was compiled with.
  public static let embedded: [CaseFile] = embeddedFiles { _ in true }

  /// Those whose name is wanted; bytes are handed out one by one, so the others are not read.
  fileprivate static func embeddedFiles(_ isWanted: (String) -> Bool) -> [CaseFile] {
    (0..<ccases_file_count()).compactMap { file in
      var name: [UInt8] = []
      while case let byte = ccases_name_byte(file, name.count), byte != 0 { name.append(byte) }
      let text = String(decoding: name, as: UTF8.self)
      guard isWanted(text) else { return nil }
      return CaseFile(name: text, bytes: (0..<ccases_size(file)).map { ccases_byte(file, $0) })
    }
  }
}

/// The conformance suite: what the contract says, and the cases that test it.
///
/// ```swift
/// let suite = try ConformanceSuite.embedded()
/// for testCase in suite.cases {
///   print(testCase.id, CaseRunner().run(testCase, on: .matcher(MatcherEntry(MyMatcher.self))))
/// }
/// ```
public struct ConformanceSuite: Sendable {
  /// The clauses, in the order of the contract.
  public let clauses: [Clause]
  /// The cases, in the order of the files.
  public let cases: [ConformanceCase]
  /// The corpora and profiles that cases share.
  public let shared: SharedFixtures

  /// The suite that this library was compiled with; read once.
  ///
  /// - Throws: ``ConformanceError``, which a test of the library rules out.
  public static func embedded() throws(ConformanceError) -> ConformanceSuite {
    try embeddedSuite.get()
  }

  private static let embeddedSuite = Result { () throws(ConformanceError) in
    try load(CaseFile.embedded)
  }

  /// Reads cases that are added to the suite: they know its clauses, corpora and profiles.
  public static func load(with files: [CaseFile]) throws(ConformanceError) -> ConformanceSuite {
    try load(try CaseFileParts(files, after: try headless()))
  }

  /// The clauses of the suite, without its cases; read once.
  package static func clauses() throws(ConformanceError) -> [Clause] { try headless().clauses }

  /// The clauses, and the corpora and profiles to which cases refer; read once.
  static func headless() throws(ConformanceError) -> CaseFileParts { try headlessParts.get() }

  private static let headlessParts = Result { () throws(ConformanceError) in
    try CaseFileParts(CaseFile.embeddedFiles { ["clauses.json", "shared.json"].contains($0) })
  }

  /// Reads a suite; what a file holds shows in its keys.
  public static func load(_ files: [CaseFile]) throws(ConformanceError) -> ConformanceSuite {
    try load(try CaseFileParts(files))
  }

  private static func load(_ parts: CaseFileParts) throws(ConformanceError) -> ConformanceSuite {
    let clauses = parts.clauses.map(\.id)
    var ids = UniqueIDs()
    let cases = try parts.cases.map { part throws(ConformanceError) in
      if part.contract.ifPresent != nil {
        throw .unknown("key", "contract", known: ["group", "cases"], at: part.contract.place)
      }
      let found = try ConformanceCase(part.reader, group: part.group, shared: parts.shared)
      try ids.enter(found.id, found.clauses, known: clauses, in: part.reader)
      return found
    }
    return ConformanceSuite(clauses: parts.clauses, cases: cases, shared: parts.shared)
  }
}

/// The parts of case files; what a file holds shows in its keys.
struct CaseFileParts: Sendable {
  private(set) var clauses: [Clause] = []
  private(set) var shared = SharedFixtures()
  private(set) var cases: [Part] = []

  /// A case that was not read yet: it may name what a later file holds.
  struct Part: Sendable {
    let group: String
    /// The name of its contract; absent for the contracts with levels.
    let contract: CaseReader
    let reader: CaseReader
  }

  /// - Parameter known: the parts that were read before; their cases are left out.
  init(
    _ files: [CaseFile], after known: CaseFileParts? = nil
  ) throws(ConformanceError) {
    if let known { (clauses, shared) = (known.clauses, known.shared) }
    for file in files {
      let reader = try CaseReader(bytes: file.bytes, file: file.name)
      _ = try reader.keys()
      if reader["clauses"].ifPresent != nil {
        clauses += try Clause.list(reader)
      } else if reader["corpora"].ifPresent != nil {
        shared = try SharedFixtures(reader)
      } else {
        let object = try reader.object(
          ["group", "cases"], optional: ["$schema", "about", "contract"])
        let group = try object["group"].string()
        cases += try object["cases"].array().map {
          Part(group: group, contract: object["contract"], reader: $0)
        }
      }
    }
  }
}

/// The ids of the cases that were read; none may be there twice.
struct UniqueIDs {
  private var seen: Set<String> = []

  mutating func enter(
    _ id: String, _ clauses: [String], known: [String], in reader: CaseReader
  ) throws(ConformanceError) {
    let place = CasePlace(file: reader.place.file, caseID: id)
    guard seen.insert(id).inserted else { throw .duplicate("case", id, at: place) }
    for clause in clauses where !known.contains(clause) {
      throw .unknown("clause", clause, known: known, at: place.key("clauses"))
    }
  }
}

extension ConformanceSuite {
  /// The cases that name a clause.
  public func cases(of clause: String) -> [ConformanceCase] {
    cases.filter { $0.clauses.contains(clause) }
  }
}

extension Clause {
  fileprivate static func list(_ reader: CaseReader) throws(ConformanceError) -> [Clause] {
    let object = try reader.object(["clauses"], optional: ["$schema", "about"])
    return try object["clauses"].array().map { reader throws(ConformanceError) in
      let object = try reader.object(["id", "text", "status", "overruledBy"])
      let status: Status
      switch try object["status"].choice(StatusName.self) {
      case .inForce: status = .inForce
      case .dataOnly: status = .dataOnly
      case .overruled: status = .overruled(by: try object["overruledBy"].strings())
      }
      return Clause(
        id: try object["id"].string(), text: try object["text"].string(),
        status: status)
    }
  }

  private enum StatusName: String, CaseIterable {
    case inForce = "in-force"
    case overruled
    case dataOnly = "data-only"
  }
}

/// A statement of the contract: a clause proper, a decision, or a deliberate difference.
public struct Clause: Sendable, Hashable, Identifiable {
  /// The id, such as `Q1`, `D13` or `X5`.
  public let id: String
  /// The clause, in one sentence.
  public let text: String
  /// The state of the clause.
  public let status: Status

  package init(id: String, text: String, status: Status = .inForce) {
    (self.id, self.text, self.status) = (id, text, status)
  }

  /// The state of a clause.
  public enum Status: Sendable, Hashable {
    /// It does; at least one case would fail if it were broken.
    case inForce
    /// Other clauses replace it; their cases apply.
    case overruled(by: [String])
    /// It only says that something is carried as data and never read by matching.
    case dataOnly
  }
}

extension Clause {
  package static let kinds: [(letter: String, title: String)] = [
    ("Q", "Queries"), ("T", "Tokens and scope"), ("S", "The session"), ("V", "Presentation"),
    ("D", "Decisions"), ("X", "Differences from Foundation"), ("O", "Settled points"),
    ("R", "Matched ranges"),
  ]

  /// The letter of the id, which is the group in reports.
  public var group: String { id.first.map(String.init) ?? "" }

  /// The status in words.
  public var statusText: String {
    switch status {
    case .inForce: "in force"
    case .overruled(let ids): "overruled by \(ids.joined(separator: ", "))"
    case .dataOnly: "data only"
    }
  }
}

/// The level of the contract to which a case belongs; a matcher is judged level by level.
public enum ConformanceLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Text in ASCII, terms, numbers, order, empty queries, limits.
  case core
  /// Folding, white space and digits beyond ASCII.
  case unicode
  /// Tokens, scope and sections.
  case tokens
  /// The search field, event by event.
  case session

  /// The name as people read it.
  public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
