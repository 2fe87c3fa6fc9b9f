/// The few SVG elements that the pictures use.
enum SVG {
  /// A length or a position in units of the picture, with one digit after the decimal point.
  static func number(_ value: Double) -> String {
    let text = QuantityFormat.fixed(value, digits: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func line(_ kind: String, from: (x: Double, y: Double), to: (x: Double, y: Double))
    -> Markup
  {
    tag(
      "line", .kind(kind), .init("x1", number(from.x)), .init("y1", number(from.y)),
      .init("x2", number(to.x)), .init("y2", number(to.y)))
  }

  static func text(
    _ kind: String, at point: (x: Double, y: Double), anchor: String = "start", _ text: String
  ) -> Markup {
    tag(
      "text", .kind(kind), .init("x", number(point.x)), .init("y", number(point.y)),
      .init("text-anchor", anchor)
    ) { text }
  }

  static func rectangle(
    _ kind: String, at point: (x: Double, y: Double), width: Double, height: Double,
    title: String? = nil
  ) -> Markup {
    tag(
      "rect", .kind(kind), .init("x", number(point.x)), .init("y", number(point.y)),
      .init("width", number(max(width, 0))), .init("height", number(max(height, 0)))
    ) {
      if let title { tag("title") { title } }
    }
  }

  static func path(_ kind: String, through points: [(x: Double, y: Double)]) -> Markup {
    let steps = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(number(point.x)) \(number(point.y))"
    }
    return tag("path", .kind(kind), .init("d", steps.joined()))
  }
}

/// The sign of a matcher: a shape and a colour, so that neither is needed alone.
struct Sign {
  /// The position of the matcher in the roster.
  let position: Int

  /// The number of colours in the style sheet, `c0` to `c7`.
  static let colourCount = 8
  /// The number of shapes; a pair of shape and colour repeats after forty matchers.
  private static let shapeCount = 10

  var colour: String { "c\(position % Self.colourCount)" }

  /// The colour of a line, which is dashed if the colour is used a second time.
  var stroke: String { position < Self.colourCount ? colour : "\(colour) again" }

  /// The shape around a point.
  func mark(at point: (x: Double, y: Double), size: Double, kind: String) -> Markup {
    let (x, y) = point
    let outline: String
    switch position % Self.shapeCount {
    case 0:
      return tag(
        "circle", .kind(kind), .init("cx", SVG.number(x)), .init("cy", SVG.number(y)),
        .init("r", SVG.number(size)))
    case 1:
      outline = Self.polygon(x, y, [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)], size)
    case 2: outline = Self.polygon(x, y, [(0, -1.15), (1.1, 0.85), (-1.1, 0.85)], size)
    case 3: outline = Self.polygon(x, y, [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)], size)
    case 4: outline = Self.polygon(x, y, [(0, 1.15), (1.1, -0.85), (-1.1, -0.85)], size)
    case 5: outline = Self.polygon(x, y, Self.plus, size)
    case 6: outline = Self.polygon(x, y, Self.cross, size * 0.75)
    case 7: outline = Self.polygon(x, y, Self.star, size)
    case 8: outline = Self.polygon(x, y, [(-1, -1.1), (1, -1.1), (-1, 1.1), (1, 1.1)], size)
    default:
      outline = Self.polygon(x, y, [(-1.4, -0.5), (1.4, -0.5), (1.4, 0.5), (-1.4, 0.5)], size)
    }
    return tag("path", .kind(kind), .init("d", outline))
  }

  /// The sign as a small picture next to a name.
  func badge() -> Markup {
    tag(
      "svg", .kind("badge \(colour)"), .init("viewBox", "0 0 12 12"), .init("width", "12"),
      .init("height", "12"), .init("aria-hidden", "true")
    ) {
      mark(at: (6, 6), size: 4, kind: "sign")
    }
  }

  private static let plus: [(x: Double, y: Double)] = [
    (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2),
    (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
  ]

  /// The plus, rotated by an eighth of a turn.
  private static let cross = plus.map { (x: $0.x - $0.y, y: $0.x + $0.y) }

  /// Five points, the first at the top.
  private static let star: [(x: Double, y: Double)] = [
    (0, -1.4), (0.32, -0.44), (1.33, -0.43), (0.51, 0.17), (0.82, 1.13), (0, 0.54), (-0.82, 1.13),
    (-0.51, 0.17), (-1.33, -0.43), (-0.32, -0.44),
  ]

  private static func polygon(
    _ x: Double, _ y: Double, _ corners: [(x: Double, y: Double)], _ size: Double
  ) -> String {
    let steps = corners.map { "\(SVG.number(x + $0.x * size)) \(SVG.number(y + $0.y * size))" }
    return "M" + steps.joined(separator: "L") + "Z"
  }
}
