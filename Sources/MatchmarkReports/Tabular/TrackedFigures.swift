import Foundation
package import MatchmarkRecord

/// The figures of a record in the formats of services that track benchmarks over time.
///
/// Each participant that has every keystroke of a cell has the p50 and p99 over their medians, in
/// nanoseconds, and the ratio to the reference matcher with its interval. If any participant lacks
/// some, each has the p50 and the ratio over the common keystrokes, under separate names. Only
/// ratios can be tracked across shared runners, because two machines take different times for the
/// same work.
package struct TrackedFigures {
  private let record: RunRecord

  package init(_ record: RunRecord) { self.record = record }

  private struct Figure {
    var subject: String
    var name: String
    var unit: String
    var value: Double
    var bounds: RatioInterval?
    var keystrokeCount: Int
  }

  private var figures: [Figure] {
    record.cells.parts.flatMap { part in
      let subject = "\(part.cell.id) \(part.record.id)"
      let p99 = part.record.figures?.typed.p99OfMedians
      return figures(of: subject, "", part.entry?.whole, p99: p99)
        + figures(of: subject, "common_", part.entry?.common, p99: nil)
    }
  }

  private func figures(
    of subject: String, _ prefix: String, _ share: Standings.Share?, p99: Double?
  ) -> [Figure] {
    guard let share else { return [] }
    let values = [
      ("p50", "ns", share.p50), ("p99", "ns", p99),
      ("ratio", "× \(record.suite.reference)", share.ratio),
    ]
    return values.compactMap { name, unit, value in
      value.map {
        Figure(
          subject: subject, name: prefix + name, unit: unit, value: $0,
          bounds: name == "ratio" ? share.interval : nil, keystrokeCount: share.keystrokeCount)
      }
    }
  }

  private struct Entry: Encodable {
    var name: String
    var unit: String
    var value: Double
    var range: String?
    var extra: String
  }

  /// Returns the list that github-action-benchmark reads with the tool `customSmallerIsBetter`.
  ///
  /// - Throws: an error if a figure is not a number that JSON can represent.
  package func githubActionBenchmark() throws(RecordError) -> [UInt8] {
    try Self.json(
      figures.map { figure in
        Entry(
          name: "\(figure.subject) \(figure.name)", unit: figure.unit, value: figure.value,
          range: figure.bounds.map {
            "\(QuantityFormat.ratio($0.lower)) to \(QuantityFormat.ratio($0.upper))"
          }, extra: "\(figure.keystrokeCount) keystrokes")
      })
  }

  /// Returns Bencher's metric format: for each participant of a cell, its measures `p50`, `p99` and
  /// `ratio`.
  ///
  /// - Throws: an error if a figure is not a number that JSON can represent.
  package func bencher() throws(RecordError) -> [UInt8] {
    var benchmarks: [String: [String: [String: Double]]] = [:]
    for figure in figures {
      let metric: [String: Double?] = [
        "value": figure.value, "lower_value": figure.bounds?.lower,
        "upper_value": figure.bounds?.upper,
      ]
      benchmarks[figure.subject, default: [:]][figure.name] = metric.compactMapValues(\.self)
    }
    return try Self.json(benchmarks)
  }

  private static func json(_ value: some Encodable) throws(RecordError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(value)) + [0x0A] } catch {
      throw .malformed(.record, "a figure is not a number")
    }
  }
}
