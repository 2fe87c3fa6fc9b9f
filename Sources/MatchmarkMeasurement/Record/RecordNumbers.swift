/// Looks over the numbers of a record before it is believed.
///
/// Figures are added, multiplied and drawn; a forged one near the end of what an integer holds
/// would end the program there. No figure that can be measured comes near 2⁵³, up to which every
/// reader of JSON agrees on a number. Seeds alone are any 64 bits; nothing is computed with them.
struct RecordNumbers {
  /// The largest number of a record, and its negative.
  static let largest = (1 << 53) - 1

  private let bytes: [UInt8]
  private var position = 0
  /// The last text, as a range of bytes: the key of what follows.
  private var key = 0..<0

  /// The first number beyond ``largest``, as it is written; nil where there is none.
  ///
  /// Whether the bytes are JSON is for others to say.
  ///
  /// - Complexity: O(bytes).
  static func offender(in bytes: [UInt8]) -> String? {
    var numbers = RecordNumbers(bytes: bytes)
    while let token = numbers.next() {
      guard !numbers.isSeed, Self.isBeyond(token) else { continue }
      return String(decoding: token.prefix(40), as: UTF8.self)
    }
    return nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next number outside of texts.
  private mutating func next() -> ArraySlice<UInt8>? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        skipText()
      } else if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
        return number()
      } else {
        position += 1
      }
    }
    return nil
  }

  private mutating func skipText() {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.count)
    key = start..<position
    position += 1
  }

  private mutating func number() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, Self.isOfNumber(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  private var isSeed: Bool { bytes[key].elementsEqual("seed".utf8) }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  /// Short numbers, which nearly all are, need not be read.
  private static func isBeyond(_ token: ArraySlice<UInt8>) -> Bool {
    let whole = token.prefix { $0 != UInt8(ascii: ".") }
    guard whole.count >= 16 || token.contains(where: isExponent) else { return false }
    return magnitude(of: token) > Double(largest)
  }

  private static func isExponent(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "e") }

  private static func magnitude(of token: ArraySlice<UInt8>) -> Double {
    // What is no number at all is refused by the reader of the JSON.
    Double(String(decoding: token, as: UTF8.self)).map(abs) ?? 0
  }
}
