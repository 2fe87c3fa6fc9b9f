import MatchmarkMeasurement

/// A picture with two axes: layers of lines, marks and bounds, drawn in order.
struct Plot {
  /// An element of the picture.
  enum Layer {
    /// A line of a matcher.
    case line([(x: Double, y: Double)], Sign)
    /// A figure of a matcher, with a tooltip.
    case mark(x: Double, y: Double, Sign, Mark)
    /// Another figure of the same matcher, as a vertical stroke.
    case stroke(x: Double, y: Double, Sign, title: String)
    /// A line from one value to another at one height.
    case whisker(from: Double, to: Double, y: Double, Sign)
    /// A line that belongs to no participant, such as a Pareto front.
    case outline([(x: Double, y: Double)])
    /// A bound across the picture; its label is at its end, moved by `shift` to make room.
    case bound(y: Double, label: String, shift: Double)
    /// A word in a row without a figure.
    case absence(y: Double, String)
    /// A vertical bound from bottom to top.
    case upright(x: Double)
    /// A range of both axes, with a tooltip.
    case band(ClosedRange<Double>, y: ClosedRange<Double>, label: String)
  }

  /// The appearance of a figure.
  struct Mark {
    var title: String
    var size = 3.4
    /// Whether the figure covers only some of the keystrokes.
    var isHollow = false
    /// Whether the figure is paler than others.
    var isFaint = false
  }

  var width = 360.0
  var height = 206.0
  /// The room for the labels of the vertical axis.
  var left = 54.0
  let x: Axis
  let y: Axis
  var layers: [Layer] = []
  /// A description of the picture for screen readers.
  var summary: String

  init(x: Axis, y: Axis, summary: String) {
    self.x = x
    self.y = y
    self.summary = summary
  }

  /// The room for the labels of bounds.
  private var margin = 12.0
  private var right: Double { width - margin }
  private var top: Double { y.title.isEmpty ? 8 : 24 }
  private var bottom: Double { height - 34 }

  private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (left + self.x.share(of: x) * (right - left), bottom - self.y.share(of: y) * (bottom - top))
  }

  func markup() -> Markup {
    tag(
      "svg", .kind("plot"), .init("viewBox", "0 0 \(SVG.number(width)) \(SVG.number(height))"),
      .init("role", "img"), .init("aria-label", summary)
    ) {
      grid
      for layer in layers { draw(layer) }
      // Labels come last, so that no line crosses them.
      for layer in layers { label(layer) }
    }
  }

  @MarkupBuilder
  private var grid: Markup {
    for tick in y.ticks {
      let point = place(0, tick.value)
      SVG.line("grid", from: (left, point.y), to: (right, point.y))
      SVG.text("tick", at: (left - 7, point.y + 3.5), anchor: "end", tick.label)
    }
    SVG.line("axis", from: (left, bottom), to: (right, bottom))
    for tick in x.ticks {
      let point = place(tick.value, 0)
      SVG.line("axis", from: (point.x, bottom), to: (point.x, bottom + 4))
      SVG.text("tick", at: (point.x, bottom + 15), anchor: "middle", tick.label)
    }
    SVG.text("title", at: (right, height - 3), anchor: "end", x.title)
    SVG.text("title", at: (0, 9), y.title)
  }

  @MarkupBuilder
  private func draw(_ layer: Layer) -> Markup {
    switch layer {
    case .line(let points, let sign):
      SVG.path("line \(sign.stroke)", through: points.map { place($0.x, $0.y) })
    case .mark(let x, let y, let sign, let mark):
      draw(mark, sign, at: place(x, y))
    case .stroke(let x, let y, let sign, let title):
      draw(stroke: title, sign, at: place(x, y))
    case .whisker(let from, let to, let y, let sign):
      SVG.line("whisker \(sign.colour)", from: place(from, y), to: place(to, y))
      if !x.contains(from) { arrow(sign, at: place(from, y), reach: 4.5) }
      if !x.contains(to) { arrow(sign, at: place(to, y), reach: -4.5) }
    case .outline(let points):
      SVG.path("outline", through: points.map { place($0.x, $0.y) })
    case .absence(let y, let word):
      SVG.text("tick", at: (left + 6, place(0, y).y + 3.5), word)
    case .bound(let y, _, _):
      let height = place(0, y).y
      SVG.line("bound", from: (left, height), to: (right, height))
    case .upright(let x):
      let point = place(x, 0)
      SVG.line("bound", from: (point.x, top), to: (point.x, bottom))
    case .band(let x, let y, let label):
      let start = place(x.lowerBound, y.upperBound)
      let end = place(x.upperBound, y.lowerBound)
      SVG.rectangle(
        "band", at: start, width: end.x - start.x, height: end.y - start.y, title: label)
    }
  }

  @MarkupBuilder
  private func label(_ layer: Layer) -> Markup {
    if case .bound(let y, let label, let shift) = layer {
      SVG.text("note", at: (right + 5, place(0, y).y + 3 + shift), label)
    }
  }

  /// The arrow at the end of a line that extends beyond the picture.
  @MarkupBuilder
  private func arrow(_ sign: Sign, at tip: (x: Double, y: Double), reach: Double) -> Markup {
    for side in [-3.0, 3] {
      SVG.line("whisker arrow \(sign.colour)", from: tip, to: (tip.x + reach, tip.y + side))
    }
  }

  private func draw(
    stroke title: String, _ sign: Sign, at point: (x: Double, y: Double)
  ) -> Markup {
    tag("g", .kind("mark \(sign.colour)")) {
      tag("title") { title }
      SVG.line("stroke", from: (point.x, point.y - 6.5), to: (point.x, point.y + 6.5))
    }
  }

  private func draw(_ mark: Mark, _ sign: Sign, at point: (x: Double, y: Double)) -> Markup {
    var kind = "mark \(sign.colour)"
    if mark.isHollow { kind += " hollow" }
    if mark.isFaint { kind += " faint" }
    return tag("g", .kind(kind)) {
      tag("title") { mark.title }
      // A larger target for the pointer: three pixels are hard to hit.
      tag(
        "circle", .kind("target"), .init("cx", SVG.number(point.x)),
        .init("cy", SVG.number(point.y)), .init("r", "9"))
      sign.mark(at: point, size: mark.size, kind: "sign")
    }
  }
}

