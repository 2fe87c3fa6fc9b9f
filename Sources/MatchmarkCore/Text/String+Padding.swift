extension String {
  /// Returns the digits of a number with zeros in front, up to `count` digits in total.
  package func zeroPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - utf8.count)) + self
  }
}
