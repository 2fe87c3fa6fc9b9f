import MatchmarkCore

/// An index from pieces of text (grams) to the strings that contain them.
///
/// Every scalar at which a needle can begin is a gram: in a text for `contains` every scalar,
/// otherwise the beginnings of words or of the field. A longer gram is stored only where it narrows
/// a search: where those inside it leave many strings, and the gram leaves far fewer. So frequent
/// pieces have long grams, rare ones have short grams, and the size of the index follows what a
/// search gains. A needle that is a stored gram is answered exactly; for any other, the two rarest
/// grams inside it give the candidates. (Useful grams of any length: Cho and Rajagopalan, "A fast
/// regular expression indexing engine", 2002.)
final class GramIndex: Sendable {
  private let grams: GramTree
  let postings: PostingStore
  private let mode: MatchMode

  /// Indexes the strings of an arena.
  ///
  /// - Complexity: O(bytes × longest gram) time; O(beginnings + grams that were counted)
  ///   temporary space in addition to the index.
  init(_ arena: TextArena, mode: MatchMode, _ building: Building) {
    let beginnings = Beginnings(arena, mode)
    let (grams, stored) = GramChoice(arena, beginnings, building).finish()
    var builder = PostingStore.Builder(
      rowCount: arena.count, sizes: stored.sizes, path: building.path, building.thresholds)
    var index = 0
    for row in 0..<arena.count {
      building.note("writing lists", row: row, of: arena.count, 0.5...1)
      for position in arena.range(of: row) where beginnings.contains(position) {
        var set = stored.longest[index]
        while set != 0 {
          builder.append(row, to: Int(set))
          set = stored.shorter[Int(set)]
        }
        index += 1
      }
    }
    self.grams = grams
    self.mode = mode
    postings = builder.finish().selecting(stored.setOfGram)
  }

  var byteCount: Int { grams.byteCount + postings.byteCount }

  /// The number of grams, those that only begin longer ones included.
  var facts: String { "\(grams.count) grams" }

  static let allForms = ["gram of one scalar", "gram of two scalars", "longer gram"]

  func form(of gram: Int) -> String { Self.allForms[min(grams.length(of: gram), 3) - 1] }

  /// Returns the strings that contain the two rarest grams of a needle.
  ///
  /// Once the strings of a gram are so few that reading them costs less than looking up the
  /// remaining grams, those are left out.
  ///
  /// - Complexity: O(needle × longest gram × log grams).
  func candidates(for needle: ArraySlice<UInt8>) -> Candidates {
    let text = needle.span
    var best = Candidates(source: .everything, count: .max, isExact: false)
    var start = 0
    while start < text.count, best.count >= (text.count - start) / 2 {
      if mode.canBegin(at: start, in: text) {
        // A needle with a scalar that occurs at no beginning occurs nowhere.
        guard let found = longestGram(of: text, from: start) else { return .none }
        let isWhole = start == 0 && found.end == text.count
        best.take(
          .list(found.gram), count: postings.count(found.gram),
          isExact: isWhole && mode != .equality)
      }
      start += text.scalar(at: start).length
    }
    return best
  }

  /// Returns the longest gram that is stored and lies at a position, and the position of its end;
  /// nil if there is none.
  private func longestGram(of text: Span<UInt8>, from start: Int) -> (gram: Int, end: Int)? {
    var found: (gram: Int, end: Int)?
    var position = start
    var children = grams.shortest
    while position < text.count {
      let scalar = text.scalar(at: position)
      guard let gram = grams.gram(scalar.value, among: children) else { break }
      position += scalar.length
      if postings.count(gram) > 0 { found = (gram, position) }
      children = grams.children(of: gram)
    }
    return found
  }
}

extension MatchMode {
  /// Returns true if a needle of this mode can begin at a position, which is the beginning of a
  /// scalar.
  @inline(__always)
  func canBegin(at position: Int, in text: Span<UInt8>) -> Bool {
    switch self {
    case .contains: true
    case .prefix, .equality: position == 0
    case .wordPrefix: WordBoundary.isStart(of: position, in: text)
    }
  }
}
