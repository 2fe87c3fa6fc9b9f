import MatchmarkRecord

/// A picture with two axes: layers of lines, figures and bounds, drawn in order.
struct Plot {
  struct Point {
    enum Shape {
      case sign
      /// The sign in a paler colour than others.
      case faint
      /// A vertical stroke, for another figure of the same matcher.
      case stroke
    }

    var x: Double
    var y = 0.0
    /// The ends of a line through the figure.
    var ends: (lower: Double, upper: Double)?
    let sign: Sign
    let title: String
    var shape = Shape.sign
    var size = 3.4
    /// True if the figure covers only some of the keystrokes.
    var isHollow = false
  }

  struct Row {
    let name: String
    /// The points, whose heights are relative to the middle of the row.
    var points: [Point]
    /// The distance from 1 within which a figure means nothing, and half the height of the band
    /// that shows it.
    var floor: (share: Double, height: Double, title: String)?
    /// The word that stands in place of missing figures.
    var absence: String?
  }

  enum Layer {
    case line([(x: Double, y: Double)], Sign)
    case point(Point)
    /// A line that belongs to no participant, such as a Pareto front.
    case outline([(x: Double, y: Double)])
    /// A bound across the picture; its label is at its end, moved by `shift` to avoid others.
    case bound(y: Double, label: String, shift: Double)
    case absence(y: Double, String)
    /// A vertical bound from bottom to top.
    case upright(x: Double)
    /// A range of both axes, with a tooltip.
    case band(ClosedRange<Double>, y: ClosedRange<Double>, title: String)
  }

  /// The width of a picture that is alone across the page.
  static let wholeWidth = 540.0

  var width = 360.0
  var height = 206.0
  /// The space for the labels of the vertical axis.
  private var left = 54.0
  private var margin = 12.0
  let x: Axis
  let y: Axis
  var layers: [Layer] = []
  let summary: String

  init(x: Axis, y: Axis, summary: String) {
    self.x = x
    self.y = y
    self.summary = summary
  }

  private var right: Double { width - margin }
  private var top: Double { y.title.isEmpty ? 8 : 24 }
  private var bottom: Double { height - 34 }

  private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (left + self.x.share(of: x) * (right - left), bottom - self.y.share(of: y) * (bottom - top))
  }
}

extension Plot {
  /// Creates a picture with the given rows, the first at the top.
  ///
  /// - Parameter isAroundOne: true if the figures are ratios, so that a line marks 1.
  init(_ rows: [Row], x: Axis, height: Double, isAroundOne: Bool = false, summary: String) {
    self.init(
      x: x, y: .places(rows.reversed().map { DisplayText.line($0.name, limit: 20) }),
      summary: summary + "; the figures are in the table below")
    left = 112
    self.height = height
    let rows = rows.reversed().enumerated().map { (row: $0.element, y: Double($0.offset)) }
    for (row, y) in rows {
      guard let (share, height, title) = row.floor else { continue }
      layers.append(.band(1 / (1 + share)...1 + share, y: y - height...y + height, title: title))
    }
    if isAroundOne { layers.append(.upright(x: 1)) }
    for (row, y) in rows {
      if row.points.isEmpty, let word = row.absence { layers.append(.absence(y: y, word)) }
      for var point in row.points {
        point.y += y
        layers.append(.point(point))
      }
    }
  }

  /// Adds the curve of a matcher: a line with a mark at each of its points.
  mutating func add(curve points: [Point]) {
    let points = points.thinned(to: Picture.pointLimit)
    guard let sign = points.first?.sign else { return }
    layers.append(.line(points.map { ($0.x, $0.y) }, sign))
    layers += points.map(Layer.point)
  }

  /// Adds the frame budgets that lie within the picture.
  mutating func addBudgets() {
    margin = 46
    let (fast, slow) = (Self.budgets[0].time, Self.budgets[1].time)
    let gap = (y.share(of: slow) - y.share(of: fast)) * (bottom - top)
    // The labels of adjacent lines are moved apart.
    let shift = y.contains(slow) ? max(0, (11 - gap) / 2) : 0
    for (budget, shift) in zip(Self.budgets, [shift, -shift, 0]) where y.contains(budget.time) {
      layers.append(.bound(y: budget.time, label: budget.label, shift: shift))
    }
  }

