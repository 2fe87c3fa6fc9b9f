/// The checks that every reader of a text file makes first.
package enum SourceText {
  /// The offset of the first byte that does not begin well-formed UTF-8, or nil.
  ///
  /// - Complexity: O(bytes).
  package static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// 3 if the file begins with the byte-order mark of UTF-8, which is not part of its text.
  package static func byteOrderMarkSizeInBytes(in bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
