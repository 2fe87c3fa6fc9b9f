import ArgumentParser
import MatchmarkMeasurement
import MatchmarkReports

/// Below which share a difference is none.
struct FloorOptions: ParsableArguments {
  @Option(
    help: """
      Ignore differences up to this: 3% or 0.03; the default is 3%, or 1% for counts. Differences \
      within the noise of the run are ignored as well.
      """, transform: NumberRange.floor.share)
  var floor: Share?

  /// The floor as a share of one; nil where none was named.
  var share: Double? { floor?.value }
}

/// A share, as percent or as a fraction.
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
