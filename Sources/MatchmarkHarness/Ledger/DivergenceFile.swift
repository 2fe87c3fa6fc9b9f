import Foundation
package import MatchmarkDatasets
package import MatchmarkRecord

/// The ledger of known disagreements as YAML.
///
/// ```yaml
/// divergences:
///   - engine: sqlite-like
///     query: {text: "é", profile: titles}
///     reason: LIKE folds ASCII only.
///     link: https://www.sqlite.org/lang_expr.html#like
///     expires: 2027-06-30
///   - engine: tantivy
///     clause: X4
///     reason: …
///     link: https://…
///     expires: 2027-06-30
/// ```
package struct DivergenceFile {
  package static let path = "Benchmarks/divergences.yaml"

  package let entries: [LedgerRecord]

  private static let keys = ["engine", "clause", "query", "reason", "link", "expires"]

  /// The ledger of a file, or the one that ships, as of a day; empty if the project has none.
  ///
  /// - Parameter today: the day, such as `2027-01-31`.
  package static func ledger(
    at path: String?, engines: [String], clauses: [String], in project: ProjectFolder,
    today: String
  ) throws(InputError) -> DivergenceLedger {
    let shipped = project.file(Self.path)
      .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    guard let path = path ?? shipped else { return DivergenceLedger(today: today) }
    let file = try DivergenceFile(try YAMLFile(path: path), engines: engines, clauses: clauses)
    return DivergenceLedger(file.entries, today: today)
  }

  /// - Parameter engines: the known ids of engines and matchers.
  package init(_ file: YAMLFile, engines: [String], clauses: [String]) throws(InputError) {
    let list = try file.root.mapping(["divergences"])
      .required("divergences", "a list of known disagreements")
    var seen: Set<[String?]> = []
    entries = try list.elements().map { value throws(InputError) in
      let entry = try Self.entry(value, engines: engines, clauses: clauses)
      guard seen.insert([entry.engine, entry.clause, entry.text, entry.profile]).inserted else {
        throw value.error("got this disagreement of '\(entry.engine)' twice, expected it only once")
      }
      return entry
    }
  }

  private static func entry(
    _ value: YAMLValue, engines: [String], clauses: [String]
  ) throws(InputError) -> LedgerRecord {
    let values = try value.mapping(keys)
    let engine = try values.required("engine").name("engine", among: engines)
    let subject = try subject(value, values, clauses: clauses)
    return LedgerRecord(
      engine: engine, clause: subject.clause, text: subject.text, profile: subject.profile,
      reason: try words(values.required("reason")),
      link: try values.required("link").parsed("an address that begins with https://") {
        $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil
      },
      expires: try values.required("expires").parsed("a day such as 2027-06-30") {
        DivergenceLedger.isDay($0) ? $0 : nil
      })
  }

  private static func subject(
    _ value: YAMLValue, _ values: YAMLMapping, clauses: [String]
  ) throws(InputError) -> (clause: String?, text: String?, profile: String?) {
    switch (values["clause"], values["query"]) {
    case (let clause?, nil): return (try clause.name("clause", among: clauses), nil, nil)
    case (nil, let query?):
      let parts = try query.mapping(["text", "profile"])
      guard let text = parts["text"], let profile = parts["profile"] else {
        throw query.error("expected both 'text' and 'profile'")
      }
      return (nil, try text.text(), try words(profile))
    default: throw value.error("expected either 'clause' or 'query'")
    }
  }

  /// A text that is not blank.
  private static func words(_ value: YAMLValue) throws(InputError) -> String {
    let text = try value.text()
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw value.error("got nothing, expected text")
    }
    return text
  }
}
