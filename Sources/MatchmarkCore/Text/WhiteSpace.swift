package enum WhiteSpace {
  package static func trimmed(_ utf8: Span<UInt8>) -> Range<Int> { 0..<utf8.count }
  package static func nextTerm(in utf8: Span<UInt8>, from position: Int) -> Range<Int>? { nil }
}
