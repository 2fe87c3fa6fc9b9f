extension Array {
  /// At most `limit` of the elements, evenly spaced, the first and the last among them.
  ///
  /// A picture of thousands of marks shows no more than one of some dozens, and weighs megabytes;
  /// the table beside it counts what it leaves out.
  func thinned(to limit: Int) -> [Element] {
    guard count > limit, limit > 1 else { return self }
    return (0..<limit).map { self[$0 * (count - 1) / (limit - 1)] }
  }
}
