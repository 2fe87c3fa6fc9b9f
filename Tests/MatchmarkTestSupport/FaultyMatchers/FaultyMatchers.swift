package import MatchmarkCore

/// The deliberately wrong matchers that a harness must catch.
package enum FaultyMatchers {
  /// One entry for each fault.
  package static let entries = Fault.allCases.map(entry)

  /// Returns the matcher with a fault, or a right matcher without one.
  package static func entry(_ fault: Fault?) -> MatcherEntry {
    let id = fault?.id ?? "faultless"
    let summary = fault.map { "wrong on purpose: \($0.sentence)" } ?? "right, and slow"
    if let fault, let damage = closureFaults[fault] {
      return MatcherEntry(
        id: id, summary: summary, matches: nil, folding: nil, terms: nil, trim: nil
      ) { titles in
        { text in damage(rows(of: text, in: titles), titles.count) }
      }
    }
    return MatcherEntry(
      descriptor: MatcherDescriptor(id: id, summary: summary), support: { _ in .supported },
      build: { corpus, _ throws(MatcherError) in FaultyMatcher(corpus: corpus, fault: fault) })
  }

  /// An ``Answer`` is a set, so only a closure can give an answer that is not a set.
  private static let closureFaults: [Fault: @Sendable ([Int], Int) -> [Int]] = [
    .wrongOrder: { rows, _ in rows.reversed() },
    .repeatsRow: { rows, _ in rows.prefix(1) + rows },
    .rowOutsideCorpus: { rows, count in rows + [count] },
  ]

  private static func rows(of text: String, in titles: [String]) -> [Int] {
    let needle = Folding.caseInsensitive.fold(text)
    return titles.indices.filter { row in
      let title = Folding.caseInsensitive.fold(titles[row])
      return title.indices.contains { title[$0...].starts(with: needle) }
    }
  }
}
