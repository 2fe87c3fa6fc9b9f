package import MatchmarkCore

extension InvertedIndexCursor: FormCounting {
  /// The forms of the index, of sets and of candidates, and the ways from them to an answer.
  package static let allForms =
    ["index of grams", "index of words", "words of more than 254 bytes"]
    + PostingStore.allForms + KernelScan.allForms
    + ["nothing", "list", "run", "frequent", "pair"].map { "candidates: \($0)" }
    + ["list", "run", "frequent"].map { "second candidates: \($0)" }
    + ways.map { "answer: \($0)" } + collections.map { "rows of a needle: \($0)" }

  private static let ways = [
    "no row", "list", "merged list", "stored set", "bitmaps", "few rows verified",
    "fields combined",
  ]
  private static let collections = [
    "exact", "narrowed by a second set", "looked at", "scanned", "kept among few",
  ]

  package mutating func countForms(of searchQuery: SearchQuery, in counts: inout FormCounts) {
    // An empty query reads no candidates and leaves those of an earlier query.
    guard !query.isEmpty, candidates.count == query.terms.count * matcher.fields.count else {
      return
    }
    for (index, found) in candidates.enumerated() {
      counts.add("candidates: \(Self.name(found.source))")
      matcher.fields[index % matcher.fields.count].countForms(of: found.source, in: &counts)
    }
    matcher.filter.countForms(of: query, in: &counts)
    for term in query.terms {
      guard let number = term.number else { continue }
      for index in matcher.numbers { index.countForms(of: number, in: &counts) }
    }
    countWay(in: &counts)
  }

  private static func name(_ source: Candidates.Source) -> String {
    switch source {
    case .nothing: "nothing"
    // Every needle has a gram or a part, so only the search for sets begins with this.
    case .everything: "everything"
    case .list: "list"
    case .run: "run"
    case .frequent: "frequent"
    case .pair: "pair"
    }
  }

  private mutating func countWay(in counts: inout FormCounts) {
    let scarcest = scarcestTerm()
    if scarcest.count == 0 { return counts.add("answer: no row") }
    guard isPlain else {
      if scarcest.count <= matcher.limits.verified,
        scarcest.count <= matcher.filter.countEstimate(query)
      {
        return counts.add("answer: few rows verified")
      }
      counts.add("answer: fields combined")
      for index in candidates.indices { countCollection(index, isFiltered: false, in: &counts) }
      return
    }
    if isSparse(scarcest.term) {
      countList(scarcest.term, in: &counts)
    } else {
      countBitmaps(startingWith: scarcest.term, in: &counts)
    }
  }

  private func countList(_ term: Int, in counts: inout FormCounts) {
    if case .run = candidates[term].source {
      counts.add("answer: merged list")
    } else {
      counts.add("answer: list")
    }
    if query.terms.count > 1 || !candidates[term].isExact { counts.add("keep in a list") }
  }

  private mutating func countBitmaps(startingWith first: Int, in counts: inout FormCounts) {
    guard !query.terms.isEmpty else { return counts.add("answer: bitmaps") }
    let isAlone = query.terms.count == 1 && !query.isFiltering && candidates[first].isExact
    if isAlone, matcher.fields[0].stored(candidates[first].source) != nil {
      return counts.add("answer: stored set")
    }
    counts.add("answer: bitmaps")
    var rest = countCollection(first, isFiltered: true, in: &counts)
    for term in query.terms.indices where term != first {
      if count(rest) * matcher.limits.keepingCost < candidates[term].count {
        counts.add("rows of a needle: kept among few")
        counts.add("keep in a bitmap")
        matcher.fields[0].scan.keepMatches(query.needle(term, matcher.fields[0].mode), in: &rest)
      } else {
        rest.formIntersection(countCollection(term, isFiltered: false, in: &counts))
      }
    }
  }

  /// Counts how the rows of a set of candidates were collected, by collecting them again.
  @discardableResult
  private mutating func countCollection(
    _ index: Int, isFiltered: Bool, in counts: inout FormCounts
  ) -> Bitmap {
    let found = candidates[index]
    let field = matcher.fields[index % matcher.fields.count]
    let needle = query.needle(index / matcher.fields.count, field.mode)
    var collected = Bitmap(bitCount: matcher.corpus.rowCount)
    field.insertRows(of: found.source, into: &collected)
    if isFiltered { matcher.filter.restrict(&collected, to: query, scratch: &otherRows) }
    if found.isExact {
      counts.add("rows of a needle: exact")
      return collected
    }
    var size = found.count
    if let other = found.other, isNarrowing(found) {
      counts.add("rows of a needle: narrowed by a second set")
      counts.add("second candidates: \(Self.name(other))")
      var narrowing = Bitmap(bitCount: matcher.corpus.rowCount)
      field.insertRows(of: other, into: &narrowing)
      collected.formIntersection(narrowing)
      size = count(collected)
    }
    if size > field.candidateLimit {
      counts.add("rows of a needle: scanned")
      field.scan.countForms(inserting: needle, in: &counts)
    } else {
      counts.add("rows of a needle: looked at")
      counts.add("keep in a bitmap")
      field.scan.keepMatches(needle, in: &collected)
    }
    return collected
  }
}
