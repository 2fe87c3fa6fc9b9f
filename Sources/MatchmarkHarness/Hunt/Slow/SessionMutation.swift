import MatchmarkConformance
import MatchmarkCore

/// Changes typing sessions: longer and shorter texts, pieces of the rows, terms, tokens, scopes,
/// and what was typed before.
struct SessionMutation {
  private let folded: FoldedCorpus
  private let textColumns: [Int]
  private var generator: SeededGenerator

  /// The most queries of a session.
  static let sessionLimit = 24
  /// Lengths of needles, in bytes, at and around those at which kernels change their way of work.
  private static let lengths = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200]

  init(_ folded: FoldedCorpus, _ generator: SeededGenerator) {
    self.folded = folded
    self.generator = generator
    let schema = folded.corpus.schema
    textColumns = folded.profile.textFields.compactMap { schema.index(of: $0.name) }
  }

  /// The session of a needle without anything before it.
  mutating func fresh() -> [SearchQuery] { [SearchQuery(piece())] }

  /// A session that differs in one way.
  ///
  /// - Parameter other: a session whose text may be taken over.
  mutating func changed(_ session: [SearchQuery], with other: [SearchQuery]) -> [SearchQuery] {
    guard var query = session.last else { return fresh() }
    let before = session.dropLast()
    switch generator.below(12) {
    case 0: return typed(query)
    case 1: return [query]
    case 2, 3: return session + [query.with { $0.text += nextLetters() }]
    case 4: return session + [query.with { _ = $0.text.popLast() }]
    case 5: query.text = piece()
    case 6: query.text += " " + piece()
    case 7: query.text = piece() + " " + query.text
    case 8: query.text = changedTerms(query.text)
    case 9: query.text = String(query.text.prefix(1 + generator.below(query.text.count + 1)))
    case 10: query.text = changedLetter(query.text)
    default: changeFilter(&query, with: other)
    }
    return Array((before + [query]).suffix(Self.sessionLimit))
  }

  /// The text key by key.
  private mutating func typed(_ query: SearchQuery) -> [SearchQuery] {
    let text = Array(query.text)
    let first = max(1, text.count - Self.sessionLimit + 1)
    guard first <= text.count else { return [query] }
    return (first...text.count).map { count in query.with { $0.text = String(text[..<count]) } }
  }

  /// A text of a row, chosen as often as it occurs.
  private mutating func rowText() -> String {
    guard folded.corpus.rowCount > 0, !textColumns.isEmpty else { return "" }
    return folded.corpus.cell(
      row: generator.below(folded.corpus.rowCount), column: generator.pick(textColumns))
  }

  /// A part of a row's text: letters, words, or words and what stands around them.
  private mutating func piece() -> String {
    let text = rowText()
    let words = text.split(separator: " ")
    guard !words.isEmpty else { return text }
    let first = generator.below(words.count)
    switch generator.below(5) {
    case 0: return String(words[first].prefix(1 + generator.below(3)))
    case 1: return words[first] + (generator.chance(0.5) ? " " : "")
    case 2:
      return words[first..<min(words.count, first + 1 + generator.below(4))]
        .joined(separator: " ")
    case 3: return String(text.suffix(1 + generator.below(8)))
    default:
      let letters = Array(text)
      let start = generator.below(letters.count)
      return String(letters[start...].prefix(generator.pick(Self.lengths)))
    }
  }

  private mutating func nextLetters() -> String {
    let text = Array(rowText())
    guard !text.isEmpty else { return " " }
    return generator.chance(0.2) ? " " : String(generator.pick(text))
  }

  /// Repeats, leaves out, or moves a term.
  private mutating func changedTerms(_ text: String) -> String {
    var terms = text.split(separator: " ").map(String.init)
    guard !terms.isEmpty else { return piece() }
    let index = generator.below(terms.count)
    switch generator.below(3) {
    case 0: terms.append(terms[index])
    case 1: terms.remove(at: index)
    default: terms.swapAt(index, 0)
    }
    return terms.joined(separator: " ")
  }

  private mutating func changedLetter(_ text: String) -> String {
    var letters = Array(text)
    guard !letters.isEmpty else { return nextLetters() }
    letters[generator.below(letters.count)] = Character(nextLetters())
    return String(letters)
  }

  private mutating func changeFilter(_ query: inout SearchQuery, with other: [SearchQuery]) {
    switch generator.below(4) {
    case 0: query.tokens = []
    case 1:
      let index = folded.facets.isEmpty ? 0 : generator.below(folded.facets.count)
      guard folded.facets.indices.contains(index), !folded.facets[index].values.isEmpty else {
        return
      }
      query.tokens.append(
        SearchToken(
          facet: folded.profile.facets[index], value: generator.pick(folded.facets[index].values)))
    case 2:
      query.scope = folded.scopeTitles.isEmpty ? nil : generator.pick(folded.scopeTitles)
    default: query.text = other.last?.text ?? query.text
    }
  }
}

extension SearchQuery {
  fileprivate func with(_ change: (inout SearchQuery) -> Void) -> SearchQuery {
    var copy = self
    change(&copy)
    return copy
  }
}
