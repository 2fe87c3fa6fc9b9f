import Testing

@Suite("Time")
struct WallClockTests {
  /// The code that may read the time of day: the first two put the time into a report, the first
  /// also tells whether an entry of the ledger has expired, and the last records when a stopped
  /// run measured a cell.
  private static let readers: Set<String> = [
    "Sources/MatchmarkCommand/ContextFacts.swift",
    "Sources/MatchmarkCommand/Conformance/CaseVerification.swift",
    "Sources/MatchmarkHarness/Run.swift",
  ]

  private static let readings = [
    "Date()", "Date.now", "Date(timeIntervalSinceNow", "CLOCK_REALTIME", "gettimeofday",
    "time(nil)", "SuspendingClock",
  ]

  /// Returns true if a line of code reads an adjustable clock.
  static func readsTimeOfDay(_ line: some StringProtocol) -> Bool {
    readings.contains { line.contains($0) }
  }

  @Test("Only three known files read the time of day")
  func places() throws {
    var found: Set<String> = []
    for file in try Repository.swiftFiles(under: "Sources")
    where file.code.contains(where: Self.readsTimeOfDay) {
      found.insert(file.path)
    }
    #expect(found == Self.readers)
  }

  /// Returns true if code reads the clock and asks a matcher, as code that times keystrokes must.
  static func timesKeystrokes(_ code: [Substring]) -> Bool {
    code.contains { $0.contains("MonotonicClock.now()") }
      && code.contains { $0.contains(/\bcursor\??\.answer\(/) }
  }

  @Test("Keystrokes are timed in only one place")
  func window() throws {
    let found = try Repository.swiftFiles(under: "Sources")
      .filter { Self.timesKeystrokes($0.code) }.map(\.path)
    #expect(found == ["Sources/MatchmarkEngines/Window/TimedWindow.swift"])
    #expect(Self.timesKeystrokes(["MonotonicClock.now()", "try? cursor?.answer(a, into: &b)"]))
    #expect(!Self.timesKeystrokes(["MonotonicClock.now()", "contender.answer(a, into: &b)"]))
  }

  @Test("Code that reads the time of day is noticed")
  func noticed() {
    for line in ["let a = Date()", "Date.now", "clock_gettime(CLOCK_REALTIME, &a)", "time(nil)"] {
      #expect(Self.readsTimeOfDay(line))
    }
    for line in ["MonotonicClock.now()", "Date(text)", "Timestamp(1)", "update()"] {
      #expect(!Self.readsTimeOfDay(line))
    }
  }
}
