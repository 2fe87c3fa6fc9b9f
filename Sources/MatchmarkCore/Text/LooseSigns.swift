/// Apostrophes, dashes and white space under ``Folding/loose``, as far as they are ASCII or have
/// become so.
extension Folding {
  /// True if the folding removes accents and what else strip removes.
  var stripsMarks: Bool { self == .caseAndDiacriticInsensitive || self == .loose }

  /// Appends the fold of well-formed UTF-8 under ``loose``.
  ///
  /// ASCII composes with nothing that the folding leaves, so the rest is folded apart from it.
  func foldLoosely(_ utf8: Span<UInt8>, for mode: MatchMode, into output: inout [UInt8]) {
    let first = output.count
    var asciiCount = 0
    output.append(addingCapacity: ASCIIWord.roomNeeded(for: utf8.count)) { output in
      // Two copies of the loop, so that neither asks for the mode.
      asciiCount =
        mode == .wordPrefix
        ? output.fillWithLooseASCIIPrefix(of: utf8, forWords: true)
        : output.fillWithLooseASCIIPrefix(of: utf8, forWords: false)
    }
    if asciiCount == utf8.count { return }
    var mayHaveExtraSpaces = false
    output.append(addingCapacity: (utf8.count - asciiCount) * expansion) { output in
      FoldingTable.shared(self, for: mode).fold(utf8, from: asciiCount, into: &output)
      if mode == .wordPrefix { mayHaveExtraSpaces = output.span.mayHaveExtraSpaces }
    }
    if mayHaveExtraSpaces { output.collapseSpaces(from: first) { $0 == 0x20 } }
  }
}

extension OutputSpan where Element == UInt8 {
  /// Returns true for ASCII that does not simply fold to itself in every mode: an apostrophe, a
  /// grave accent, a hyphen, or white space other than a space.
  @inline(__always)
  static func isSign(_ byte: UInt8) -> Bool {
    byte == 0x27 || byte == 0x2D || byte == 0x60 || byte &- 0x09 < 5
  }
}

extension Array {
  /// Removes the spaces at both ends of the text that begins at `start`, and all but the first of
  /// each run of spaces.
  ///
  /// - Complexity: O(elements).
  mutating func collapseSpaces(from start: Int = 0, _ isSpace: (Element) -> Bool) {
    var kept = start
    for index in start..<count {
      let element = self[index]
      if isSpace(element), kept == start || isSpace(self[kept &- 1]) { continue }
      self[kept] = element
      kept &+= 1
    }
    if kept > start, isSpace(self[kept &- 1]) { kept &-= 1 }
    removeLast(count - kept)
  }
}
