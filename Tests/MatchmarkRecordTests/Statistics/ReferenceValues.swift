import Foundation
import MatchmarkTestSupport

/// Values of NumPy and SciPy, written by Fixtures/statistics/make-values.py.
struct ReferenceValues: Decodable {
  struct Order: Decodable {
    let name: String
    let sample: [Double]
    let quantiles: [[Double]]
    let median: Double
    let medianAbsoluteDeviation: Double
    let geometricMean: Double
  }

  struct Paired: Decodable {
    let roundCounts: [Int]
    let queryCount: Int
    let logarithms: [Double]
    let ratio: Double
    let standardError: Double
    let lower: Double
    let upper: Double
  }

  struct Fit: Decodable {
    let sizes: [Double]
    let times: [Double]
    let exponent: Double
    let factor: Double
    let lower: Double
    let upper: Double
  }

  let orders: [Order]
  let paired: [Paired]
  let fits: [Fit]
  let student: [[Double]]
  let normal: [[Double]]
  let beta: [[Double]]
  let proportions: [[Double]]

  static func load() throws -> ReferenceValues {
    let path = WorkingCopy.path("Fixtures/statistics/values.json")
    let data = try Data(contentsOf: URL(filePath: path))
    return try JSONDecoder().decode(ReferenceValues.self, from: data)
  }

  /// Returns true if two numbers are equal except for rounding.
  static func agree(_ value: Double?, _ expected: Double, within tolerance: Double = 1e-10) -> Bool
  {
    guard let value else { return false }
    return abs(value - expected) <= tolerance * max(1e-12, abs(expected))
      || abs(value - expected) <= 1e-14
  }
}
