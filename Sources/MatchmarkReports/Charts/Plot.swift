import MatchmarkMeasurement

/// A picture with two axes: layers of lines, marks and bounds, drawn in order.
struct Plot {
  /// What is drawn.
  enum Layer {
    /// A line of a matcher.
    case line([(x: Double, y: Double)], Sign)
    /// A figure of a matcher, with what it says when pointed at.
    case mark(x: Double, y: Double, Sign, Mark)
    /// From one value to another at one height.
    case whisker(from: Double, to: Double, y: Double, Sign)
    /// A line that belongs to nobody, such as a front.
    case outline([(x: Double, y: Double)])
    /// A bound across the picture.
    case bound(y: Double, label: String, isBelow: Bool)
    /// A bound from bottom to top.
    case upright(x: Double)
    /// A range from bottom to top.
    case band(ClosedRange<Double>, label: String)
  }

  /// How a figure is shown.
  struct Mark {
    var title: String
    var size = 3.4
    /// Whether the figure rests on a part of the keystrokes.
    var isHollow = false
    /// Whether it stands back behind others.
    var isFaint = false
  }

  var width = 360.0
  var height = 206.0
  /// Room for the labels of the vertical axis.
  var left = 54.0
  let x: Axis
  let y: Axis
  var layers: [Layer] = []
  /// What the picture shows, for those who hear it.
  var summary: String

  init(x: Axis, y: Axis, summary: String) {
    self.x = x
    self.y = y
    self.summary = summary
  }

  private var right: Double { width - 12 }
  private var top: Double { 18 }
  private var bottom: Double { height - 34 }

  private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (left + self.x.share(of: x) * (right - left), bottom - self.y.share(of: y) * (bottom - top))
  }

  /// The picture.
  func markup() -> Markup {
    tag(
      "svg", .kind("plot"), .init("viewBox", "0 0 \(SVG.number(width)) \(SVG.number(height))"),
      .init("role", "img"), .init("aria-label", summary)
    ) {
      grid
      for layer in layers { draw(layer) }
      // Words last, so that no line strikes them through.
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
      SVG.path("line \(sign.colour)", through: points.map { place($0.x, $0.y) })
    case .mark(let x, let y, let sign, let mark):
      draw(mark, sign, at: place(x, y))
    case .whisker(let from, let to, let y, let sign):
      SVG.line("whisker \(sign.colour)", from: place(from, y), to: place(to, y))
    case .outline(let points):
      SVG.path("outline", through: points.map { place($0.x, $0.y) })
    case .bound(let y, _, _):
      let height = place(0, y).y
      SVG.line("bound", from: (left, height), to: (right, height))
    case .upright(let x):
      let point = place(x, 0)
      SVG.line("bound", from: (point.x, top), to: (point.x, bottom))
    case .band(let range, let label):
      let start = place(range.lowerBound, 0).x
      SVG.rectangle(
        "band", at: (start, top), width: place(range.upperBound, 0).x - start,
        height: bottom - top, title: label)
    }
  }

  @MarkupBuilder
  private func label(_ layer: Layer) -> Markup {
    if case .bound(let y, let label, let isBelow) = layer {
      SVG.text("note", at: (left + 3, place(0, y).y + (isBelow ? 9.5 : -3)), label)
    }
  }

  private func draw(_ mark: Mark, _ sign: Sign, at point: (x: Double, y: Double)) -> Markup {
    var kind = "mark \(sign.colour)"
    if mark.isHollow { kind += " hollow" }
    if mark.isFaint { kind += " faint" }
    return tag("g", .kind(kind)) {
      tag("title") { mark.title }
      // A larger target: nobody hits three pixels.
      tag(
        "circle", .kind("target"), .init("cx", SVG.number(point.x)),
        .init("cy", SVG.number(point.y)), .init("r", "9"))
      sign.mark(at: point, size: mark.size, kind: "sign")
    }
  }
}

extension Plot {
  /// Draws the frame budgets that lie within the picture.
  mutating func addBudgets() {
    let budgets: [(time: Double, label: String, isBelow: Bool)] = [
      (BudgetCounts.nanosecondsAt120Hertz, "120 Hz · 8.33 ms", true),
      (BudgetCounts.nanosecondsAt60Hertz, "60 Hz · 16.67 ms", false),
      (BudgetCounts.nanosecondsAt100Milliseconds, "100 ms", false),
    ]
    for budget in budgets where y.contains(budget.time) {
      layers.append(.bound(y: budget.time, label: budget.label, isBelow: budget.isBelow))
    }
  }
}
