package import MatchmarkCore

/// The profile for rows that came without one: what a search over such columns usually does.
package enum InferredProfile {
  /// How many titles a scope bar has at most, where the column is not called `year`.
  static let scopeTitleCount = 16

  /// A profile over the roles that the corpus' columns have.
  ///
  /// Text columns are searched for a part, without regard to case and marks; every term must match;
  /// numeric columns take part by equality; an empty query browses. The scope is the column `year`
  /// if it has that role, else the first column that has it and at most 16 values, else none. Every
  /// other facet is filtered by tokens.
  ///
  /// - Complexity: O(columns).
  package static func profile(
    for corpus: Corpus, named name: String = "inferred"
  ) -> SearchProfile {
    let schema = corpus.schema
    let fields = schema.names(with: .text).map { TextField($0, .contains) }
    let scope = scopeColumn(of: corpus)
    return SearchProfile(
      name: name, textFields: fields, folding: .caseAndDiacriticInsensitive
    ).with {
      $0.trim = .whitespace
      $0.terms = .splitAND
      $0.empty = .browse
      $0.numericFields = schema.names(with: .numeric)
      $0.facets = schema.names(with: .facet).filter { $0 != scope }
      $0.scope = scope.map { ScopeAxis(facet: $0) }
    }
  }

  private static func scopeColumn(of corpus: Corpus) -> String? {
    let candidates = corpus.schema.names(with: .scope)
    return candidates.first { $0 == "year" }
      ?? candidates.first { name in
        let count = corpus.knownValues(of: name)?.count ?? 0
        return (1...scopeTitleCount).contains(count)
      }
  }
}
