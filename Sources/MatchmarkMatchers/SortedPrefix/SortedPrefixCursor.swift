public import MatchmarkCore

/// A cursor that answers the keystrokes of one session from a ``SortedPrefixMatcher``.
public struct SortedPrefixCursor: MatcherCursor {
  let matcher: SortedPrefixMatcher
  var query = ResolvedQuery()
  /// The result for each term, in the only field.
  var found: [SortedField.Found] = []
  var pattern: [UInt8] = []
  private(set) var narrowing = Narrowing()
  private var list: [UInt32] = []
  private var rows = Bitmap(bitCount: 0)
  private var partialRows = Bitmap(bitCount: 0)

  init(matcher: SortedPrefixMatcher) { self.matcher = matcher }

  /// Answers a query among the rows of the previous keystroke if that costs less, or else looks up
  /// every term and continues from the rarest one.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    narrowing.begin(&query)
    if try query.begin(searchQuery, in: matcher.corpus, answering: &answer) { return .answered }
    let few = narrowing.candidateCount(for: query, in: matcher.corpus.profile.textFields)
    if let few, matcher.narrowing.testsAtOnce(few, for: query) {
      narrow(into: &answer)
      return .answered
    }
    guard let field = matcher.fields.first, matcher.fields.count == 1, !query.terms.isEmpty,
      !query.terms.contains(where: { $0.number != nil })
    else {
      combineFields(into: &answer)
      return .answered
    }
    found.removeAll(keepingCapacity: true)
    for term in query.terms.indices {
      found.append(field.find(query.needle(term, for: field.mode), pattern: &pattern))
    }
    let scarcest = found.indices.min { found[$0].count < found[$1].count } ?? 0
    if let few, few * testingCost(scarcest, in: field) <= found[scarcest].count {
      narrow(into: &answer)
    } else if found[scarcest].count <= matcher.sortedLimit {
      answerFromList(scarcest, in: field, into: &answer)
    } else {
      answerFromBitmaps(startingWith: scarcest, in: field, into: &answer)
    }
    return .answered
  }

  /// The number of rows of a run that are read in the time in which one row is tested; those of a
  /// long needle are tested as well.
  private func testingCost(_ term: Int, in field: SortedField) -> Int {
    query.needle(term, for: field.mode).count > SortedSuffixes.sortedSize ? 1 : 8
  }

  private mutating func narrow(into answer: inout Answer) {
    let scan = matcher.fields.count == 1 ? matcher.fields[0].scan : nil
    narrowing.narrow(query, in: matcher.corpus, by: scan, into: &answer)
  }

  private mutating func answerFromList(
    _ scarcest: Int, in field: SortedField, into answer: inout Answer
  ) {
    list.removeAll(keepingCapacity: true)
    guard found[scarcest].count > 0 else { return narrowing.remember(list) }
    let rarest = query.needle(scarcest, for: field.mode)
    field.appendRows(of: found[scarcest], rarest, pattern: &pattern, to: &list)
    query.restrict(&list, in: matcher.corpus)
    for term in query.terms.indices where term != scarcest {
      if let frequent = field.frequentRows(of: found[term]) {
        list.removeAll { !frequent.contains(Int($0)) }
      } else {
        field.scan.keepMatches(query.needle(term, field.mode), in: &list)
      }
    }
    if list.count <= matcher.narrowing.remembered { narrowing.remember(list) }
    for row in list { answer.append(row) }
  }

  private mutating func answerFromBitmaps(
    startingWith first: Int, in field: SortedField, into answer: inout Answer
  ) {
    rows.reset(bitCount: matcher.corpus.rowCount)
    let needle = query.needle(first, for: field.mode)
    field.insertRows(of: found[first], needle, pattern: &pattern, into: &rows)
    for term in query.terms.indices where term != first {
      if let frequent = field.frequentRows(of: found[term]) {
        rows.formIntersection(frequent)
      } else {
        partialRows.reset(bitCount: matcher.corpus.rowCount)
        let needle = query.needle(term, for: field.mode)
        field.insertRows(of: found[term], needle, pattern: &pattern, into: &partialRows)
        rows.formIntersection(partialRows)
      }
    }
    answerFromRows(into: &answer)
  }

  private mutating func combineFields(into answer: inout Answer) {
    rows.reset(bitCount: matcher.corpus.rowCount)
    if query.terms.isEmpty { rows.fill() }
    for term in query.terms.indices {
      guard term > 0 else {
        matcher.insertMatches(of: term, in: query, pattern: &pattern, into: &rows)
        continue
      }
      partialRows.reset(bitCount: matcher.corpus.rowCount)
      matcher.insertMatches(of: term, in: query, pattern: &pattern, into: &partialRows)
      rows.formIntersection(partialRows)
    }
    answerFromRows(into: &answer)
  }
}

extension SortedPrefixCursor {
  /// Answers with the bitmap, after tokens and scope; remembers its rows if they are few.
  private mutating func answerFromRows(into answer: inout Answer) {
    matcher.filter.restrict(&rows, to: query, scratch: &partialRows)
    // Counting costs as much as copying a stored bitmap, which is all that one frequent term needs.
    if query.terms.count > 1 || query.isFiltering {
      let count = rows.count
      if count <= matcher.narrowing.remembered { narrowing.remember(rows, count: count) }
      answer.exchange(with: &rows, count: count)
    } else {
      answer.exchange(with: &rows)
    }
  }
}

extension SortedPrefixMatcher {
  /// Inserts the rows in which a term matches any field or number.
  fileprivate func insertMatches(
    of term: Int, in query: ResolvedQuery, pattern: inout [UInt8], into rows: inout Bitmap
  ) {
    for field in fields {
      let needle = query.needle(term, for: field.mode)
      let found = field.find(needle, pattern: &pattern)
      field.insertRows(of: found, needle, pattern: &pattern, into: &rows)
    }
    guard let number = query.terms[term].number else { return }
    for index in numbers { index.insertRows(with: number, into: &rows) }
  }
}

extension SortedPrefixCursor: FormCounting {
  package static let allForms =
    SortedField.allForms + PostingStore.allForms
    + [
      "needle longer than the sorted bytes", "answer: no row", "answer: list", "answer: bitmaps",
      "answer: fields combined", "answer: narrowed",
    ]

  package mutating func countForms(of searchQuery: SearchQuery, in counts: inout FormCounts) {
    guard !query.isEmpty else { return }
    if narrowing.memory == .narrowed { return counts.add("answer: narrowed") }
    matcher.filter.countForms(of: query, in: &counts)
    var least = Int.max
    for term in query.terms.indices {
      for field in matcher.fields {
        let needle = query.needle(term, for: field.mode)
        if needle.count > SortedSuffixes.sortedSize {
          counts.add("needle longer than the sorted bytes")
        }
        let found = field.find(needle, pattern: &pattern)
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
