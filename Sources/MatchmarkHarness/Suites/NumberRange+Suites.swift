import MatchmarkDatasets

/// The settings of a suite.
extension NumberRange {
  private static let rounds = 1...1_000_000_000
  private static let seconds = Kind.seconds(most: longestSeconds)

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
  static let oracleShare = NumberRange("oracle-share", .number(above: 0, most: 0.9))
  static let needleBytes = NumberRange("needle-bytes", .whole(1...1_000_000))
  static let suiteBudget = NumberRange("budget", .time(most: longestSeconds))
  static let targetNumber = NumberRange("floor, goal", .number(above: 0, most: 1e15))
  static let targetTime = NumberRange("floor, goal", .time(most: longestSeconds))
}
