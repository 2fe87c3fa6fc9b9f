import MatchmarkConformance

/// The documentation page that lists the clauses of all contracts, and the cases of the suite.
struct ClausePage {
  private let suite: ConformanceSuite
  /// The clauses of the contracts whose cases are not in the suite.
  private let others = [
    ("Ranked lists", Ranking([]).clauses()), ("Search boxes", LateAnswers([]).clauses()),
  ]

  init(_ suite: ConformanceSuite) { self.suite = suite }

  /// The page as Markdown.
  func markdown() -> String {
    let parts = Clause.kinds.map { letter, title in
      "## \(title)\n\n" + suite.clauses.filter { $0.group == letter }.map(item).joined()
    }
    let other = others.map { title, clauses in
      let inOrder = clauses.sorted { ($0.id.count, $0.id) < ($1.id.count, $1.id) }
      return "## \(title)\n\n" + inOrder.map(item).joined()
    }
    return ([beginning] + parts + other).joined(separator: "\n")
  }

  private func item(_ clause: Clause) -> String {
    let cases = suite.cases(of: clause.id).map(\.id)
    let shown = cases.first.map { $0 + (cases.count > 1 ? " +\(cases.count - 1)" : "") }
    let remarks = [clause.status == .inForce ? nil : clause.statusText, shown]
      .compactMap(\.self).joined(separator: "; ")
    return "- **\(clause.id)** \(clause.text)\(remarks.isEmpty ? "" : " *\(remarks)*")\n"
  }

  private var beginning: String {
    let counts = ConformanceLevel.allCases.map { level in
      "\(level.title) \(suite.cases.filter { $0.level == level }.count)"
    }
    return """
      # Clauses

      The clauses of the contracts, and the cases that would fail if one were broken.

      ## Overview

      The \(suite.cases.count) cases are data in `Fixtures/cases` \
      (\(counts.joined(separator: ", "))).
      `./matchmark verify --conformance` runs them on every matcher. Each clause is followed by its
      first case and the number of others, after the clauses that overrule it. *Data only* is kept
      and never interpreted. `./scripts/dev page clauses` prints this page.

      The clauses of ranked lists (<doc:Ranking>) and search boxes (<doc:LateAnswers>) are checked
      by `hunt --ranked` and `hunt --boxes`; their cases are in `Fixtures/ranking` and
      `Fixtures/late-answers`.

      """
  }
}
