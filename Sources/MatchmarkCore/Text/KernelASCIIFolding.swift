/// Folding of ASCII text by whole words, over the bytes themselves.
extension OutputSpan where Element == UInt8 {
  /// The size from which on loops over vectors, which must finish byte by byte, are faster than
  /// words.
  private static var longSize: Int { 256 }

  /// Fills the empty span with the fold of the ASCII prefix of `utf8`.
  ///
  /// - Returns: the number of bytes written.
  /// - Precondition: the span is empty and has room for ``ASCIIWord/roomNeeded(for:)``.
  /// - Complexity: O(bytes).
  mutating func fillWithASCIIPrefix(of utf8: Span<UInt8>, caseBit: UInt8) -> Int {
    guard utf8.count > 0, utf8[0] < 0x80 else { return 0 }
    precondition(isEmpty, "the positions of both spans must agree")
    if utf8.count >= Self.longSize {
      return fillWithLongASCIIPrefix(of: utf8, caseBit: caseBit)
    }
    append(repeating: 0, count: ASCIIWord.roomNeeded(for: utf8.count))
    // Safety: bytes have no padding, and each one is valid.
    let text = unsafe utf8.bytes
    var span = mutableSpan
    var folded = unsafe span.mutableBytes
    var position = 0
    while position &+ ASCIIWord.size <= text.byteCount {
      let word = ASCIIWord(whole: text, at: position)
      guard word.isASCII else { break }
      word.folded(caseBit).write(to: &folded, at: position)
      position &+= ASCIIWord.size
    }
    if position < text.byteCount {
      let word = ASCIIWord(text, at: position)
      // Bytes that are not ASCII change none before them.
      word.folded(caseBit).write(to: &folded, at: position)
      position = Swift.min(position &+ word.asciiCount, text.byteCount)
    }
    removeLast(count &- position)
    return position
  }

  /// Fills the empty span with the fold of the ASCII prefix of `utf8` under `loose`.
  ///
  /// Each step writes a whole word, of which the next one overwrites what is too much.
  ///
  /// - Parameter isForWords: true for fields matched by word prefix, where signs become spaces and
  ///   U+0027; a space at the end remains if other text follows.
  /// - Returns: the number of bytes read.
  /// - Precondition: the span is empty and has room for ``ASCIIWord/roomNeeded(for:)``.
  /// - Complexity: O(bytes).
  @inline(__always)
  mutating func fillWithLooseASCIIPrefix(
    of utf8: Span<UInt8>, forWords isForWords: Bool
  ) -> Int {
    guard utf8.count > 0, utf8[0] < 0x80 else { return 0 }
    precondition(isEmpty, "the positions of both spans must agree")
    append(repeating: 0, count: ASCIIWord.roomNeeded(for: utf8.count))
    // Safety: bytes have no padding, and each one is valid.
    let text = unsafe utf8.bytes
    var span = mutableSpan
    var folded = unsafe span.mutableBytes
    var (position, kept) = (0, 0)
    var before = ASCIIWord.Before.space
    while position &+ ASCIIWord.size <= text.byteCount {
      let word = ASCIIWord(whole: text, at: position)
      guard word.isASCII else { break }
      let fold = word.foldedLoosely(forWords: isForWords, &before)
      fold.word.write(to: &folded, at: kept)
      position &+= ASCIIWord.size
      kept &+= ASCIIWord.size &- fold.dropped
    }
    if position < text.byteCount {
      let word = ASCIIWord(text, at: position)
      let count = Swift.min(word.asciiCount, text.byteCount &- position)
      let fold = word.prefix(count).foldedLoosely(forWords: isForWords, &before)
      fold.word.write(to: &folded, at: kept)
      position &+= count
      kept &+= count &- fold.dropped
    }
    if isForWords, position == text.byteCount, kept > 0, span[kept &- 1] == 0x20 { kept &-= 1 }
    removeLast(self.count &- kept)
    return position
  }
}

extension Span where Element == UInt8 {
  /// False if no space is the first or last of the bytes or follows another one; true if there are
  /// no bytes.
  ///
  /// - Complexity: O(bytes).
  var mayHaveExtraSpaces: Bool {
    if isEmpty || self[count &- 1] == 0x20 { return true }
    // Safety: bytes have no padding.
    let text = unsafe bytes
    var before = ASCIIWord.Before.space
    var position = 0
    while position < count {
      if ASCIIWord(text, at: position).hasExtraSpaces(&before) { return true }
      position &+= ASCIIWord.size
    }
    return false
  }
}
