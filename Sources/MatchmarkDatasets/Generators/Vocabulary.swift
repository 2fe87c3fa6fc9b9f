/// Many words in one buffer, the most frequent first.
package struct Vocabulary {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]

  /// The number of words.
  var count: Int { ends.count - 1 }

  /// The UTF-8 of a word.
  subscript(rank: Int) -> ArraySlice<UInt8> { bytes[ends[rank]..<ends[rank + 1]] }

  /// Draws words from `make` until `count` different ones are found.
  ///
  /// `make` gets the rank of the word, so that frequent words can be short, as in every
  /// language, and the number of attempts so far, so that it can use longer ones if short ones end.
  init(count: Int, make: (_ rank: Int, _ attempt: Int, _ word: inout [UInt8]) -> Void) {
    // Words with equal hashes count as equal: this rarely loses a word and saves an array each.
    var seen: Set<UInt64> = []
    seen.reserveCapacity(count)
    var word: [UInt8] = []
    for rank in 0..<count {
      var attempt = 0
      repeat {
        word.removeAll(keepingCapacity: true)
        make(rank, attempt, &word)
        attempt += 1
      } while !seen.insert(Self.hash(word)).inserted
      bytes += word
      ends.append(bytes.count)
    }
  }

  /// FNV-1a in 64 bits; the standard library's own hashes differ from run to run.
  package static func hash(_ word: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