  private static let budgets: [(time: Double, label: String, words: String)] = [
    (BudgetCounts.nanosecondsAt120Hertz, "120 Hz", "one frame at 120 Hz (8.33 ms)"),
    (BudgetCounts.nanosecondsAt60Hertz, "60 Hz", "one frame at 60 Hz (16.67 ms)"),
    (BudgetCounts.nanosecondsAt100Milliseconds, "100 ms", "100 ms"),
  ]

  /// Returns the meaning of the dashed lines that pictures with this axis have; empty if they have
  /// none.
  static func budgetNote(on axis: Axis) -> [String] {
    let shown = budgets.filter { axis.contains($0.time) }.map(\.words)
    guard let last = shown.last else { return [] }
    let list = shown.count == 1 ? last : "\(shown.dropLast().joined(separator: ", ")) and \(last)"
    return ["Dashed: \(list)."]
  }

  /// Marks the size of the user's own list.
  mutating func mark(ownRowCount: Int?) {
    if let ownRowCount { layers.append(.upright(x: Double(ownRowCount))) }
  }

  /// Returns the height for this many matchers; more matchers need more space to keep their lines
  /// apart.
  static func height(matchers count: Int) -> Double { 214 + Double(min(max(count - 4, 0), 8)) * 10 }
}

extension Plot {
  func markup() -> Markup {
    tag(
      "svg", .kind("plot"), .init("viewBox", "0 0 \(SVG.number(width)) \(SVG.number(height))"),
      .init("role", "img"), .init("aria-label", summary)
    ) {
      grid
      for layer in layers { draw(layer) }
      // Labels are drawn last, so that no line crosses them.
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
    case .point(let point):
      if let ends = point.ends { whisker(ends, of: point) }
      mark(point, at: place(point.x, point.y))
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
    case .band(let x, let y, let title):
      let start = place(x.lowerBound, y.upperBound)
      let end = place(x.upperBound, y.lowerBound)
      SVG.rectangle(
        "band", at: start, width: end.x - start.x, height: end.y - start.y, title: title)
    }
  }

  @MarkupBuilder
  private func label(_ layer: Layer) -> Markup {
    if case .bound(let y, let label, let shift) = layer {
      SVG.text("note", at: (right + 5, place(0, y).y + 3 + shift), label)
    }
  }

  /// Returns the line through a figure, with an arrow at its end if it extends beyond the picture.
  @MarkupBuilder
  private func whisker(_ ends: (lower: Double, upper: Double), of point: Point) -> Markup {
    let kind = "whisker \(point.sign.colour)"
    SVG.line(kind, from: place(ends.lower, point.y), to: place(ends.upper, point.y))
    for (end, reach) in [(ends.lower, 4.5), (ends.upper, -4.5)] where !x.contains(end) {
      let tip = place(end, point.y)
      for side in [-3.0, 3] {
        SVG.line(
          "whisker arrow \(point.sign.colour)", from: tip, to: (tip.x + reach, tip.y + side))
      }
    }
  }

  private func mark(_ point: Point, at place: (x: Double, y: Double)) -> Markup {
    var kind = "mark \(point.sign.colour)"
    if point.isHollow { kind += " hollow" }
    if point.shape == .faint { kind += " faint" }
    return tag("g", .kind(kind)) {
      tag("title") { point.title }
      switch point.shape {
      case .stroke:
        SVG.line("stroke", from: (place.x, place.y - 6.5), to: (place.x, place.y + 6.5))
      case .sign, .faint:
        // The circle is a larger target for the pointer, because three pixels are hard to hit.
        tag(
          "circle", .kind("target"), .init("cx", SVG.number(place.x)),
          .init("cy", SVG.number(place.y)), .init("r", "9"))
        point.sign.mark(at: place, size: point.size)
      }
    }
  }
}

extension Array {
  /// Returns at most `limit` of the elements, evenly spaced, including the first and the last.
  ///
  /// A picture with thousands of marks shows no more than one with dozens, and takes megabytes; the
  /// table next to it states how many are left out.
  func thinned(to limit: Int) -> [Element] {
    guard count > limit, limit > 1 else { return self }
    return (0..<limit).map { self[$0 * (count - 1) / (limit - 1)] }
  }
}
