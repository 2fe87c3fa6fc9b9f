/// Checks the numbers of a record before it is trusted.
///
/// Figures are added, multiplied and drawn; a forged one near the limit of an integer would crash
/// the program. No measurable figure comes close to 2⁵³, up to which all readers of JSON agree
/// on a number. Only seeds may be any 64 bits; nothing is computed with them.
enum RecordNumbers {
  /// The largest magnitude of a number in a record.
  static let largest = (1 << 53) - 1

  /// The first number beyond ``largest``, as written; nil if there is none.
  ///
  /// It does not check whether the bytes are JSON.
  ///
  /// - Complexity: O(bytes).
  static func offender(in bytes: [UInt8]) -> String? {
    var position = 0
    // The last text: the key of what follows.
    var key = 0..<0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let start = position + 1
        position = endOfText(in: bytes, from: start)
        key = start..<position
        position += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let token = bytes[position...].prefix(while: isOfNumber)
        position = token.endIndex
        guard isBeyond(token), !bytes[key].elementsEqual("seed".utf8) else { continue }
        return String(decoding: token.prefix(40), as: UTF8.self)
      default: position += 1
      }
    }
    return nil
  }

  private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, bytes.count)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  /// Short numbers, which nearly all are, need not be parsed.
  private static func isBeyond(_ token: ArraySlice<UInt8>) -> Bool {
    let whole = token.prefix { $0 != UInt8(ascii: ".") }
    guard whole.count >= 16 || token.contains(where: isExponent) else { return false }
    return magnitude(of: token) > Double(largest)
  }

  private static func isExponent(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "e") }

  private static func magnitude(of token: ArraySlice<UInt8>) -> Double {
    // The JSON reader refuses what is not a number.
    Double(String(decoding: token, as: UTF8.self)).map(abs) ?? 0
  }
}
