/// Checks the bounds of JSON before a general decoder reads it.
///
/// Foundation's decoder ends the process if values are nested too deep, and takes some fifty bytes
/// for each value before it looks at any. Callers therefore check the bytes here before decoding.
package enum JSONBounds {
  package static let depthLimit = 128
  /// The maximum number of values; at 46 bytes each, even the largest record has fewer.
  package static let valueLimit = 2_000_000

  /// Where the bytes exceed, or might exceed, the limits of nesting and values; nil if a decoder
  /// may read them.
  ///
  /// The decoder still checks whether they are JSON. It would also read UTF-16 and UTF-32, in which
  /// brackets and quotation marks look different; such text is not UTF-8 or has zero bytes, which
  /// JSON never has.
  ///
  /// - Complexity: O(bytes).
  package static func offence(in bytes: [UInt8]) -> JSONError? {
    if let offset = SourceText.firstInvalidByte(in: bytes) { return notUTF8(at: offset) }
    var depth = 0
    // Every value but the first follows a comma or begins a list or an object.
    var valueCount = 1
    var isText = false
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if byte == 0 { return notUTF8(at: offset) }
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
        isText = byte != UInt8(ascii: "\"")
      } else {
        isText = byte == UInt8(ascii: "\"")
        depth += step(byte)
        if depth > depthLimit { return .nested(beyond: depthLimit, at: offset) }
        if byte == UInt8(ascii: ",") || step(byte) > 0 { valueCount += 1 }
        if valueCount > valueLimit { return tooMany(at: offset) }
      }
    }
    return nil
  }

  /// How much a byte outside of strings changes the depth.
  private static func step(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }

  package static func tooMany(at offset: Int) -> JSONError {
    JSONError("more than \(valueLimit) values", expected: "no more", at: offset)
  }

  private static func notUTF8(at offset: Int) -> JSONError {
    JSONError("a byte that is not JSON in UTF-8", expected: "UTF-8", at: offset)
  }
}
