import MatchmarkCore

extension ResolvedQuery {
  /// Returns true if every row that matches this query is certain to match `previous` too, and the
  /// two differ.
  ///
  /// Each term of `previous` must be the beginning of a term of this query, or equal to one. Folded
  /// needles are compared, since a longer text does not always fold to a longer needle. A repeated
  /// query does not count as narrower: returning the stored answer would not be answering.
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

  /// Returns true if this query has a term of another query.
  func hasTerm(_ term: Int, of other: ResolvedQuery) -> Bool {
    terms.indices.contains { isTerm($0, equalTo: term, of: other) }
  }

  /// Returns true if both queries have the same terms in the same order, and the same tokens and
  /// scope.
  func isSame(as other: ResolvedQuery) -> Bool {
    terms.count == other.terms.count && scope == other.scope
      && terms.indices.allSatisfy { isTerm($0, equalTo: $0, of: other) }
      && constraints == other.constraints
  }

  private func isTerm(_ term: Int, equalTo otherTerm: Int, of other: ResolvedQuery) -> Bool {
    terms[term].number == other.terms[otherTerm].number
      && needle(term) == other.needle(otherTerm)
      && needle(term, for: .wordPrefix) == other.needle(otherTerm, for: .wordPrefix)
  }

  /// Returns true if a row that matches `term` is certain to match `old`, in any field or number.
  private func implies(
    _ term: Int, _ old: Int, of previous: ResolvedQuery, in fields: [TextField]
  ) -> Bool {
    let number = terms[term].number
    guard number == nil || number == previous.terms[old].number else { return false }
    return fields.allSatisfy { field in
      let needle = needle(term, for: field.match)
      let oldNeedle = previous.needle(old, for: field.match)
      return switch field.match {
      case .contains, .prefix, .wordPrefix: needle.starts(with: oldNeedle)
      case .equality: needle == oldNeedle
      }
    }
  }

  /// Returns true if tokens and scope admit only rows that those of `previous` admit, too.
  private func isFilterNarrower(than previous: ResolvedQuery) -> Bool {
    guard previous.scope == .all || scope == previous.scope || scope == .nothing else {
      return false
    }
    // The rows admitted by the tokens of one facet are those with any of their values; one more
    // token admits more rows.
    return previous.constraints.allSatisfy { old in
      let wanted = constraints.lazy.filter { $0.facet == old.facet }
      return !wanted.isEmpty
        && wanted.allSatisfy { new in
          previous.constraints.contains { $0.facet == new.facet && $0.value == new.value }
        }
    }
  }
}
