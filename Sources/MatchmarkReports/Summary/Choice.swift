package import MatchmarkMeasurement

/// Which matcher to use up to which size: what a person reads last, so it comes first in mind.
///
/// The simplest matcher is the reference of the suite. It is enough at a size where its p99 of
/// medians stays within one frame at 120 Hz on every corpus and profile measured at that size;
/// beyond, the matcher takes over that answers all of them in the least share of its time.
package struct Choice: Sendable, Hashable {
  /// A matcher over the cells of one size.
  package struct Standing: Sendable, Hashable {
    package var matcher: String
    package var rowCount: Int
    /// The worst p99 of medians over the cells, in nanoseconds.
    package var p99: Double
    /// The geometric mean over the cells of the ratio to the reference matcher.
    package var ratio: Double
    /// Index bytes per byte of corpus text, over the cells together.
    package var indexBytesPerByte: Double
  }

  /// The simplest matcher at the largest size at which it is enough; nil where it never is.
  package var simplest: Standing?
  /// Whether larger sizes were measured, at which the simplest is not enough.
  package var isLimited: Bool
  /// The size at which the simplest leaves the frame, with its interval; nil where a single size
  /// was measured, or nothing grows.
  package var crossover: Crossover?
  /// The fastest other matcher at the largest size measured; nil where there is none.
  package var beyond: Standing?

  /// Chooses by a record; nil where nothing was timed.
  package init?(_ record: RunRecord) {
    let timed = record.cells.filter { !$0.typedMatchers.isEmpty }
    let sizes = Set(timed.map(\.corpus.rowCount)).sorted()
    guard let largest = sizes.last else { return nil }
    let reference = record.suite.reference
    var enough: Standing?
    for size in sizes {
      guard let standing = Self.standing(of: reference, at: size, in: timed),
        standing.p99 <= BudgetCounts.nanosecondsAt120Hertz
      else { break }
      enough = standing
    }
    simplest = enough
    isLimited = enough?.rowCount != largest
    crossover = Crossover(
      of: reference, in: record, budget: BudgetCounts.nanosecondsAt120Hertz)
    let others = Set(timed.flatMap(\.typedMatchers)).subtracting([reference])
    beyond = others.compactMap { Self.standing(of: $0, at: largest, in: timed) }
      .filter { $0.ratio < 1 }.min { ($0.ratio, $0.matcher) < ($1.ratio, $1.matcher) }
    guard simplest != nil || beyond != nil else { return nil }
  }

  /// How a matcher stands at a size; nil where it did not answer every cell of that size.
  private static func standing(
    of matcher: String, at rowCount: Int, in cells: [CellRecord]
  ) -> Standing? {
    let cells = cells.filter { $0.corpus.rowCount == rowCount }
    var p99 = 0.0
    var ratios: [Double] = []
    var indexSize = 0
    var textSize = 0
    for cell in cells {
      guard let record = cell.matchers.first(where: { $0.id == matcher }),
        record.isRanked, !record.isSampled, record.declinedCount == 0, record.divergedCount == 0,
        let figures = record.figures
      else { return nil }
      p99 = max(p99, figures.typed.p99OfMedians)
      ratios.append(figures.ratioToReference ?? 1)
      indexSize += record.build?.indexSizeInBytes ?? 0
      textSize += cell.corpus.sizeInBytes
    }
    guard let ratio = geometricMean(ratios) else { return nil }
    return Standing(
      matcher: matcher, rowCount: rowCount, p99: p99, ratio: ratio,
      indexBytesPerByte: Double(indexSize) / Double(max(textSize, 1)))
  }
}

extension CellRecord {
  /// The matchers with figures of typed keystrokes.
  fileprivate var typedMatchers: [String] {
    matchers.filter { $0.isRanked && $0.figures != nil }.map(\.id)
  }
}

extension Choice: CustomStringConvertible {
  /// One line, for instance `Choose linear-scan up to 100 000 rows …`.
  package var description: String {
    guard let simplest else {
      return beyond.map { "Choose \($0.matcher): \(Self.describe($0))." } ?? ""
    }
    let first = "Choose \(simplest.matcher) up to \(reach(simplest)): " + Self.describe(simplest)
    guard let beyond else { return first + "." }
    return first + ". Beyond, choose \(beyond.matcher): "
      + "\(QuantityFormat.ratio(beyond.ratio)) of its time, \(Self.describe(beyond))."
  }

  /// The size up to which the simplest is enough: where it leaves the frame, else the largest that
  /// was measured.
  func reach(_ simplest: Standing) -> String {
    guard let crossover else {
      return QuantityFormat.rows(simplest.rowCount)
        + (isLimited ? "" : " (the largest size measured)")
    }
    let bounds = [crossover.lower, crossover.upper].map { QuantityFormat.count(Self.rounded($0)) }
    let text =
      "about \(QuantityFormat.rows(Self.rounded(crossover.rowCount))) "
      + "[\(bounds.joined(separator: ", "))]"
    guard crossover.isExtrapolated else { return text }
    return text + ", by its growth up to the "
      + "\(QuantityFormat.count(crossover.measuredRowCount)) measured"
  }

  /// Two significant digits; a crossover is no more certain than that.
  private static func rounded(_ value: Double) -> Int {
    guard value < 1e15 else { return .max }
    var scale = 1.0
    while value / scale >= 100 { scale *= 10 }
    return Int((value / scale).rounded() * scale)
  }

  private static func describe(_ standing: Standing) -> String {
    "worst p99 \(QuantityFormat.time(standing.p99)) at "
      + "\(QuantityFormat.rows(standing.rowCount)), "
      + "\(QuantityFormat.ratio(standing.indexBytesPerByte)) index bytes per corpus byte"
  }
}
