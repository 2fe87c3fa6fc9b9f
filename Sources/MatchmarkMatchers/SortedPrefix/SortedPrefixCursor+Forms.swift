package import MatchmarkCore

extension SortedPrefixCursor: FormCounting {
  /// The forms of the sorted text, and the ways from it to an answer.
  package static let allForms =
    SortedField.allForms + PostingStore.allForms
    + [
      "needle of more than is sorted by", "answer: no row", "answer: list", "answer: bitmaps",
      "answer: fields combined",
    ]

  package mutating func countForms(of searchQuery: SearchQuery, in counts: inout FormCounts) {
    guard !query.isEmpty else { return }
    matcher.filter.countForms(of: query, in: &counts)
    var least = Int.max
    for term in query.terms.indices {
      if query.needle(term).count > SortedSuffixes.sortedSize {
        counts.add("needle of more than is sorted by")
      }
      for field in matcher.fields {
        let found = field.find(query.needle(term), pattern: &pattern)
        field.countForms(of: found, in: &counts)
        least = min(least, found.count)
      }
      if let number = query.terms[term].number {
        for index in matcher.numbers { index.countForms(of: number, in: &counts) }
      }
    }
    let isPlain =
      matcher.fields.count == 1 && !query.terms.isEmpty
      && !query.terms.contains { $0.number != nil }
    if !isPlain { return counts.add("answer: fields combined") }
    if least == 0 { return counts.add("answer: no row") }
    counts.add(least <= matcher.sortedLimit ? "answer: list" : "answer: bitmaps")
  }
}
