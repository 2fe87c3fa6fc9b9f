import Foundation
import MatchmarkReports
import MatchmarkSystem

/// Writes a JUnit report of made-up cases and prints what that took: `scripts/junit-throughput`
/// compares it with the same cases written otherwise.
///
///     junit-throughput ready COUNT FILE    the cases are in memory before the time starts
///     junit-throughput lazy COUNT FILE     they are made one by one while they are written
///
/// One line is printed: wall seconds, processor seconds, bytes by which the peak of memory rose.
@main
enum JUnitThroughput {
  private static let suiteSize = 20_000

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, ["ready", "lazy"].contains(arguments[1]),
      let count = Int(arguments[2]), count > 0
    else {
      FileHandle.standardError.write(Data("usage: junit-throughput ready|lazy COUNT FILE\n".utf8))
      exit(64)
    }
    let report = JUnitReport(
      name: "bench", suites: suites(count, isReady: arguments[1] == "ready"))
    _ = ProcessMemory.resetPeak()
    let memory = ProcessMemory.residentSizeInBytes() ?? 0
    let (wall, processor) = (MonotonicClock.now(), clock())
    // One file, however large, as the others write it.
    try JUnitWriter.write(report, to: arguments[3], fileSizeInBytes: .max)
    let seconds = Double(MonotonicClock.now() - wall) / 1e9
    let processorSeconds = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    let peak = ProcessMemory.peakResidentSizeInBytes() ?? memory
    print(seconds, processorSeconds, peak - min(memory, peak))
  }

  private static func suites(_ count: Int, isReady: Bool) -> [JUnitSuite] {
    stride(from: 0, to: count, by: suiteSize).map { start in
      let number = start / suiteSize
      let classname = "corpus.json.decode.\(number)"
      let made = JUnitCases(count: min(suiteSize, count - start)) {
        testCase(start + $0, classname)
      }
      return JUnitSuite(
        name: "json.decode.\(number)", package: "corpus",
        timestamp: JUnitTimestamp(secondsSinceEpoch: 1_763_683_199), hostname: "ci-1",
        cases: isReady ? JUnitCases(Array(made)) : made)
    }
  }

  /// Every fiftieth case fails.
  private static func testCase(_ number: Int, _ classname: String) -> JUnitCase {
    let message = "ratio 1.31 > limit 1.10 (p50 4.02us vs 3.07us)"
    return JUnitCase(
      name: "twitter & canada <\(number)>", classname: classname,
      time: .microseconds(1_234 + number % 1_000),
      result: number % 50 == 0
        ? .failure(
          type: .benchmarkRegression, message: message, details: "Sources/Bench/Decode.swift:42")
        : .passed,
      systemOut: "p50=1.234us p99=2.010us ratio=0.97 (limit 1.10) n=\(number)")
  }
}
