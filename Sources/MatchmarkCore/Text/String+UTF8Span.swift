extension String {
  /// Lends the UTF-8 of the text; systems before 26, whose strings have no span, copy it.
  @inline(__always)
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return body(utf8Span.span)
    }
    return body(ContiguousArray(utf8).span)
  }
}
