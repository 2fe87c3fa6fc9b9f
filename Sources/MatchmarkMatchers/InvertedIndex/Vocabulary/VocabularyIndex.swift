import MatchmarkCore

/// An index over the different words of a text that repeats its words, for needles anywhere.
///
/// The suffixes of all tokens are sorted, so the tokens that contain a needle form one run; their
/// rows are the exact answer, and no row is read. A needle with a space inside is split into parts,
/// each with its own run; the rarest part, or a pair of neighbours, gives the candidates. If a
/// needle is longer than the sorted bytes of a suffix, its beginning gives the candidates.
final class VocabularyIndex: Sendable {
  let suffixes: TokenSuffixes
  let postings: PostingStore
  let frequent: FrequentRuns
  let pairs: FrequentPairs

  /// Indexes a text.
  ///
  /// - Parameter textSizeInBytes: the size of the text, which limits the size of the bitmaps.
  /// - Complexity: O(bytes + tokens × log tokens) time and space.
  init(
    _ text: Tokenisation, rowCount: Int, textSizeInBytes: Int, _ building: Building
  ) {
    building.note("writing lists", 0.4)
    var sizes = PostingStore.Sizes(idCount: text.tokens.count)
    text.visit { sizes.note($0, $1) }
    let (postings, suffixes) = building.cores.both {
      var builder = PostingStore.Builder(
        rowCount: rowCount, sizes: sizes, path: building.path, building.thresholds)
      text.visit { builder.append($0, to: $1) }
      return builder.finish()
    } _: {
      TokenSuffixes(text.tokens, counts: sizes.counts)
    }
    self.postings = postings
    self.suffixes = suffixes
    building.note("gathering frequent runs", 0.6)
    frequent = FrequentRuns(suffixes, postings, textSizeInBytes: textSizeInBytes, building)
    building.note("gathering pairs", 0.75)
    pairs = FrequentPairs(suffixes, frequent, text, rowCount: rowCount, building)
    building.note("done", 1)
  }

  var byteCount: Int {
    suffixes.byteCount + postings.byteCount + frequent.byteCount + pairs.byteCount
  }

  var facts: String {
    "\(suffixes.tokens.count) tokens, \(frequent.runs.count) frequent runs, \(pairs.count) pairs"
  }

  /// A part of a needle that occurs.
  private struct Part {
    /// The position of its run among the frequent ones; nil if the run is not frequent.
    var position: Int?
  }

  /// Returns the smallest sets that contain every match.
  ///
  /// - Parameter pattern: scratch memory.
  /// - Complexity: O(needle × log tokens).
  func candidates(for needle: ArraySlice<UInt8>, pattern: inout [UInt8]) -> Candidates {
    var best = Candidates(source: .everything, count: .max, isExact: false)
    var last: Part?
    var partCount = 0
    var isSorted = true
    var pair: Int?
    var position = needle.startIndex
    while position <= needle.endIndex {
      let end = needle[position...].firstIndex(of: Tokenisation.space) ?? needle.endIndex
      let isFirst = position == needle.startIndex
      let isLast = end == needle.endIndex
      // At either end of the needle, an empty part adds no information to the space next to it.
      if end > position || !(isFirst || isLast) {
        pattern.removeAll(keepingCapacity: true)
        if !isFirst { pattern.append(Tokenisation.space) }
        pattern.append(contentsOf: needle[position..<end])
        if !isLast { pattern += [Tokenisation.space, TextArena.separator] }
        guard let part = part(pattern, into: &best) else { return .none }
        if let left = last?.position, let right = part.position {
          pair = pairs.position(end: left, start: right) ?? pair
        }
        last = part
        partCount += 1
        if pattern.count > SortedSuffixes.sortedSize { isSorted = false }
      }
      position = end + 1
    }
    if partCount == 0 {
      pattern.removeAll(keepingCapacity: true)
      pattern.append(Tokenisation.space)
      guard part(pattern, into: &best) != nil else { return .none }
      partCount = 1
    }
    best.isExact = partCount == 1 && isSorted
    if let pair {
      best.take(
        .pair(pair), count: pairs.postings.count(pair), isExact: partCount == 2 && isSorted)
    }
    return best
  }

  private func part(_ pattern: [UInt8], into best: inout Candidates) -> Part? {
    let run = suffixes.sorted.run(startingWith: pattern)
    guard !run.isEmpty else { return nil }
    let position = frequent.runs.position(of: run)
    if let position {
      best.take(.frequent(position), count: frequent.postings.count(position))
    } else if run.count == 1 {
      let token = suffixes.token(run.lowerBound)
      best.take(.list(token), count: postings.count(token))
    } else {
      best.take(.run(run), count: suffixes.cost(of: run))
    }
    return Part(position: position)
  }
}
