/// Up to eight characters of ASCII text in one number, the first one lowest, which are folded and
/// tested at once.
///
/// Most rows are shorter than a few vectors, so a loop over vectors would leave much of each row to
/// a loop over bytes. Numbers of 64 bits need no vector instructions, and the rest of a row is one
/// more number.
struct ASCIIWord {
  /// The number of characters of a whole word.
  static let size = 8
  private static let highBits = each(0x80)

  /// The room for a text to which words are written whole.
  @inline(__always)
  static func roomNeeded(for byteCount: Int) -> Int { byteCount &+ size &- 1 }

  private var bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  /// Reads eight bytes of a text, which need not be ASCII.
  ///
  /// - Precondition: the text has eight bytes from the position on.
  @inline(__always)
  init(whole text: RawSpan, at position: Int) {
    bits = Self.number(text, at: position, UInt64.self)
  }

  /// Reads up to eight bytes of a text, which need not be ASCII; zeros follow the last one.
  ///
  /// - Precondition: the position is less than the number of bytes.
  @inline(__always)
  init(_ text: RawSpan, at position: Int) {
    let left = text.byteCount &- position
    if left >= Self.size {
      bits = Self.number(text, at: position, UInt64.self)
    } else if text.byteCount >= Self.size {
      // The end of the text is the end of its last eight bytes.
      bits =
        Self.number(text, at: text.byteCount &- Self.size, UInt64.self)
        &>> UInt64(8 &* (Self.size &- left))
    } else {
      bits = Self.shortNumber(text, at: position, count: left)
    }
  }

  /// Reads up to seven bytes as overlapping parts, which agree where they overlap.
  @inline(__always)
  private static func shortNumber(_ bytes: RawSpan, at position: Int, count: Int) -> UInt64 {
    if count >= 4 {
      let last = count &- 4
      return UInt64(number(bytes, at: position, UInt32.self))
        | UInt64(number(bytes, at: position &+ last, UInt32.self)) &<< UInt64(8 &* last)
    }
    let (middle, last) = (count &>> 1, count &- 1)
    return UInt64(number(bytes, at: position, UInt8.self))
      | UInt64(number(bytes, at: position &+ middle, UInt8.self)) &<< UInt64(8 &* middle)
      | UInt64(number(bytes, at: position &+ last, UInt8.self)) &<< UInt64(8 &* last)
  }

