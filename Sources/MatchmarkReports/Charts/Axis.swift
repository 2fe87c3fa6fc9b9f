import MatchmarkRecord
import MatchmarkSystem

/// An axis of a picture, which maps values to a share of its length and has labelled ticks.
struct Axis {
  struct Tick {
    var value: Double
    var label: String
  }

  private var isLogarithmic = false
  private let lower: Double
  private let upper: Double
  let ticks: [Tick]
  /// The quantity that the axis shows, with its unit.
  var title = ""

  private func position(of value: Double) -> Double {
    isLogarithmic ? ElementaryFunctions.log(max(value, 1e-12)) : value
  }

  /// Returns the position of `value`, 0 at the lower end and 1 at the upper end; values outside are
  /// clamped.
  func share(of value: Double) -> Double {
    min(max((position(of: value) - lower) / (upper - lower), 0), 1)
  }

  func contains(_ value: Double) -> Bool { (lower...upper).contains(position(of: value)) }

  static func times(_ values: [Double], title: String) -> Axis {
    logarithmic(values, title: title, label: TickLabel.time)
  }

  static func counts(_ values: [Double], title: String) -> Axis {
    logarithmic(values, title: title, label: TickLabel.count)
  }

  /// Returns a logarithmic axis around positive values, with ticks at powers of ten.
  ///
  /// A range below two powers of ten also has ticks at twice and five times each power.
  private static func logarithmic(_ values: [Double], title: String, label: (Double) -> String)
    -> Axis
  {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let low = ElementaryFunctions.log(positive.min() ?? 1)
    let high = ElementaryFunctions.log(positive.max() ?? 10)
    let padding = max((high - low) * 0.04, 0.12)
    let (lower, upper) = (low - padding, high + padding)
    let decade = ElementaryFunctions.log(10)
    var values: [Double] = []
    if high - low > 0.6 {
      let factors = upper - lower < 2 * decade ? [1.0, 2, 5] : [1.0]
      for power in Int((lower / decade).rounded(.down))...Int((upper / decade).rounded(.up)) {
        values += factors.map { $0 * ElementaryFunctions.exp(Double(power) * decade) }
      }
      values = values.filter { (lower...upper).contains(ElementaryFunctions.log($0)) }
    } else {
      values = closeValues(ElementaryFunctions.exp(lower), ElementaryFunctions.exp(upper))
    }
    return Axis(
      isLogarithmic: true, lower: lower, upper: upper,
      ticks: values.map { Tick(value: $0, label: label($0)) }, title: title)
  }

  /// Returns evenly spaced round numbers between two values that are less than a factor of two
  /// apart.
  private static func closeValues(_ low: Double, _ high: Double) -> [Double] {
    let step = roundStep((high - low) / 5)
    let first = Int((low / step).rounded(.up))
    let last = Int((high / step).rounded(.down))
    return (first...max(first, last)).map { Double($0) * step }.filter { (low...high).contains($0) }
  }

  /// Returns a linear axis from 0, with about four ticks at round numbers.
  static func fromZero(_ values: [Double], title: String) -> Axis {
    let highest = max(values.filter(\.isFinite).max() ?? 1, 1e-9)
    let step = roundStep(highest / 4)
    let ticks = (0...5).map { Double($0) * step }.filter { $0 <= highest * 1.08 }
      .map { Tick(value: $0, label: TickLabel.count($0)) }
    return Axis(lower: -highest * 0.04, upper: highest * 1.08, ticks: ticks, title: title)
  }

  /// Returns an axis of named places: the first at 0, the next at 1.
  static func places(_ names: [String]) -> Axis {
    Axis(
      lower: -0.5, upper: Double(max(names.count, 1)) - 0.5,
      ticks: names.enumerated().map { Tick(value: Double($0.offset), label: $0.element) })
  }

  /// Returns an axis of probabilities on which each additional nine takes the same space.
  static func nines(_ levels: [(name: String, probability: Double)], title: String) -> Axis {
    let ticks = levels.map { Tick(value: nines($0.probability), label: $0.name) }
    return Axis(
      lower: 0, upper: (ticks.map(\.value).max() ?? 3) * 1.04, ticks: ticks, title: title)
  }

  /// Returns the position of a probability on an axis of nines: 0.9 is 1, 0.99 is 2.
  static func nines(_ probability: Double) -> Double {
    -ElementaryFunctions.log(max(1 - probability, 1e-9)) / ElementaryFunctions.log(10)
  }

  /// Returns the smallest of 1, 2 and 5 times a power of ten that is at least `step`.
  private static func roundStep(_ step: Double) -> Double {
    var scale = 1.0
    while scale > step { scale /= 10 }
    while scale * 10 < step { scale *= 10 }
    return scale * ([1, 2, 5, 10].first { $0 * scale >= step } ?? 10)
  }
}

enum TickLabel {
  static func time(_ nanoseconds: Double) -> String {
    let units: [(scale: Double, name: String)] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")]
    let unit = units.first { nanoseconds >= $0.scale * 0.999 } ?? (1, "ns")
    return "\(number(nanoseconds / unit.scale)) \(unit.name)"
  }

  static func count(_ value: Double) -> String {
    switch value {
    case 999_500...: "\(number(value / 1e6))M"
    case 999.5...: "\(number(value / 1e3))k"
    default: number(value)
    }
  }

  /// Returns a number with up to three digits after the decimal point, without trailing zeros.
  private static func number(_ value: Double) -> String {
    var text = QuantityFormat.fixed(value, digits: value < 1 ? 4 : 2)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}
