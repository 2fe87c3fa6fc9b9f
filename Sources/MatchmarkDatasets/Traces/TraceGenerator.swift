package import MatchmarkCore
package import MatchmarkSession

/// A generator of typing sessions over a corpus; the same corpus, profile and seed give the same
/// sessions.
///
/// Texts are sampled by frequency of use: first a random row, then a random word of it, so that a
/// word is typed as often as it occurs in the rows. The raw text is typed by characters as a reader
/// sees them, so marks arrive together with their letter. Each trace draws from a random sequence
/// that belongs to its name, so adding sessions never changes the earlier ones.
package struct TraceGenerator: Sendable {
  private let sampler: TextSampler
  private let filters: FilterSampler
  private let seed: UInt64

  package init(corpus: FoldedCorpus, seed: UInt64) {
    sampler = TextSampler(corpus)
    filters = FilterSampler(corpus)
    self.seed = seed
  }

  /// Returns traces named `<kind>-0001`, …, spread evenly over `kinds`, in that order.
  ///
  /// If `sessions` is not a multiple of the number of kinds, the first kinds have one more. Every
  /// trace activates, types and cancels, and replays without an error over its corpus.
  ///
  /// - Precondition: `sessions` is not negative.
  /// - Complexity: O(sessions); the corpus is not scanned.
  package func traces(
    sessions: Int, kinds: [TraceKind] = TraceKind.allCases
  ) -> [Trace] {
    kinds.enumerated().flatMap { index, kind in
      let count = sessions / kinds.count + (index < sessions % kinds.count ? 1 : 0)
      return (0..<count).map { trace(kind, number: $0 + 1) }
    }
  }

  /// Returns a trace of a kind; `number` counts from 1.
  package func trace(_ kind: TraceKind, number: Int) -> Trace {
    let name = "\(kind.rawValue)-\(String(number).zeroPadded(to: 4))"
    var random = SeededGenerator(seed: seed, stream: "traces/\(name)")
    let body = events(kind, using: &random)
    return Trace(
      name: name, why: kind.why, events: [.activate(by: .user)] + body + [.cancel])
  }

  private func events(
    _ kind: TraceKind, using random: inout SeededGenerator
  ) -> [SessionEvent] {
    switch kind {
    case .word: typing(sampler.word(using: &random))
    case .nearWord: typing(sampler.nearWord(using: &random))
    case .absentWord: typing(sampler.absentWord(using: &random))
    case .retype: retyping(sampler.word(using: &random), using: &random)
    case .twoTerms: typing(sampler.twoTerms(using: &random))
    case .wholeTitle: typing(sampler.wholeText(using: &random))
    case .filtered: filters.events(using: &random) + typing(sampler.word(using: &random))
    case .pasted:
      filters.copiedToken(using: &random) + [.cancel, .activate(by: .user), .paste(nil)]
        + typing(sampler.word(using: &random))
    case .tokenDeleted:
      filters.tokens(using: &random) + typing(sampler.word(using: &random))
        + filters.deletion()
    case .scopeChanged: changingScope(sampler.word(using: &random), using: &random)
    case .cancelled:
      typing(sampler.word(using: &random)) + [.cancel, .activate(by: .user)]
        + typing(sampler.word(using: &random))
    }
  }

  /// Types the text; a scope is selected midway, and the first title is selected after it.
  private func changingScope(
    _ text: [Character], using random: inout SeededGenerator
  ) -> [SessionEvent] {
    let middle = random.below(text.count + 1)
    guard let scope = filters.scope(using: &random) else { return typing(text) }
    return typing(Array(text[..<middle])) + [.selectScope(scope)]
      + typing(Array(text[middle...])) + [.selectScope(0)]
  }

  private func typing(_ text: [Character]) -> [SessionEvent] {
    text.map { .type(String($0)) }
  }

  /// Types the text; part or all of it is deleted and then typed again.
  private func retyping(
    _ text: [Character], using random: inout SeededGenerator
  ) -> [SessionEvent] {
    guard !text.isEmpty else { return [.backspace] }
    // Characters join and split as their neighbours change, so the characters of the resulting text
    // are counted.
    let typed = text.reduce(into: "") { $0.append($1) }
    let deletedCount = 1 + random.below(typed.count)
    return typing(text) + Array(repeating: .backspace, count: deletedCount)
      + typing(Array(typed.suffix(deletedCount)))
  }
}

