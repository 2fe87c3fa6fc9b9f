package import MatchmarkJSON

/// A find as a file of one case: any reader of cases can ask it again.
package struct StoredFind: Sendable {
  /// The id of the subject that was wrong.
  package let subject: String
  package let clauses: [String]
  /// The name of the contract; nil where the level of the case says it.
  private let contract: String?
  private let flaw: String
  private let members: [JSONValue.Member]

  /// Nil if no file can show the find.
  ///
  /// - Throws: an error if the case is invalid.
  package init?<C: Contract>(_ find: Find<C>, of contract: C) throws {
    guard case .breach(let subject, let testCase, let breach) = find,
      let members = try contract.members(of: testCase, showing: breach, by: subject)
    else { return nil }
    (self.subject, self.members) = (subject.id, members)
    self.contract = contract.statedName
    flaw = C.words.flaw
    clauses = contract.clauses(of: breach, in: testCase)
  }

  /// The keys that every stored case has, whatever its contract.
  package static let keys = ["id", "sentence", "clauses"]

  /// The file, the same for the same find.
  ///
  /// - Parameter about: the hunt that found it, in words.
  package func file(id: String, about: String) -> JSONValue {
    let values: [JSONValue] = [
      .string(id), .string("\(subject) was \(flaw) here once"), .list(clauses),
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

  /// The file in one line, as a literal of Swift.
  package func literal(about: String) -> String {
    let text = JSONLayout.text(file(id: "find", about: about), width: .max).dropLast()
    // More number signs than the text has in a row, after which neither a quotation mark nor a
    // backslash means anything.
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    let signs = String(repeating: "#", count: longest + 1)
    return "\(signs)\"\(text)\"\(signs)"
  }
}
