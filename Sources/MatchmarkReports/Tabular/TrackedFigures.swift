import Foundation
package import MatchmarkMeasurement

/// The figures of a record as services that follow benchmarks over time read them.
///
/// Each participant with a rank has p50 and p99 over the medians of its keystrokes, in nanoseconds,
/// and the ratio to the reference matcher with its interval. Of these only the ratio can be followed
/// from one shared runner to the next: two machines take different times for the same work.
package struct TrackedFigures {
  private let record: RunRecord

  package init(_ record: RunRecord) { self.record = record }

  /// One figure of one participant on one cell.
  private struct Figure {
    var subject: String
    var name: String
    var unit: String
    var value: Double
    var bounds: RatioInterval?
    var keystrokeCount: Int
  }

  private var figures: [Figure] {
    record.cells.flatMap { cell in
      cell.matchers.flatMap { matcher -> [Figure] in
        guard matcher.isRanked, let figures = matcher.figures else { return [] }
        let subject = "\(cell.id) \(matcher.id)"
        func figure(
          _ name: String, _ unit: String, _ value: Double, _ bounds: RatioInterval? = nil
        ) -> Figure {
          Figure(
            subject: subject, name: name, unit: unit, value: value, bounds: bounds,
            keystrokeCount: figures.typed.keystrokeCount)
        }
        let ratio = figures.ratioToReference.map {
          figure("ratio", "× \(record.suite.reference)", $0, figures.ratioInterval)
        }
        return [
          figure("p50", "ns", figures.typed.p50OfMedians),
          figure("p99", "ns", figures.typed.p99OfMedians),
        ] + [ratio].compactMap(\.self)
      }
    }
  }

  // MARK: github-action-benchmark

  /// An entry of `customSmallerIsBetter`.
  private struct Entry: Encodable {
    var name: String
    var unit: String
    var value: Double
    var range: String?
    var extra: String
  }

  /// The list that github-action-benchmark reads with the tool `customSmallerIsBetter`.
  ///
  /// - Throws: where a figure is no number that JSON has.
  package func githubActionBenchmark() throws(ReportError) -> [UInt8] {
    try Self.json(
      figures.map { figure in
        Entry(
          name: "\(figure.subject) \(figure.name)", unit: figure.unit, value: figure.value,
          range: figure.bounds.map {
            "\(QuantityFormat.ratio($0.lower)) to \(QuantityFormat.ratio($0.upper))"
          }, extra: "\(figure.keystrokeCount) keystrokes")
      })
  }

  // MARK: Bencher

  /// A metric with its bounds.
  private struct Metric: Encodable {
    enum CodingKeys: String, CodingKey {
      case value
      case lower = "lower_value"
      case upper = "upper_value"
    }

    var value: Double
    var lower: Double?
    var upper: Double?
  }

  /// Bencher's metric format: for each participant of a cell its measures `p50`, `p99` and `ratio`.
  ///
  /// - Throws: where a figure is no number that JSON has.
  package func bencher() throws(ReportError) -> [UInt8] {
    var benchmarks: [String: [String: Metric]] = [:]
    for figure in figures {
      benchmarks[figure.subject, default: [:]][figure.name] = Metric(
        value: figure.value, lower: figure.bounds?.lower, upper: figure.bounds?.upper)
    }
    return try Self.json(benchmarks)
  }

  private static func json(_ value: some Encodable) throws(ReportError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(value)) + [0x0A] } catch {
      throw .record(.malformed(.record, "a figure is no number"))
    }
  }
}
