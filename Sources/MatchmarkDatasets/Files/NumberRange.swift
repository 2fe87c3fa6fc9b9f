import MatchmarkSystem

/// The numbers that an option or a suite's setting accepts.
///
/// Each range is stated once, so that no computation sees a value that is not a
/// number, or that is too large for an integer or a duration.
package struct NumberRange: Sendable {
  package enum Kind: Sendable {
    case whole(ClosedRange<Int>)
    /// Above the first, and at most the second.
    case number(above: Double, most: Double)
    /// A share of one: `3%` or `0.03`.
    case share(ClosedRange<Double>)
    /// A time above 0, as a number of seconds or with its unit; the maximum is in seconds.
    case seconds(most: Double)
    /// A time above 0 with its unit, or a number of seconds below 1; the maximum is in seconds.
    case time(most: Double)
  }

  /// The most seconds of any time.
  package static let longestSeconds = 1e6

  /// The option or the key.
  package let name: String
  private let kind: Kind

  package init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The accepted values, in the words of an error message.
  package var expectation: String {
    switch kind {
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let above, let most):
      "a number above \(Self.plain(above)), at most \(Self.plain(most))"
    case .share(let range):
      "a share from \(Self.plain(range.lowerBound * 100))% to "
        + "\(Self.plain(range.upperBound * 100))%, such as 3% or 0.03"
    case .seconds(let most):
      "a time above 0, at most \(Self.plain(most)) seconds, such as 3, 3s or 500ms"
    case .time(let most):
      "a time above 0, at most \(Self.plain(most))s, with its unit from 1 second on, such as "
        + "8.33ms or 0.00833"
    }
  }

  package func complaint(_ text: String) -> String {
    "got \(name) \(text), expected \(expectation)"
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension NumberRange {
  /// The whole number in a text; nil for any other text.
  package func wholeNumber(_ text: String) -> Int? {
    guard case .whole(let range) = kind, Self.isWhole(text), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  /// The number in a text; nil for any other text.
  ///
  /// Shares are fractions. Times are in seconds if plain numbers are allowed, else in nanoseconds.
  package func realNumber(_ text: String) -> Double? {
    let number: Double?
    switch kind {
    case .whole: number = nil
    case .number(let above, let most):
      number = text.decimalNumber.flatMap { $0 > above && $0 <= most ? $0 : nil }
    case .share(let range):
      let isPercent = text.hasSuffix("%")
      number = (isPercent ? String(text.dropLast()) : text).decimalNumber
        .map { isPercent ? $0 / 100 : $0 }.flatMap { range.contains($0) ? $0 : nil }
    case .seconds(let most):
      number = (text.decimalNumber ?? text.nanoseconds.map { $0 / 1e9 })
        .flatMap { $0 > 0 && $0 <= most ? $0 : nil }
    case .time(let most):
      number = text.nanoseconds.flatMap { $0 <= most * 1e9 ? $0 : nil }
    }
    // Turns a negative zero into zero.
    return number.map { $0 + 0 }
  }

  /// - Throws: ``InputError/input(_:)`` for a number out of the range, read from a file.
  package func require(_ number: Int) throws(InputError) {
    guard case .whole(let range) = kind, range.contains(number) else {
      throw .input(complaint("\(number)"))
    }
  }

  /// - Throws: ``InputError/input(_:)`` for a number out of the range, read from a file.
  package func require(_ number: Double) throws(InputError) {
    guard case .number(let above, let most) = kind, number > above, number <= most else {
      throw .input(complaint("\(number)"))
    }
  }

  /// The sum of two numbers that were read from files.
  ///
  /// - Throws: ``InputError/input(_:)`` if the sum is out of the range.
  package func sum(_ first: Int, _ second: Int) throws(InputError) -> Int {
    let (sum, isTooLarge) = first.addingReportingOverflow(second)
    guard !isTooLarge else { throw .input(complaint("\(first) + \(second)")) }
    try require(sum)
    return sum
  }

  /// Accepts digits, after a minus sign if the number is below zero.
  package static func isWhole(_ text: String) -> Bool {
    let isNegative = text.beginsBytewise(with: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    return digits.allSatisfy { (0x30...0x39).contains($0) }
      && !(isNegative && digits.allSatisfy { $0 == UInt8(ascii: "0") })
  }
}
