import MatchmarkCore

/// The rows of a fuzzy finder, the shortest first, so that of equal scores the first one found is
/// the better one.
struct FuzzyList: Sendable {
  private let alphabet: FuzzyAlphabet
  private let text: FuzzyText
  private let rowCount: Int

  init(_ rows: [String]) {
    alphabet = FuzzyAlphabet(rows)
    text = FuzzyText(rows, alphabet)
    rowCount = rows.count
  }

  var byteCount: Int { alphabet.byteCount + text.byteCount }

  /// Ranks the rows among those that a shorter needle left.
  ///
  /// - Parameters:
  ///   - base: what the shorter needle left; all rows if there was none.
  ///   - left: afterwards it holds what this needle leaves; its needle is this one already.
  func rank(
    _ needle: String, limit: Int, narrowing base: borrowing FuzzyRemains,
    to left: inout FuzzyRemains
  ) -> [RankedRow] {
    let words = needle.unicodeScalars.split(separator: " ").map(Array.init)
    guard !words.isEmpty else {
      let count = limit == 0 ? rowCount : min(limit, rowCount)
      return (0..<count).map { RankedRow($0, score: 0) }
    }
    let terms = words.compactMap { FuzzyTerm($0, alphabet) }
    guard terms.count == words.count else { return [] }
    var best = BestRows(limit: limit)
    switch text.codes {
    case .bytes(let codes):
      unsafe codes.withUnsafeBufferPointer { unsafe search($0, terms, base, &left, &best) }
    case .pairs(let codes):
      unsafe codes.withUnsafeBufferPointer { unsafe search($0, terms, base, &left, &best) }
    case .scalars(let codes):
      unsafe codes.withUnsafeBufferPointer { unsafe search($0, terms, base, &left, &best) }
    }
    return best.sorted().map {
      RankedRow(Int(text.rows[Int($0.place)]), score: Double($0.score))
    }
  }

  private func search<Code: UnsignedInteger>(
    _ codes: UnsafeBufferPointer<Code>, _ terms: [FuzzyTerm], _ base: borrowing FuzzyRemains,
    _ left: inout FuzzyRemains, _ best: inout BestRows
  ) {
    let bound = FuzzyBound(terms, text.pairs)
    let (needed, greatest) = (bound.letters, bound.greatest)
    let score = FuzzyScore(terms, alphabet.classes, longest: text.longest)
    let block = FuzzyBlock(of: text.rows.count)
    unsafe text.withView { view in
      unsafe bound.steps.withUnsafeBufferPointer { steps in
        unsafe left.narrow(base, text.rows.count, block.places) { places in
          if best.floor >= greatest { return nil }
          let count = unsafe FuzzyBlock.keep(places, with: needed, view)
          let chosenCount = unsafe block.choose(count, above: best.floor, view) { marks in
            unsafe marks.bound(steps)
          }
          for index in 0..<chosenCount {
            unsafe block.prefetch(codes, before: index, of: chosenCount)
            let chosen = unsafe block.chosen[index]
            guard chosen.bound > best.floor else { continue }
            let row = unsafe UnsafeBufferPointer(
              rebasing: codes[Int(chosen.start)..<Int(chosen.end)])
            if let sum = unsafe score.score(of: row) {
              unsafe best.add(sum, places[chosen.index])
            } else {
              unsafe places[chosen.index] = FuzzyBlock.dropped
            }
          }
          return unsafe FuzzyBlock.compact(places, count)
        }
      }
    }
  }
}

extension FuzzyMarks {
  /// A score that the row cannot exceed.
  ///
  /// A letter right after the one before it has the greatest bonus of their run; any other letter
  /// has its own bonus, after a gap.
  ///
  /// - Complexity: O(letters of the needle), without a branch that depends on the row.
  @inline(__always) fileprivate func bound(_ steps: UnsafeBufferPointer<FuzzyBound.Step>) -> Int32 {
    var (sum, run): (Int32, Int32) = (0, 0)
    let inner = innerBonus
    for index in steps.indices {
      let step = unsafe steps[index]
      let own = starts & step.letter != 0 ? LetterClass.greatestBonus : inner
      if step.isFirst {
        run = own
        sum += FuzzyScore.match + 2 * own
        continue
      }
      let continues = mayHave(step.pair)
      run = max(continues ? run : 0, own)
      sum +=
        FuzzyScore.match
        + (continues ? max(run, FuzzyScore.consecutiveBonus) : own + FuzzyScore.gapStart)
    }
    return sum
  }
}
