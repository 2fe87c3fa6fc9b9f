import MatchmarkCore

extension ResolvedQuery {
  /// Whether every row that matches this query is certain to match `previous` too, and the two
  /// differ.
  ///
  /// Each term of `previous` must have grown at its end, or not at all, into a term of this query.
  /// Folded needles are compared, since a longer text does not always fold to a longer needle.
  /// Repeating a query is not narrowing: returning a stored answer would not be answering.
  ///
  /// - Complexity: O(terms² × needle + tokens²).
  func isNarrower(than previous: ResolvedQuery, for fields: [TextField]) -> Bool {
    guard isFilterNarrower(than: previous) else { return false }
    for old in previous.terms.indices
    where !terms.indices.contains(where: { implies($0, old, of: previous, in: fields) }) {
      return false
    }
    return !isSame(as: previous)
  }

  /// Whether this query has a term of another query.
  func hasTerm(_ term: Int, of other: ResolvedQuery) -> Bool {
    terms.indices.contains {
      needle($0) == other.needle(term) && terms[$0].number == other.terms[term].number
    }
  }

  /// Whether both queries have the same terms in the same order, and the same tokens and scope.
  func isSame(as other: ResolvedQuery) -> Bool {
    terms.count == other.terms.count && scope == other.scope
      && terms.indices.allSatisfy {
        needle($0) == other.needle($0) && terms[$0].number == other.terms[$0].number
      }
      && constraints == other.constraints
  }

  /// Whether a row that matches `term` is certain to match `old`, in any field or number.
  private func implies(
    _ term: Int, _ old: Int, of previous: ResolvedQuery, in fields: [TextField]
  ) -> Bool {
    let number = terms[term].number
    guard number == nil || number == previous.terms[old].number else { return false }
    let needle = needle(term)
    let oldNeedle = previous.needle(old)
    return fields.allSatisfy { field in
      switch field.match {
      case .contains, .prefix, .wordPrefix: needle.starts(with: oldNeedle)
      case .equality: needle == oldNeedle
      }
    }
  }

  /// Whether tokens and scope admit no row that those of `previous` do not.
  private func isFilterNarrower(than previous: ResolvedQuery) -> Bool {
    guard previous.scope == .all || scope == previous.scope || scope == .nothing else {
      return false
    }
    // A facet with tokens admits their values; one more token of the facet admits more.
    return previous.constraints.allSatisfy { old in
      let wanted = constraints.lazy.filter { $0.facet == old.facet }
      return !wanted.isEmpty
        && wanted.allSatisfy { new in
          previous.constraints.contains { $0.facet == new.facet && $0.value == new.value }
        }
    }
  }
}