extension Plot {
  /// A figure of a matcher on a curve.
  struct Point {
    var x: Double
    var y: Double
    var title: String
    var isHollow: Bool
  }

  /// Adds the curve of a matcher: a line with a mark at each of its points.
  mutating func addCurve(_ points: [Point], _ sign: Sign, size: Double = 3.4) {
    let points = points.thinned(to: Picture.pointLimit)
    layers.append(.line(points.map { ($0.x, $0.y) }, sign))
    for point in points {
      layers.append(
        .mark(
          x: point.x, y: point.y, sign,
          .init(title: point.title, size: size, isHollow: point.isHollow)))
    }
  }

  /// A picture with a labelled row for each of `names`, the first at the top.
  static func rows(_ names: [String], x: Axis, height: Double, summary: String) -> Plot {
    let y = Axis.places(names.reversed().map { DisplayText.line($0, limit: 20) })
    var plot = Plot(x: x, y: y, summary: summary + "; the figures are in the table below")
    plot.left = 112
    plot.height = height
    return plot
  }

  /// Adds the frame budgets that lie within the picture.
  mutating func addBudgets() {
    margin = 46
    let (fast, slow) = (BudgetCounts.nanosecondsAt120Hertz, BudgetCounts.nanosecondsAt60Hertz)
    let gap = (y.share(of: slow) - y.share(of: fast)) * (bottom - top)
    // The labels of adjacent lines are moved apart.
    let shift = y.contains(slow) ? max(0, (11 - gap) / 2) : 0
    let budgets = [
      (fast, "120 Hz", shift), (slow, "60 Hz", -shift),
      (BudgetCounts.nanosecondsAt100Milliseconds, "100 ms", 0),
    ]
    for (time, label, shift) in budgets where y.contains(time) {
      layers.append(.bound(y: time, label: label, shift: shift))
    }
  }

  /// The height for this many matchers: more of them need more room to keep lines apart.
  static func height(matchers count: Int) -> Double { 214 + Double(min(max(count - 4, 0), 8)) * 10 }
}

extension Array {
  /// At most `limit` of the elements, evenly spaced, including the first and the last.
  ///
  /// A picture with thousands of marks shows no more than one with dozens, and takes megabytes;
  /// the table next to it counts what it leaves out.
  func thinned(to limit: Int) -> [Element] {
    guard count > limit, limit > 1 else { return self }
    return (0..<limit).map { self[$0 * (count - 1) / (limit - 1)] }
  }
}
