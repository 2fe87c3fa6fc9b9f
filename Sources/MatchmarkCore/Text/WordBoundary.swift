package enum WordBoundary {
  package static func isStart(of position: Int, in utf8: Span<UInt8>) -> Bool {
    guard position > 0 else { return true }
    let b = utf8[position - 1]
    return !((b >= 48 && b <= 57) || (b >= 97 && b <= 122) || (b >= 65 && b <= 90) || b >= 128)
  }
}
