package import MatchmarkMeasurement

/// How matchers grow, as text.
package enum GrowthText {
  /// A line for each matcher: its exponents, and its times at each size; then up to where the
  /// reference matcher is faster than each other.
  package static func lines(
    _ group: GrowthGroup, reference: String, style: TextStyle
  ) -> [String] {
    let sizes = Set(group.curves.flatMap(\.points).map(\.rowCount)).sorted()
    var table = TextTable()
    table.append(["", "p50 grows as", "p99 grows as"] + sizes.map(QuantityFormat.rows))
    for curve in group.curves {
      table.append(
        [curve.matcher, exponent(curve.p50.fit), exponent(curve.p99.fit)]
          + sizes.map { size in
            curve.points.first { $0.rowCount == size }.map {
              "\(QuantityFormat.time($0.p50)) / \(QuantityFormat.time($0.p99))"
            } ?? "–"
          })
    }
    let rows = table.lines()
    let crossovers = crossovers(group, reference)
    return rows.prefix(1).map(style.faint) + rows.dropFirst() + [""] + crossovers
      + (crossovers.isEmpty ? [] : [""]) + [
        style.faint(
          "times: p50 / p99 over keystrokes of the median over rounds; rows^x: x with its 95 % "
            + "interval, from a straight line through the logarithms of three sizes or more")
      ]
  }

  /// For instance `linear-scan has a lower p99 than inverted-index up to ≈ 3 100 rows`.
  private static func crossovers(_ group: GrowthGroup, _ reference: String) -> [String] {
    guard let own = group.curves.first(where: { $0.matcher == reference }) else { return [] }
    return group.curves.filter { $0.matcher != reference }.compactMap { other in
      guard let reach = own.p99.crossover(with: other.p99) else { return nil }
      guard reach.bound != .below else {
        return "\(other.matcher) has a lower p99 than \(reference) from "
          + "\(QuantityFormat.rows(reach.rowCount)) on"
      }
      return "\(reference) has a lower p99 than \(other.matcher) up to "
        + reach.text(QuantityFormat.rows(reach.rowCount))
    }
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

extension Reach: CustomStringConvertible {
  /// For instance `≈ 580 000 (extrapolated)`.
  package var description: String { text(QuantityFormat.count(rowCount)) }

  fileprivate func text(_ rows: String) -> String {
    sign + rows + (isExtrapolated ? " (extrapolated)" : "")
  }

  /// The same where there is little room: a tilde marks what is extrapolated.
  package var shortDescription: String {
    guard isExtrapolated else { return description }
    return (bound == .about ? "∼ " : "∼ \(sign)") + QuantityFormat.count(rowCount)
  }

  private var sign: String {
    switch bound {
    case .below: "< "
    case .about: "≈ "
    case .above: "> "
    }
  }
}
