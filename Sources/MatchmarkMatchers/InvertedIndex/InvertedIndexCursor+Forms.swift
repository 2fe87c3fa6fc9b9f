package import MatchmarkCore

extension InvertedIndexCursor: FormTelling {
  /// Of the index, of sets, of candidates, and of the ways from them to an answer.
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

  package mutating func tellForms(of searchQuery: SearchQuery, to counts: inout FormCounts) {
    // An empty query looks at nothing, and leaves the candidates of another one.
    guard !query.isEmpty, candidates.count == query.terms.count * matcher.fields.count else {
      return
    }
    for (index, found) in candidates.enumerated() {
      counts.add("candidates: \(Self.name(found.source))")
      matcher.fields[index % matcher.fields.count].tellForms(of: found.source, to: &counts)
    }
    matcher.filter.tellForms(of: query, to: &counts)
    for term in query.terms {
      guard let number = term.number else { continue }
      for index in matcher.numbers { index.tellForms(of: number, to: &counts) }
    }
    tellWay(to: &counts)
  }

  private static func name(_ source: Candidates.Source) -> String {
    switch source {
    case .nothing: "nothing"
    // Every needle has a gram or a part, so this is where the search for sets begins.
    case .everything: "everything"
    case .list: "list"
    case .run: "run"
    case .frequent: "frequent"
    case .pair: "pair"
    }
  }

  private mutating func tellWay(to counts: inout FormCounts) {
    let scarcest = scarcestTerm()
    if scarcest.count == 0 { return counts.add("answer: no row") }
    guard isPlain else {
      if scarcest.count <= matcher.limits.verified,
        scarcest.count <= matcher.filter.countEstimate(query)
      {
        return counts.add("answer: few rows verified")
      }
      counts.add("answer: fields combined")
      for index in candidates.indices { tellCollection(index, isFiltered: false, to: &counts) }
      return
    }
    if isSparse(scarcest.term) {
      tellList(scarcest.term, to: &counts)
    } else {
      tellBitmaps(startingWith: scarcest.term, to: &counts)
    }
  }

  private func tellList(_ term: Int, to counts: inout FormCounts) {
    if case .run = candidates[term].source {
      counts.add("answer: merged list")
    } else {
      counts.add("answer: list")
    }
    if query.terms.count > 1 || !candidates[term].isExact { counts.add("keep in a list") }
  }

  private mutating func tellBitmaps(startingWith first: Int, to counts: inout FormCounts) {
    guard !query.terms.isEmpty else { return counts.add("answer: bitmaps") }
    let isAlone = query.terms.count == 1 && !query.isFiltering && candidates[first].isExact
    if isAlone, matcher.fields[0].stored(candidates[first].source) != nil {
      return counts.add("answer: stored set")
    }
    counts.add("answer: bitmaps")
    var rest = tellCollection(first, isFiltered: true, to: &counts)
    for term in query.terms.indices where term != first {
      if count(rest) * matcher.limits.keepingCost < candidates[term].count {
        counts.add("rows of a needle: kept among few")
        counts.add("keep in a bitmap")
        matcher.fields[0].scan.keepMatches(query.needle(term, matcher.fields[0].mode), in: &rest)
      } else {
        rest.formIntersection(tellCollection(term, isFiltered: false, to: &counts))
      }
    }
  }

  /// Counts how the rows of a set of candidates were collected, by collecting them again.
  @discardableResult
  private mutating func tellCollection(
    _ index: Int, isFiltered: Bool, to counts: inout FormCounts
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
      field.scan.tellForms(inserting: needle, to: &counts)
    } else {
      counts.add("rows of a needle: looked at")
      counts.add("keep in a bitmap")
      field.scan.keepMatches(needle, in: &collected)
    }
    return collected
  }
}
