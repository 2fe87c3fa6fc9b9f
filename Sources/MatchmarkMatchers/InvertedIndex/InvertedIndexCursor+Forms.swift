package import MatchmarkCore

extension InvertedIndexCursor: FormCounting {
  package static let allForms =
    ["index of grams", "index of words", "words of more than 254 bytes"]
    + GramIndex.allForms + PostingStore.allForms + KernelScan.allForms
    + ["nothing", "list", "run", "frequent", "pair"].map { "candidates: \($0)" }
    + ["list", "run", "frequent"].map { "second candidates: \($0)" }
    + ways + collections

  private static let ways: [String] = Way.allCases.map { "answer: \($0.rawValue)" }
  private static let collections: [String] =
    Candidates.Collected.allCases.map { "rows of a needle: \($0.rawValue)" }
    + ["rows of a needle: narrowed by a second set"]

  package mutating func countForms(of searchQuery: SearchQuery, in counts: inout FormCounts) {
    guard !query.isEmpty else { return }
    if way == .narrowed || way == .scanned { return counts.add("answer: \(way.rawValue)") }
    guard candidates.count == query.terms.count * matcher.fields.count else {
      return
    }
    for index in candidates.indices { countCandidates(index, in: &counts) }
    counts.add("answer: \(way.rawValue)")
    let isList = way == .list || way == .mergedList
    // With a single exact term, the list is that of its only candidates, so nothing was kept.
    if isList, query.terms.count > 1 || !candidates[0].isExact { counts.add("keep in a list") }
    matcher.filter.countForms(of: query, in: &counts)
    for term in query.terms {
      guard let number = term.number else { continue }
      for index in matcher.numbers { index.countForms(of: number, in: &counts) }
    }
  }

  private func countCandidates(_ index: Int, in counts: inout FormCounts) {
    let found = candidates[index]
    let field = matcher.fields[index % matcher.fields.count]
    counts.add("candidates: \(Self.name(found.source))")
    field.countForms(of: found.source, in: &counts)
    guard let collected = found.collected else { return }
    counts.add("rows of a needle: \(collected.rawValue)")
    if found.isNarrowed, let other = found.other {
      counts.add("rows of a needle: narrowed by a second set")
      counts.add("second candidates: \(Self.name(other))")
    }
    switch collected {
    case .exact: break
    case .lookedAt, .kept: counts.add("keep in a bitmap")
    case .scanned:
      let needle = query.needle(index / matcher.fields.count, field.mode)
      field.scan.countForms(inserting: needle, in: &counts)
    }
  }

  private static func name(_ source: Candidates.Source) -> String {
    switch source {
    case .nothing: "nothing"
    // The search for sets begins with this; every needle has a gram or a part, so it never remains.
    case .everything: "everything"
    case .list: "list"
    case .run: "run"
    case .frequent: "frequent"
    case .pair: "pair"
    }
  }
}
