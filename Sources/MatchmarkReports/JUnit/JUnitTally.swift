/// How many cases ended how: numbers of cases, not of issues.
struct JUnitTally: Hashable {
  /// All cases, skipped ones too.
  var testCount = 0
  var failureCount = 0
  var errorCount = 0
  var skippedCount = 0

  /// Counts a case that ended with `result`.
  mutating func add(_ result: JUnitResult) {
    testCount += 1
    switch result {
    case .passed: break
    case .skipped: skippedCount += 1
    case .failure: failureCount += 1
    case .error: errorCount += 1
    }
  }

  /// Adds the numbers of another tally.
  mutating func add(_ other: JUnitTally) {
    testCount += other.testCount
    failureCount += other.failureCount
    errorCount += other.errorCount
    skippedCount += other.skippedCount
  }
}

/// What stands in a suite's tag, before its cases.
struct JUnitSummary: Hashable {
  var tally = JUnitTally()
  var time = Duration.zero

  init() {}

  mutating func add(_ other: JUnitSummary) {
    tally.add(other.tally)
    time += other.time
  }

  mutating func add(_ testCase: JUnitCase) {
    tally.add(testCase.result)
    time += max(.zero, testCase.time)
  }
}
