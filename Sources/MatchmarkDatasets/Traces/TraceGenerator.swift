package import MatchmarkCore
package import MatchmarkSession

/// A generator of typing sessions over a corpus; the same corpus, profile and seed give the same
/// sessions.
///
/// Texts are sampled by frequency of use: first a random row, then a random text field, then a
/// random word of it, so that a word is typed as often as it occurs in the rows. It is spelled as
/// people spell (``Spelling``) and typed with the keys that they have (``Keyboard``). Each trace
/// draws from a random sequence that belongs to its name, so adding sessions never changes the
/// earlier ones.
package struct TraceGenerator: Sendable {
  /// The version of the sessions, with which every workload identity begins.
  ///
  /// Version 1 typed the first text column as it stands, with its capitals, accents and invisible
  /// characters, and no numbers.
  package static let version = 2

  private let sampler: TextSampler
  private let spelling: Spelling
  private let filters: FilterSampler
  private let splitsTerms: Bool
  private let seed: UInt64

  package init(corpus: FoldedCorpus, seed: UInt64) {
    sampler = TextSampler(corpus)
    spelling = Spelling(corpus.profile)
    filters = FilterSampler(corpus)
    splitsTerms = corpus.profile.terms == .splitAND
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
    case .word: typing(word(using: &random), using: &random)
    case .nearWord:
      typing(spelling(sampler.nearWord(using: &random), using: &random), using: &random)
    case .absentWord:
      typing(spelling(sampler.absentWord(using: &random), using: &random), using: &random)
    case .retype: retyping(word(using: &random), using: &random)
    case .corrected: correcting(word(using: &random), using: &random)
    case .replaced: replacing(word(using: &random), using: &random)
    case .number: typingNumber(using: &random)
    case .twoTerms:
      typing(spelling(sampler.twoTerms(using: &random), using: &random), using: &random)
    case .wholeTitle:
      typing(spelling(sampler.wholeText(using: &random), using: &random), using: &random)
    case .filtered:
      filters.events(using: &random) + typing(word(using: &random), using: &random)
    case .pasted:
      filters.copiedToken(using: &random) + [.cancel, .activate(by: .user), .paste(nil)]
        + typing(word(using: &random), using: &random)
    case .tokenDeleted:
      filters.tokens(using: &random) + typing(word(using: &random), using: &random)
        + filters.deletion()
    case .scopeChanged: changingScope(word(using: &random), using: &random)
    case .cancelled:
      typing(word(using: &random), using: &random) + [.cancel, .activate(by: .user)]
        + typing(word(using: &random), using: &random)
    }
  }

  /// Returns a word that occurs, as a person spells it.
  private func word(using random: inout SeededGenerator) -> [Character] {
    spelling(sampler.word(using: &random), using: &random)
  }

  /// Types the text; a scope is selected midway, and the first title is selected after it.
  private func changingScope(
    _ text: [Character], using random: inout SeededGenerator
  ) -> [SessionEvent] {
    let middle = random.below(text.count + 1)
    guard let scope = filters.scope(using: &random) else { return typing(text, using: &random) }
    return typing(Array(text[..<middle]), using: &random) + [.selectScope(scope)]
      + typing(Array(text[middle...]), using: &random) + [.selectScope(0)]
  }

  private func typing(
    _ text: [Character], using random: inout SeededGenerator
  ) -> [SessionEvent] {
    Keyboard(hasDeadKeys: random.below(2) == 0).events(typing: text)
  }

  /// Types a number, or if the terms are split, half of the time a number and a word in any order;
  /// only a word if the profile searches no numbers.
  private func typingNumber(using random: inout SeededGenerator) -> [SessionEvent] {
    guard let (number, word) = sampler.number(using: &random) else {
      return typing(self.word(using: &random), using: &random)
    }
    guard splitsTerms, random.below(2) == 0 else { return typing(number, using: &random) }
    let spelled = spelling(word, using: &random)
    return typing(TextSampler.inAnyOrder(spelled, number, using: &random), using: &random)
  }

  /// Types the text with a wrong character in it, notices after at most two more, and corrects it.
  private func correcting(
    _ text: [Character], using random: inout SeededGenerator
  ) -> [SessionEvent] {
    guard !text.isEmpty else { return [.backspace] }
    let place = random.below(text.count)
    var wrong = text
    let slip = spelling([sampler.character(unlike: text[place], using: &random)], using: &random)
    wrong[place] = slip.first ?? "q"
    let noticed = min(place + 1 + random.below(3), text.count)
    // Characters join as their neighbours change, so those of the resulting text are counted.
    let kept = Array(text[..<place])
    let typed = String(wrong[..<noticed])
    let deletedCount = max(typed.count - String(kept).count, 0)
    return typing(Array(wrong[..<noticed]), using: &random)
      + Array(repeating: .backspace, count: deletedCount)
      + typing(Array(text[place...]), using: &random)
  }

  /// Types the text, selects all of it, and types another word over it.
  private func replacing(
    _ text: [Character], using random: inout SeededGenerator
  ) -> [SessionEvent] {
    typing(text, using: &random) + [.select(0..<String(text).count)]
      + typing(word(using: &random), using: &random)
  }

  /// Types the text; part or all of it is deleted and then typed again.
  private func retyping(
    _ text: [Character], using random: inout SeededGenerator
  ) -> [SessionEvent] {
    guard !text.isEmpty else { return [.backspace] }
    let typed = String(text)
    let deletedCount = 1 + random.below(typed.count)
    return typing(text, using: &random) + Array(repeating: .backspace, count: deletedCount)
      + typing(Array(typed.suffix(deletedCount)), using: &random)
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
  case corrected
  case replaced
  case number
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
    case .corrected: "a word with a wrong letter, which is corrected"
    case .replaced: "a word, and another one typed over it"
    case .number: "a number, alone or with a word"
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
