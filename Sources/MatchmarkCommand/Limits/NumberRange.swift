import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkSystem

extension NumberRange {
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

  static let tooManySizes = "got more than \(sizeLimit) --sizes, expected no more"

  /// Reads sizes, separated by commas.
  static func sizes(_ text: String) throws -> [ListSize] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let sizes = try parts.map { part in
      guard let size = ListSize(part) else {
        throw ValidationError(
          (part.hasSuffix("x") ? multiple : size).complaint(part)
            + ", or a multiple of the rows of a file such as 10x")
      }
      return size
    }
    guard sizes.count <= sizeLimit else { throw ValidationError(tooManySizes) }
    return sizes.uniqued
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
  private static let rounds = 1...1_000_000_000
  private static let seconds = Kind.seconds(most: longestSeconds)

  static let sessionsOption = NumberRange("--sessions", .whole(1...100_000))
  static let roundsOption = NumberRange("--rounds", .whole(rounds))
  static let paceTime = NumberRange("--pace-time", seconds)
  static let loopTime = NumberRange("--for", seconds)
  static let timeout = NumberRange("--timeout", seconds)
  static let budget = NumberRange("--budget", .time(most: longestSeconds))
  static let floor = NumberRange("--floor", .share(0...10))
  static let qualityNeedles = NumberRange("--needles", .whole(1...LabelFile.labelLimit))
  static let shownRows = NumberRange("--limit", .whole(0...Int(UInt32.max)))
  static let listedRows = NumberRange("--rows", .whole(0...Int(UInt32.max)))
  static let repetitions = NumberRange("--repeat", .whole(1...EngineLimits.repeatCount))
  static let huntTime = NumberRange("--time", seconds)
  static let huntCases = NumberRange("--cases", .whole(1...NumberRange.caseLimit))
  static let huntFirst = NumberRange("--first", .whole(0...NumberRange.caseLimit))
  static let huntRows = NumberRange("--rows", .whole(0...HuntCase.rowLimit))
  static let unitCases = NumberRange("--unit-cases", .whole(1...NumberRange.caseLimit))
  static let unitTime = NumberRange("--unit-time", seconds)
  static let shards = NumberRange("--shard", .whole(1...1_000_000))
  static let huntWorkers = NumberRange("--workers", .whole(1...HuntCommand.workerLimit))
}
