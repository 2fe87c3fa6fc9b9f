/// A duration in seconds with a fixed number of decimals, whatever the locale.
///
/// Consumers break on exponents, separators of thousands, NaN and negative figures; none can arise
/// here.
struct JUnitSeconds: CustomStringConvertible {
  /// The figure, as `12.345`.
  let description: String

  /// Rounds to the nearest, ties up; a negative duration counts as none.
  ///
  /// - Precondition: `decimalCount` is 3 or 6.
  init(_ duration: Duration, decimalCount: Int) {
    precondition(decimalCount == 3 || decimalCount == 6, "got \(decimalCount) decimals")
    let scale: Int64 = decimalCount == 3 ? 1_000 : 1_000_000
    let attosecondsPerUnit = 1_000_000_000_000_000_000 / scale
    let (seconds, attoseconds) = max(duration, .zero).components
    let units = (attoseconds + attosecondsPerUnit / 2) / attosecondsPerUnit
    let carried = units == scale
    description =
      "\(UInt64(seconds) + (carried ? 1 : 0)).\((carried ? 0 : units).padded(decimalCount))"
  }
}
