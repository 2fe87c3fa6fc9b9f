import ArgumentParser
import MatchmarkMeasurement

/// Below which share a difference is none.
struct FloorOptions: ParsableArguments {
  @Option(
    help: """
      Differences up to this are none: 3%, the default, or 0.03; 1% where things are counted. \
      What an identical pair differs by in the same run is none either.
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