/// A random source of tokens and scopes, by the frequency of their values in the rows.
private struct FilterSampler: Sendable {
  private let facets: [(name: String, column: FacetColumn)]
  private let scopeTitleCount: Int

  init(_ corpus: FoldedCorpus) {
    facets = Array(zip(corpus.profile.facets, corpus.facets)).filter { !$1.values.isEmpty }
    scopeTitleCount = corpus.profile.scope == nil ? 0 : corpus.scopeTitles.count
  }

  /// Returns events that insert one or two tokens of different facets and, half of the time, select
  /// a scope.
  func events(using random: inout SeededGenerator) -> [SessionEvent] {
    var events = tokens(using: &random)
    if scopeTitleCount > 0 && (events.isEmpty || random.below(2) == 0) {
      events.append(.selectScope(1 + random.below(scopeTitleCount)))
    }
    return events
  }

  func tokens(using random: inout SeededGenerator) -> [SessionEvent] {
    guard !facets.isEmpty else { return [] }
    let first = random.below(facets.count)
    var events: [SessionEvent] = [.insertToken(token(first, using: &random), at: 0)]
    if facets.count > 1 && random.below(3) == 0 {
      let second = (first + 1) % facets.count
      events.append(.insertToken(token(second, using: &random), at: nil))
    }
    return events
  }

  func copiedToken(using random: inout SeededGenerator) -> [SessionEvent] {
    guard !facets.isEmpty else { return [] }
    let facet = random.below(facets.count)
    return [.insertToken(token(facet, using: &random), at: 0), .select(0..<1), .copy]
  }

  func deletion() -> [SessionEvent] { facets.isEmpty ? [] : [.deleteToken(at: 0)] }

  /// Returns a scope title other than the first; nil if there is no scope bar.
  func scope(using random: inout SeededGenerator) -> Int? {
    scopeTitleCount > 0 ? 1 + random.below(scopeTitleCount) : nil
  }

  /// Returns a token with the value of a random row, or with any known value if that row has none.
  private func token(_ facet: Int, using random: inout SeededGenerator) -> FieldToken {
    let (name, column) = facets[facet]
    var value = column.rows.isEmpty ? FacetColumn.none : random.pick(column.rows)
    if value == FacetColumn.none { value = UInt32(random.below(column.values.count)) }
    return FieldToken(facet: name, value: column.values[Int(value)])
  }
}

/// The subject of a generated typing session.
package enum TraceKind: String, Sendable, Codable, CaseIterable {
  case word
  case nearWord = "near-word"
  case absentWord = "absent-word"
  case retype
  case twoTerms = "two-terms"
  case wholeTitle = "whole-title"
  case filtered
  case pasted
  case tokenDeleted = "token-deleted"
  case scopeChanged = "scope-changed"
  case cancelled

  /// A description in a few words, for the trace file.
  ///
  /// Its bytes are part of the workload's identity: changing a word would make every saved baseline
  /// incomparable.
  var why: String {
    switch self {
    case .word: "a word that occurs"
    case .nearWord: "a word that occurs, with one letter changed"
    case .absentWord: "a word that does not occur"
    case .retype: "a word, partly deleted and typed again"
    case .twoTerms: "two words of one row"
    case .wholeTitle: "a whole title with its spaces"
    case .filtered: "a word, behind a token and a scope"
    case .pasted: "a word, behind a token that was copied in an earlier search"
    case .tokenDeleted: "a word, and then its token deleted"
    case .scopeChanged: "a word, with a scope selected in the middle of it and given up again"
    case .cancelled: "a word given up, and another one"
    }
  }
}
