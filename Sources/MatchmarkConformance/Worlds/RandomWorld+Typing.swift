package import MatchmarkCore

extension RandomWorld {
  /// The content of a field after each of some edits: a person types towards a text that the rows
  /// may have, deletes, pastes, changes tokens and scope, and starts over.
  ///
  /// - Complexity: O(edits).
  package mutating func typing(
    over corpus: Corpus, _ profile: SearchProfile, editCount: Int
  ) -> [SearchQuery] {
    var field = generator.chance(0.7) ? SearchQuery("") : query(for: corpus, profile: profile)
    var goal: [Unicode.Scalar] = []
    return (0..<editCount).map { _ in
      edit(&field, towards: &goal, over: corpus, profile)
      return field
    }
  }

  private mutating func edit(
    _ field: inout SearchQuery, towards goal: inout [Unicode.Scalar], over corpus: Corpus,
    _ profile: SearchProfile
  ) {
    switch generator.below(100) {
    case ..<60: type(into: &field, towards: &goal, over: corpus)
    case ..<74: field.text = String(scalars: Array(field.text.unicodeScalars.dropLast()))
    case ..<79: field.text = ""
    case ..<84: field = query(for: corpus, profile: profile)
    case ..<88: insert(text(maximumPieces: 2), into: &field)
    case ..<94: changeTokens(of: &field)
    case ..<98:
      field.scope = profile.scope == nil ? nil : generator.pick([nil] + values.scopes)
    default: lengthen(&field)
    }
  }

  private mutating func type(
    into field: inout SearchQuery, towards goal: inout [Unicode.Scalar], over corpus: Corpus
  ) {
    if goal.isEmpty {
      goal = Array(needle(for: corpus).unicodeScalars)
      if generator.chance(0.5) { field.text = "" } else { goal.insert(" ", at: 0) }
    }
    guard !goal.isEmpty else { return }
    field.text.unicodeScalars.append(goal.removeFirst())
  }

  private mutating func insert(_ text: String, into field: inout SearchQuery) {
    var scalars = Array(field.text.unicodeScalars)
    scalars.insert(contentsOf: text.unicodeScalars, at: generator.below(scalars.count + 1))
    field.text = String(scalars: scalars)
  }

  private mutating func changeTokens(of field: inout SearchQuery) {
    if !field.tokens.isEmpty, generator.chance(0.5) {
      field.tokens.remove(at: generator.below(field.tokens.count))
    } else {
      field.tokens.append(token())
    }
  }

  /// Queries up to the limits, and beyond them.
  private mutating func lengthen(_ field: inout SearchQuery) {
    let piece = generator.chance(0.5) ? field.text : generator.pick(pieces)
    guard let first = piece.unicodeScalars.first else { return }
    let size = generator.pick([40, 64, 300, 4_095, 4_096, 4_097])
    let unit = generator.chance(0.5) ? String(first) : piece + " "
    field.text = String(repeating: unit, count: max(1, size / unit.utf8.count))
  }
}
