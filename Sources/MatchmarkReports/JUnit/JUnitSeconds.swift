/// A duration in seconds with a fixed number of decimals, whatever the locale.
///
/// Consumers break on exponents, separators of thousands, NaN and negative figures; none can arise
/// here.
struct JUnitSeconds: CustomStringConvertible {
  let description: String

  /// Rounds to the nearest, ties up; a negative duration counts as none.
  ///
  /// - Precondition: `decimalCount` is 1 to 9.
  init(_ duration: Duration, decimalCount: Int) {
    precondition((1...9).contains(decimalCount), "got \(decimalCount) decimals, expected 1 to 9")
    var scale: Int64 = 1
    for _ in 0..<decimalCount { scale *= 10 }
    let attosecondsPerUnit = 1_000_000_000_000_000_000 / scale
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else {
      description = "0." + String(repeating: "0", count: decimalCount)
      return
    }
    var units = (attoseconds + attosecondsPerUnit / 2) / attosecondsPerUnit
    var whole = UInt64(seconds)
    if units == scale {
      units = 0
      whole += 1
    }
    // A leading one keeps the zeros; then it is cut off.
    description = "\(whole).\(String(units + scale).dropFirst())"
  }
}