  @inline(__always)
  private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: RawSpan, at position: Int, _ type: Number.Type
  ) -> Number {
    // Safety: the bounds are checked, and all bits of an integer are valid.
    unsafe Number(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position, as: type))
  }

  @inline(__always)
  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Writes all eight bytes.
  ///
  /// - Precondition: the text has room for eight bytes from the position on.
  @inline(__always)
  func write(to text: inout MutableRawSpan, at position: Int) {
    text.storeBytes(of: bits.littleEndian, toByteOffset: position, as: UInt64.self)
  }

  // MARK: Characters

  /// True if all bytes are ASCII.
  @inline(__always)
  var isASCII: Bool { bits & Self.highBits == 0 }

  /// The number of bytes before the first one that is not ASCII.
  @inline(__always)
  var asciiCount: Int { (bits & Self.highBits).trailingZeroBitCount &>> 3 }

  /// Returns the first characters, followed by any that are neither signs nor white space.
  @inline(__always)
  func prefix(_ count: Int) -> ASCIIWord {
    if count >= Self.size { return self }
    let others = UInt64.max &<< UInt64(8 &* count)
    return ASCIIWord(bits: bits & ~others | Self.each(0x40) & others)
  }

  /// Returns true if a space follows a space; the bytes need not be ASCII.
  ///
  /// - Parameter before: the byte before the word; on return, the last byte of it.
  @inline(__always)
  func hasExtraSpaces(_ before: inout Before) -> Bool {
    let others = bits ^ Self.each(0x20)
    let letters = (others & ~Self.highBits) &+ Self.each(0x7F) | others
    defer { before = Before(letters: letters) }
    return (letters | before.preceding(letters)) & Self.highBits != Self.highBits
  }

  // The remaining functions need ASCII: then, adding at most 0x80 to a byte changes no other.

  /// Returns the characters in lower case.
  ///
  /// - Parameter caseBit: 0x20, or 0 if nothing changes.
  @inline(__always)
  func folded(_ caseBit: UInt8) -> ASCIIWord {
    let isUpper = marks(from: 0x41) & ~marks(from: 0x5B) & Self.highBits
    return ASCIIWord(bits: bits | isUpper &>> 2 & Self.each(caseBit))
  }

  /// Returns numbers whose high bit is set for characters that are at least `byte`; their other
  /// bits have no meaning.
  @inline(__always)
  private func marks(from byte: UInt8) -> UInt64 { bits &+ Self.each(0x80 &- byte) }

  /// Returns numbers whose high bit is clear for the characters that become `byte` if bits are set;
  /// their other bits have no meaning.
  @inline(__always)
  private func marks(exceptFor byte: UInt8, setting added: UInt8 = 0) -> UInt64 {
    ((bits | Self.each(added)) ^ Self.each(byte)) &+ Self.each(0x7F)
  }

  /// Returns the fold under `loose`.
  ///
  /// - Parameters:
  ///   - isForWords: true for fields matched by word prefix.
  ///   - before: the character before the word; on return, the last character of the word.
  /// - Returns: the characters that are left, and the number of those that are not.
  @inline(__always)
  func foldedLoosely(
    forWords isForWords: Bool, _ before: inout Before
  ) -> (word: ASCIIWord, dropped: Int) {
    let lower = folded(0x20)
    // These tests have few steps, and also find some characters that stay, such as a slash.
    var stays = lower.marks(exceptFor: 0x2F, setting: 0x0A) & lower.marks(exceptFor: 0x60)
    if !isForWords {
      return stays & Self.highBits == Self.highBits ? (lower, 0) : lower.withoutSigns()
    }
    let letters = lower.marks(exceptFor: 0x20)
    stays &= lower.marks(from: 0x20) & (letters | before.preceding(letters))
    if stays & Self.highBits == Self.highBits {
      before = Before(letters: letters)
      return (lower, 0)
    }
    let result = lower.withWordSigns(after: before)
    before = result.before
    return (result.word, result.dropped)
  }

  // Few words have signs, so the functions that fold them are not inlined.

  /// Returns the word without apostrophes, grave accents and hyphens.
  @inline(never)
  private func withoutSigns() -> (word: ASCIIWord, dropped: Int) {
    let others = marks(exceptFor: 0x27) & marks(exceptFor: 0x2D) & marks(exceptFor: 0x60)
    return dropping(~others & Self.highBits)
  }

  /// Returns the word with U+0027 for grave accents, a space for hyphens and other white space, and
  /// without spaces that follow a space.
  @inline(never)
  private func withWordSigns(
    after before: Before
  ) -> (word: ASCIIWord, dropped: Int, before: Before) {
    let accents = ~marks(exceptFor: 0x60) & Self.highBits
    let hyphens = ~marks(exceptFor: 0x2D) & Self.highBits
    let controls = marks(from: 0x09) & ~marks(from: 0x0E) & Self.highBits
    var word = self
    word.bits ^= accents &>> 7 &* (0x60 ^ 0x27) ^ hyphens &>> 7 &* (0x2D ^ 0x20)
    if controls != 0 {
      let gaps = controls &>> 7 &* 0xFF
      word.bits = word.bits & ~gaps | Self.each(0x20) & gaps
    }
    let letters = word.marks(exceptFor: 0x20)
    let (rest, dropped) = word.dropping(~(letters | before.preceding(letters)) & Self.highBits)
    return (rest, dropped, Before(letters: letters))
  }

  /// Returns the word without the marked characters, and closes the gaps.
  @inline(__always)
  private func dropping(_ marks: UInt64) -> (word: ASCIIWord, dropped: Int) {
    var (bits, left, dropped) = (bits, marks, 0)
    while left != 0 {
      let stay = (left & (0 &- left)) &>> 7 &- 1
      bits = bits & stay | bits &>> 8 & ~stay
      left = (left & (left &- 1)) &>> 8
      dropped &+= 1
    }
    return (ASCIIWord(bits: bits), dropped)
  }

  /// The last character of a word, as far as it matters to the next one.
  struct Before {
    /// The high bit is clear if the character is a space.
    private let letters: UInt64

    /// A space, or the start of the text, where spaces are dropped as well.
    static let space = Before(letters: 0)

    @inline(__always)
    init(letters: UInt64) { self.letters = letters }

    /// Returns the marks of the characters before those of a word.
    @inline(__always)
    func preceding(_ next: UInt64) -> UInt64 { next &<< 8 | letters &>> 56 }
  }
}
