import ArgumentParser
import MatchmarkMeasurement
import MatchmarkReports

/// The share up to which a difference is ignored.
struct FloorOptions: ParsableArguments {
  @Option(
    help: """
      Ignore differences up to this: 3% or 0.03; the default is 3%, or 1% for counts. Differences \
      within the noise of the run are ignored as well.
      """, transform: NumberRange.floor.share)
  var floor: Share?

  /// The floor as a fraction; nil if none was given.
  var share: Double? { floor?.value }
}

/// A share, as a percentage or a fraction.
struct Share: Equatable, CustomStringConvertible {
  let value: Double

  init(value: Double) { self.value = value }

  /// Reads `3%` or `0.03`; nil for any other form.
  static func value(_ text: String) -> Double? {
    let isPercent = text.hasSuffix("%")
    return Double(isPercent ? String(text.dropLast()) : text).map { isPercent ? $0 / 100 : $0 }
  }

  var description: String { "\((value * 1_000).rounded() / 10)%" }
}

/// A time with its unit, as an argument.
struct TimeAmount: CustomStringConvertible {
  let nanoseconds: Double

  var description: String { QuantityFormat.time(nanoseconds) }
}
