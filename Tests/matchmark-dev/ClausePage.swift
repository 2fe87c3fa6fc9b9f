import MatchmarkConformance

/// The documentation page that lists the cases and tests of every clause.
///
/// The page depends only on the suite and the sources of the tests, so a test can tell when the
/// committed one is out of date.
struct ClausePage {
  private let suite: ConformanceSuite
  private var tests: [String: [String]] = [:]

  /// Further cases of a clause are only counted.
  private static let caseLimit = 8

  /// Creates a page without tests.
  init(_ suite: ConformanceSuite) { self.suite = suite }

  /// Whether the page lists a test file, given its path in the folder of tests.
  ///
  /// The tests of the suite itself are left out: they run every case of every clause.
  static func lists(_ path: String) -> Bool {
    path.hasSuffix("Tests.swift") && !path.hasPrefix("MatchmarkConformanceTests/")
  }

  /// Adds the clauses that a test file names.
  ///
  /// - Parameter name: The file's name on the page, such as `OracleTests`.
  mutating func addTest(_ name: String, text: String) {
    for clause in Self.clauses(in: text).sorted() { tests[clause, default: []].append(name) }
  }

  /// The page as Markdown.
  func markdown() -> String {
    let parts = Clause.kinds.map { letter, title in
      "## \(title)\n\n| Clause | Text | Status | Cases | Other tests |\n|---|---|---|---|---|\n"
        + suite.clauses.filter { $0.group == letter }.map(row).joined()
    }
    return ([Self.beginning(of: suite)] + parts).joined(separator: "\n")
  }

  private func row(_ clause: Clause) -> String {
    let cases = suite.cases(of: clause.id).map(\.id)
    let shown = cases.prefix(Self.caseLimit).joined(separator: " ")
    let rest = cases.count > Self.caseLimit ? " and \(cases.count - Self.caseLimit) more" : ""
    let names = (tests[clause.id] ?? []).sorted().joined(separator: " ")
    let cells = [clause.id, clause.text, clause.statusText, shown + rest, names]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func beginning(of suite: ConformanceSuite) -> String {
    let counts = ConformanceLevel.allCases.map { level in
      "\(level.title) \(suite.cases.filter { $0.level == level }.count)"
    }
    return """
      # Clauses

      The clauses of the contract, and the cases that would fail if one were broken.

      ## Overview

      `./scripts/dev page clauses` prints this page, and a test fails while it is out of date.
      The \(suite.cases.count) cases are data in `Fixtures/cases` \
      (\(counts.joined(separator: ", "))).
      `./matchmark verify --conformance` runs them on every matcher, and so does
      `MatchmarkConformanceTests`; the last column names other tests that mention the clause.

      An overruled clause names the clauses that replace it. Clauses with the status *data only*
      are about data that is kept but never interpreted.

      """
  }

  /// The ids of clauses that a text mentions; `Q8-2` is a case, not a mention of Q8.
  static func clauses(in text: String) -> Set<String> {
    var found: Set<String> = []
    for line in text.split(separator: "\n") where line.contains("\"") || line.contains("//") {
      for match in line.matches(of: /\b([QTSVDXOR]\d{1,2})\b(-?)/) where match.2.isEmpty {
        found.insert(String(match.1))
      }
    }
    return found
  }
}
