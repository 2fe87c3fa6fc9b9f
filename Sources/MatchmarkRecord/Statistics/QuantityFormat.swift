/// Formats of quantities for people: three significant digits and a unit.
package enum QuantityFormat {
  /// Returns a time given in nanoseconds: `312 ns`, `4.02 µs`, `1.31 ms`, `2.00 s`.
  package static func time(_ nanoseconds: Double) -> String {
    let units: [(scale: Double, name: String)] = [(1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")]
    return scaled(nanoseconds, units: units)
  }

  /// Returns a size in bytes: `912 B`, `4.00 KiB`, `1.20 MiB`.
  package static func size(_ bytes: Int) -> String {
    let units: [(scale: Double, name: String)] = [
      (1, "B"), (1_024, "KiB"), (1_048_576, "MiB"), (1_073_741_824, "GiB"),
    ]
    return scaled(Double(bytes), units: units)
  }

  /// Returns a ratio: `0.034`, `1.00`, `12.3`.
  package static func ratio(_ value: Double) -> String {
    value < 0.1 ? fixed(value, digits: 3) : significant(value)
  }

  /// Returns a count with digits grouped in threes: `100 000`.
  package static func count(_ value: Int) -> String {
    var digits = Array(String(value.magnitude))
    for position in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(" ", at: position)
    }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// Returns a count of things: `1 row`, `100 000 rows`.
  package static func counted(_ value: Int, _ noun: String) -> String {
    "\(count(value)) \(noun)\(value == 1 ? "" : "s")"
  }

  package static func rows(_ value: Int) -> String { counted(value, "row") }
  package static func cells(_ value: Int) -> String { counted(value, "cell") }
  package static func keystrokes(_ value: Int) -> String { counted(value, "keystroke") }

  /// Returns a note about omitted things: `3 more are in the table.`; empty if nothing is omitted.
  package static func rest(_ value: Int, _ place: String) -> [String] {
    value > 0 ? ["\(count(value)) more \(place)."] : []
  }

  /// Returns a number with a fixed number of digits after the decimal point, independent of the
  /// locale.
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

  /// Returns a number with three significant digits, but never fewer than those before the decimal
  /// point.
  private static func significant(_ value: Double) -> String {
    switch abs(value) {
    case ..<9.995: fixed(value, digits: 2)
    case ..<99.95: fixed(value, digits: 1)
    default: fixed(value, digits: 0)
    }
  }

  private static func scaled(_ value: Double, units: [(scale: Double, name: String)]) -> String {
    // A value that would round up to the next unit is shown in that unit.
    let unit = units.last { abs(value) >= $0.scale * 0.9995 } ?? units[0]
    let number = value / unit.scale
    let text = unit.scale == 1 ? fixed(number, digits: 0) : significant(number)
    return "\(text) \(unit.name)"
  }
}
