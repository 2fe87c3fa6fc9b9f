extension String {
  /// The digits of a number, after zeros if there are fewer than `count` digits.
  package func zeroPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - utf8.count)) + self
  }
}
