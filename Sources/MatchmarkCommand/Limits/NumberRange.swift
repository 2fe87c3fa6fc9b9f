import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkSystem

/// The numbers that an option or a suite's setting accepts.
///
/// Each one's range is here and nowhere else, so that no computation sees a value that is not a
/// number, or that is too large for an integer or a duration.
struct NumberRange: Sendable {
  private enum Kind: Sendable {
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

  /// The option or the key.
  let name: String
  private let kind: Kind

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The accepted values, in the words of an error message.
  var expectation: String {
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

  func complaint(_ text: String) -> String {
    "got \(name) \(text), expected \(expectation)"
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension NumberRange {
  /// The whole number in a text; nil for any other text.
  func wholeNumber(_ text: String) -> Int? {
    guard case .whole(let range) = kind, Self.isWhole(text), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  /// The number in a text; nil for any other text.
  ///
  /// Shares are fractions. Times are in seconds if plain numbers are allowed, else in nanoseconds.
  func realNumber(_ text: String) -> Double? {
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
      number = (text.decimalNumber ?? Budget.nanoseconds(text).map { $0 / 1e9 })
        .flatMap { $0 > 0 && $0 <= most ? $0 : nil }
    case .time(let most):
      number = Budget.nanoseconds(text).flatMap { $0 <= most * 1e9 ? $0 : nil }
    }
    // Turns a negative zero into zero.
    return number.map { $0 + 0 }
  }

  /// - Throws: ``CommandError/input(_:)`` for a number out of the range, read from a file.
  func require(_ number: Int) throws(CommandError) {
    guard case .whole(let range) = kind, range.contains(number) else {
      throw .input(complaint("\(number)"))
    }
  }

  /// - Throws: ``CommandError/input(_:)`` for a number out of the range, read from a file.
  func require(_ number: Double) throws(CommandError) {
    guard case .number(let above, let most) = kind, number > above, number <= most else {
      throw .input(complaint("\(number)"))
    }
  }

  /// The sum of two numbers that were read from files.
  ///
  /// - Throws: ``CommandError/input(_:)`` if the sum is out of the range.
  func sum(_ first: Int, _ second: Int) throws(CommandError) -> Int {
    let (sum, isTooLarge) = first.addingReportingOverflow(second)
    guard !isTooLarge else { throw .input(complaint("\(first) + \(second)")) }
    try require(sum)
    return sum
  }

  /// Accepts digits, after a minus sign if the number is below zero.
  private static func isWhole(_ text: String) -> Bool {
    let isNegative = text.beginsBytewise(with: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    return digits.allSatisfy { (0x30...0x39).contains($0) }
      && !(isNegative && digits.allSatisfy { $0 == UInt8(ascii: "0") })
  }

  func whole(_ text: String) throws -> Int {
    guard let number = wholeNumber(text) else { throw ValidationError(complaint(text)) }
    return number
  }

  func number(_ text: String) throws -> Double {
    guard let number = realNumber(text) else { throw ValidationError(complaint(text)) }
    return number
  }

  /// Reads `p99=8.33ms`.
  func budget(_ text: String) throws -> Budget {
    guard let budget = Budget(text), budget.nanoseconds <= Self.longestSeconds * 1e9 else {
      throw ValidationError(
        "got \(name) \(text), expected a figure and \(expectation), as in p99=8.33ms")
    }
    return budget
  }

  /// Reads a seed, which is any 64 bits.
  static func seed(_ text: String) throws -> UInt64 {
    guard isWhole(text), let seed = UInt64(text) else {
      throw ValidationError("got --seed \(text), expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }

  /// The most sizes of one run.
  static let sizeLimit = 100
  static let tooManySizes = "got more than \(sizeLimit) --sizes, expected no more"

  /// Reads sizes in rows, separated by commas, in ascending order.
  static func sizes(_ text: String) throws -> [Int] {
    let sizes = try text.split(separator: ",", omittingEmptySubsequences: false)
      .map { try size.whole(String($0)) }
    guard sizes.count <= sizeLimit else {
      throw ValidationError(tooManySizes)
    }
    return Set(sizes).sorted()
  }

  /// Reads a share of units: which one, and of how many.
  static func shard(_ text: String) throws -> (number: Int, count: Int) {
    guard let (first, second) = text.halves(at: "/"), let number = shards.wholeNumber(first),
      let count = shards.wholeNumber(second), number <= count
    else {
      throw ValidationError(
        "got --shard \(text), expected K/N with K from 1 to N, and N at most 1000000")
    }
    return (number, count)
  }
}

extension NumberRange {
  private static let longestSeconds = 1e6
  private static let rounds = 1...1_000_000_000
  private static let seconds = Kind.seconds(most: longestSeconds)

  static let sessionsOption = NumberRange("--sessions", .whole(1...100_000))
  static let roundsOption = NumberRange("--rounds", .whole(rounds))
  static let maxTime = NumberRange("--max-time", seconds)
  static let paceTime = NumberRange("--pace-time", seconds)
  static let timeout = NumberRange("--timeout", seconds)
  static let budget = NumberRange("--budget", .time(most: longestSeconds))
  static let floor = NumberRange("--floor", .share(0...10))
  static let size = NumberRange("--sizes", .whole(1...CorpusSource.generatedRowLimit))
  static let shownRows = NumberRange("--limit", .whole(0...Int(UInt32.max)))
  static let listedRows = NumberRange("--rows", .whole(0...Int(UInt32.max)))
  static let repetitions = NumberRange("--repeat", .whole(1...EngineLimits.repeatCount))
  static let forks = NumberRange("--forks", .whole(1...MeasuringOptions.forkLimit))
  static let huntTime = NumberRange("--time", seconds)
  static let huntCases = NumberRange("--cases", .whole(1...HuntCommand.firstLimit))
  static let huntFirst = NumberRange("--first", .whole(0...HuntCommand.firstLimit))
  static let huntRows = NumberRange("--rows", .whole(0...HuntCase.rowLimit))
  static let unitCases = NumberRange("--unit-cases", .whole(1...HuntCommand.firstLimit))
  static let unitTime = NumberRange("--unit-time", seconds)
  static let shards = NumberRange("--shard", .whole(1...1_000_000))
  static let huntWorkers = NumberRange("--workers", .whole(1...HuntCommand.workerLimit))

  static let suiteSeed = NumberRange("seed", .whole(0...Int.max))
  static let suiteSessions = NumberRange("sessions", .whole(1...100_000))
  static let suiteRows = NumberRange("rows", .whole(0...CorpusSource.generatedRowLimit))
  static let suiteRounds = NumberRange("rounds", .whole(rounds))
  static let maximumRounds = NumberRange("maximum-rounds", .whole(rounds))
  static let warmUpRounds = NumberRange("warm-up-rounds", .whole(rounds))
  static let sampledRounds = NumberRange("sampled-rounds", .whole(3...rounds.upperBound))
  static let cellSeconds = NumberRange("cell-seconds", seconds)
  static let roundSeconds = NumberRange("round-seconds", seconds)
  static let targetWidth = NumberRange("target-width", .number(above: 0, most: 1_000))
  static let sampleMicroseconds = NumberRange(
    "sample-microseconds", .number(above: 0, most: 60_000_000))
  static let oracleRowTests = NumberRange("oracle-row-tests", .whole(1...1_000_000_000_000_000))
  static let needleBytes = NumberRange("needle-bytes", .whole(1...1_000_000))
  static let suiteBudget = NumberRange("budget", .time(most: longestSeconds))
  static let targetNumber = NumberRange("floor, goal", .number(above: 0, most: 1e15))
  static let targetTime = NumberRange("floor, goal", .time(most: longestSeconds))

  // Numbers in the files of a fleet, and in the ledger of hunts.
  static let unitSeconds = NumberRange("seconds", .whole(1...Int(longestSeconds)))
  static let unitCount = NumberRange("count", .whole(1...HuntCommand.firstLimit))
  static let unitFirst = NumberRange("first", .whole(0...HuntCommand.firstLimit))
  static let unitRows = NumberRange("rows", .whole(0...HuntCase.rowLimit))
  static let partSeconds = NumberRange("seconds", .number(above: -1e-9, most: 1e9))
  static let wrongCount = NumberRange("wrong", .whole(0...1))
  /// A count that is added to others, and the sum of such counts.
  static let total = NumberRange("a count", .whole(0...JSONValue.largestInteger))
}
