import MatchmarkReports

/// A time with its unit, as an argument.
struct TimeAmount: CustomStringConvertible {
  let nanoseconds: Double

  var description: String { QuantityFormat.time(nanoseconds) }
}
