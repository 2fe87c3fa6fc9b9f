/// A duration in seconds with a fixed number of decimals, whatever the locale.
///
/// Consumers break on exponents, separators of thousands, NaN and negative figures; none can arise
/// here.
struct JUnitSeconds {
  let whole: UInt64
  /// The digits behind the point, as a number.
  let fraction: UInt64
  let decimalCount: Int

  /// Rounds to the nearest, ties up; a negative duration counts as none.
  ///
  /// - Precondition: `decimalCount` is 3 or 6.
  init(_ duration: Duration, decimalCount: Int) {
    precondition(decimalCount == 3 || decimalCount == 6, "got \(decimalCount) decimals")
    self.decimalCount = decimalCount
    let scale: Int64 = decimalCount == 3 ? 1_000 : 1_000_000
    let attosecondsPerUnit = 1_000_000_000_000_000_000 / scale
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else {
      (whole, fraction) = (0, 0)
      return
    }
    let units = (attoseconds + attosecondsPerUnit / 2) / attosecondsPerUnit
    whole = UInt64(seconds) + (units == scale ? 1 : 0)
    fraction = units == scale ? 0 : UInt64(units)
  }
}
