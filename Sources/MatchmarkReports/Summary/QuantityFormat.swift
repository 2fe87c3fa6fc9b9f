/// Quantities as a person reads them: three significant digits and a unit.
package enum QuantityFormat {
  /// A time given in nanoseconds: `312 ns`, `4.02 µs`, `1.31 ms`, `2.00 s`.
  package static func time(_ nanoseconds: Double) -> String {
    let units: [(scale: Double, name: String)] = [(1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")]
    return scaled(nanoseconds, units: units, step: 1_000)
  }

  /// A size in bytes: `912 B`, `4.00 KiB`, `1.20 MiB`.
  package static func size(_ bytes: Int) -> String {
    let units: [(scale: Double, name: String)] = [
      (1, "B"), (1_024, "KiB"), (1_048_576, "MiB"), (1_073_741_824, "GiB"),
    ]
    return scaled(Double(bytes), units: units, step: 1_024)
  }

  /// A ratio: `0.034`, `1.00`, `12.3`.
  package static func ratio(_ value: Double) -> String {
    value < 0.1 ? fixed(value, digits: 3) : significant(value)
  }

  /// A count with thin groups of three: `100 000`.
  package static func count(_ value: Int) -> String {
    var digits = Array(String(abs(value)))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(" ", at: position)
      position -= 3
    }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// A count of rows: `1 row`, `100 000 rows`.
  package static func rows(_ value: Int) -> String {
    "\(count(value)) \(value == 1 ? "row" : "rows")"
  }

  /// A number with a fixed number of digits behind the point, whatever the locale.
  package static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "–" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = (abs(value) * Double(scale)).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int(scaled)
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    let fraction = String(whole % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(whole / scale).\(zeros)\(fraction)"
  }

  /// Three significant digits, at least those before the point.
  private static func significant(_ value: Double) -> String {
    switch abs(value) {
    case ..<9.995: fixed(value, digits: 2)
    case ..<99.95: fixed(value, digits: 1)
    default: fixed(value, digits: 0)
    }
  }

  private static func scaled(
    _ value: Double, units: [(scale: Double, name: String)], step: Double
  ) -> String {
    // A value that would round up to the next unit is shown in that unit.
    let unit = units.last { abs(value) >= $0.scale * 0.9995 } ?? units[0]
    let number = value / unit.scale
    let text = unit.scale == 1 ? fixed(number, digits: 0) : significant(number)
    return "\(text) \(unit.name)"
  }
}
