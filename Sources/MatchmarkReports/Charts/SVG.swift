import MatchmarkRecord

/// The SVG elements that the pictures use.
enum SVG {
  /// Returns a length or a position in units of the picture, with one digit after the decimal
  /// point.
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
    _ kind: String, at point: (x: Double, y: Double), width: Double, height: Double, title: String
  ) -> Markup {
    tag(
      "rect", .kind(kind), .init("x", number(point.x)), .init("y", number(point.y)),
      .init("width", number(max(width, 0))), .init("height", number(max(height, 0)))
    ) {
      tag("title") { title }
    }
  }

  static func path(_ kind: String, through points: [(x: Double, y: Double)]) -> Markup {
    let steps = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(number(point.x)) \(number(point.y))"
    }
    return tag("path", .kind(kind), .init("d", steps.joined()))
  }
}

/// The sign of a matcher: a shape and a colour, either of which is enough to recognise it.
struct Sign {
  let position: Int

  /// The number of colours in the style sheet, `c0` to `c7`.
  static let colourCount = 8
  var colour: String { "c\(position % Self.colourCount)" }

  /// The colour of a line, which is dashed if the colour is used a second time.
  var stroke: String { position < Self.colourCount ? colour : "\(colour) again" }

  func mark(at point: (x: Double, y: Double), size: Double) -> Markup {
    let (x, y) = (SVG.number(point.x), SVG.number(point.y))
    // The first shape is a circle; a pair of shape and colour repeats after forty matchers.
    let shape = position % (Self.outlines.count + 1)
    guard shape > 0 else {
      return tag(
        "circle", .kind("sign"), .init("cx", x), .init("cy", y), .init("r", SVG.number(size)))
    }
    let steps = Self.outlines[shape - 1].map { corner in
      "\(SVG.number(point.x + corner.x * size)) \(SVG.number(point.y + corner.y * size))"
    }
    return tag("path", .kind("sign"), .init("d", "M\(steps.joined(separator: "L"))Z"))
  }

  /// Returns the sign as a small picture next to a name.
  func badge() -> Markup {
    tag(
      "svg", .kind("badge \(colour)"), .init("viewBox", "0 0 12 12"), .init("width", "12"),
      .init("height", "12"), .init("aria-hidden", "true")
    ) {
      mark(at: (6, 6), size: 4)
    }
  }

  private static let plus: [(x: Double, y: Double)] = [
    (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2),
    (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
  ]

  /// The corners of the shapes except the circle: square, two triangles around a diamond, plus,
  /// cross, star, hourglass and bar.
  private static let outlines: [[(x: Double, y: Double)]] = [
    [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    [(0, -1.15), (1.1, 0.85), (-1.1, 0.85)],
    [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
    [(0, 1.15), (1.1, -0.85), (-1.1, -0.85)],
    plus,
    // The plus, rotated by an eighth of a turn.
    plus.map { (x: ($0.x - $0.y) * 0.75, y: ($0.x + $0.y) * 0.75) },
    // Five points, the first at the top.
    [
      (0, -1.4), (0.32, -0.44), (1.33, -0.43), (0.51, 0.17), (0.82, 1.13), (0, 0.54),
      (-0.82, 1.13), (-0.51, 0.17), (-1.33, -0.43), (-0.32, -0.44),
    ],
    [(-1, -1.1), (1, -1.1), (-1, 1.1), (1, 1.1)],
    [(-1.4, -0.5), (1.4, -0.5), (1.4, 0.5), (-1.4, 0.5)],
  ]
}
