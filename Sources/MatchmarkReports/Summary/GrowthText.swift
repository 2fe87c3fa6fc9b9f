package import MatchmarkMeasurement

/// How matchers grow, as text.
package enum GrowthText {
  /// A line for each matcher: its exponents, and its times at each size.
  package static func lines(_ growths: [Growth], style: TextStyle) -> [String] {
    let sizes = growths.max { $0.points.count < $1.points.count }?.points.map(\.rowCount) ?? []
    var table = TextTable()
    table.append(["", "p50 grows as", "p99 grows as"] + sizes.map(QuantityFormat.rows))
    for growth in growths {
      table.append(
        [growth.matcher, exponent(growth.ofP50), exponent(growth.ofP99)]
          + sizes.map { size in
            growth.points.first { $0.rowCount == size }.map {
              "\(QuantityFormat.time($0.p50)) / \(QuantityFormat.time($0.p99))"
            } ?? "–"
          })
    }
    let rows = table.lines()
    return rows.prefix(1).map(style.faint) + rows.dropFirst() + [
      "",
      style.faint(
        "times: p50 / p99 over keystrokes of the median over rounds; rows^x: x with its 95 % "
          + "interval, from a straight line through the logarithms"),
    ]
  }

  /// For instance `rows^0.97 [0.91, 1.03]`.
  package static func exponent(_ fit: PowerLawFit?) -> String {
    guard let fit else { return "–" }
    let text = "rows^\(QuantityFormat.fixed(fit.exponent, digits: 2))"
    guard let bounds = fit.exponentBounds else { return text }
    return text + " [\(QuantityFormat.fixed(bounds.lower, digits: 2)), "
      + "\(QuantityFormat.fixed(bounds.upper, digits: 2))]"
  }
}
