import MatchmarkDatasets
import MatchmarkSystem

/// The time that a keystroke may take: an amount, a multiple of another time, or their sum.
///
/// Written as `8.33ms`, `1.2xscan`, `1.2xscan+2us` or `10xp99`.
package struct KeystrokeBudget: Sendable, Hashable, CustomStringConvertible {
  /// A time that is measured next to the keystroke.
  package enum Reference: String, Sendable, CaseIterable {
    /// The same keystroke, answered by the scan.
    case scan
    /// The 99th percentile of typing sessions over the same rows, answered by the same matcher.
    case p99
  }

  package let reference: Reference?
  private let factor: Double
  private let nanoseconds: Double
  /// The text that it was read from.
  package let description: String

  /// No index should lose to a scan by more than this.
  package static let usual = KeystrokeBudget(.scan, factor: 1.2, plus: 2_000, "1.2xscan+2us")
  /// The budget of an engine, whose answers travel, so that a scan would be no measure.
  package static let ofEngines = KeystrokeBudget(.p99, factor: 10, plus: 0, "10xp99")

  package static let expectation =
    "a time such as 8.33ms, or a multiple such as 1.2xscan, 1.2xscan+2us or 10xp99"

  private init(
    _ reference: Reference?, factor: Double, plus nanoseconds: Double, _ description: String
  ) {
    (self.reference, self.factor, self.nanoseconds) = (reference, factor, nanoseconds)
    self.description = description
  }

  /// Nil for any other form.
  package init?(_ text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2 else { return nil }
    for reference in Reference.allCases where parts[0].hasSuffix("x\(reference.rawValue)") {
      guard let factor = parts[0].dropLast(reference.rawValue.count + 1).decimalNumber,
        factor > 0, factor <= Self.mostFactor
      else { return nil }
      guard parts.count == 2 else {
        self.init(reference, factor: factor, plus: 0, text)
        return
      }
      guard let more = Self.time(parts[1]) else { return nil }
      self.init(reference, factor: factor, plus: more, text)
      return
    }
    guard parts.count == 1, let amount = Self.time(text) else { return nil }
    self.init(nil, factor: 0, plus: amount, text)
  }

  private static func time(_ text: String) -> Double? {
    text.nanoseconds.flatMap { $0 <= NumberRange.longestSeconds * 1e9 ? $0 : nil }
  }

  private static let mostFactor = 1e6

  /// The most nanoseconds of a keystroke.
  ///
  /// - Parameters:
  ///   - scan: the nanoseconds of the scan for the same keystroke.
  ///   - p99: the 99th percentile of the same matcher over the same rows; 0 if it is not needed.
  func limit(scan: Double, p99: Double) -> Double {
    switch reference {
    case .scan: factor * scan + nanoseconds
    case .p99: factor * p99 + nanoseconds
    case nil: nanoseconds
    }
  }
}
