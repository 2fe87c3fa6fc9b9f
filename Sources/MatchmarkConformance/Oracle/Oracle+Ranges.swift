public import MatchmarkCore

extension Oracle {
  /// The marks of a matching row, as the specification defines them.
  ///
  /// - Returns: The marked fields in the order of the profile, text before numbers.
  /// - Throws: ``QueryError`` for a query outside the contract.
  /// - Complexity: O(scalars²) for each field in the worst case.
  public func matchedRanges(
    row: Int, for query: SearchQuery
  ) throws(QueryError) -> [MarkedField] {
    let terms = try terms(of: query.text)
    var marks: [Int: [Range<Int>]] = [:]
    var columns: [Int] = []
    func mark(_ name: String, _ range: (_ text: String) -> Range<Int>?) {
      guard let column = corpus.schema.index(of: name),
        let range = range(corpus.cell(row: row, column: column))
      else { return }
      if marks[column] == nil { columns.append(column) }
      marks[column, default: []].append(range)
    }
    for field in profile.textFields {
      for term in terms {
        mark(field.name) { text in
          PlainRanges.range(of: term.text, in: text, profile.folding, field.match)
        }
      }
    }
    for name in profile.numericFields {
      for number in terms.compactMap(\.number) {
        mark(name) { text in
          let isEqual = PlainText.canonicalNumber(text).map { Array($0.utf8) } == number
          return isEqual ? 0..<text.utf8.count : nil
        }
      }
    }
    return columns.map { MarkedField(column: $0, ranges: PlainRanges.union(marks[$0] ?? [])) }
  }
}

/// The oracle's way from a folded text back to the characters: it counts which part of a decomposed
/// text each folded scalar came from, and knows nothing about composition.
enum PlainRanges {
  /// The characters in which a term first lies, as UTF-8 offsets.
  static func range(
    of term: String, in text: String, _ folding: Folding, _ mode: MatchMode
  ) -> Range<Int>? {
    var plain = PlainFolding(folding)
    let folded = plain.fold(text, for: mode)
    let needle = plain.fold(term, for: mode)
    guard !needle.isEmpty, let start = PlainText.firstOccurrence(folded[...], needle, mode)
    else { return nil }
    let before = String(decoding: folded[..<start], as: UTF8.self).unicodeScalars.count
    let count = String(decoding: needle, as: UTF8.self).unicodeScalars.count
    var parts = parts(of: text, &plain, mode)[...]
    let sources = String(decoding: folded, as: UTF8.self).unicodeScalars
      .prefix(before + count).map { scalar in
        PlainFolding.decomposed(String(scalar)).unicodeScalars.compactMap { part in
          take(part, from: &parts)
        }
      }
    let characters = sources.dropFirst(before).flatMap(\.self)
    guard let low = characters.map(\.lowerBound).min(),
      let high = characters.map(\.upperBound).max()
    else { return nil }
    return low..<high
  }

  /// The bytes of all ranges, as the fewest ranges.
  static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
    let bytes = Set(ranges.flatMap { Array($0) })
    let starts = bytes.filter { !bytes.contains($0 - 1) }.sorted()
    let ends = bytes.filter { !bytes.contains($0 + 1) }.sorted()
    return zip(starts, ends).map { $0..<$1 + 1 }
  }

  /// A scalar of the folded and decomposed text, and the character it comes from.
  private struct Part {
    let scalar: Unicode.Scalar
    let character: Range<Int>
  }

  /// The text decomposed, stripped, put in order and folded, in the order of section 5.
  private static func parts(
    of text: String, _ plain: inout PlainFolding, _ mode: MatchMode
  ) -> [Part] {
    let utf8 = Array(text.utf8)
    var parts: [(part: PlainFolding.Part, character: Range<Int>)] = []
    for character in PlainCharacters.ranges(of: text) {
      for scalar in String(decoding: utf8[character], as: UTF8.self).unicodeScalars {
        parts += plain.parts(of: scalar).filter { !$0.isStripped }.map { ($0, character) }
      }
    }
    // Removing an ignorable can bring marks next to each other.
    PlainFolding.order(&parts) { $0.part.rank }
    let pieces = parts.flatMap { part, character in
      part.folded.map { Part(scalar: $0.scalar, character: character) }
    }
    guard plain.folding == .loose else { return pieces }
    let signed = pieces.compactMap { piece in
      PlainFolding.sign(piece.scalar, for: mode).map { sign in
        Part(scalar: sign, character: piece.character)
      }
    }
    return mode == .wordPrefix ? PlainFolding.withoutExtraSpaces(signed) { $0.scalar } : signed
  }

  private static func take(
    _ scalar: Unicode.Scalar, from parts: inout ArraySlice<Part>
  ) -> Range<Int>? {
    guard let place = parts.firstIndex(where: { $0.scalar == scalar }) else { return nil }
    if place == parts.startIndex { return parts.popFirst()?.character }
    return parts.remove(at: place).character
  }
}
