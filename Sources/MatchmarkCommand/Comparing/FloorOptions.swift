import ArgumentParser
import MatchmarkMeasurement

/// Below which share a difference is none.
struct FloorOptions: ParsableArguments {
  @Option(
    help: """
      Differences up to this are none: 3%, the default, or 0.03; 1% where things are counted. \
      What an identical pair differs by in the same run is none either.
      """)
  var floor: Share?

  /// The floor as a share of one; nil where none was named.
  var share: Double? { floor?.value }
}

/// A share, as percent or as a fraction.
struct Share: ExpressibleByArgument, Equatable {
  let value: Double

  init(value: Double) { self.value = value }

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument),
      number >= 0, number.isFinite
    else { return nil }
    value = isPercent ? number / 100 : number
  }

  var defaultValueDescription: String { "\((value * 1_000).rounded() / 10)%" }
}
