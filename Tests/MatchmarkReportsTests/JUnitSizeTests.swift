import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Large JUnit reports", .exits)
struct JUnitSizeTests {
  #if os(Linux)
    @Test(
      "Memory for a JUnit report grows by less than 4 MB, however many cases it has",
      .timeLimit(.minutes(15)))
    func memory() async {
      // It is a process of its own, because otherwise other tests would be counted too.
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let suites = (0..<TestAmount.junitCaseCount / 10_000).map { suite in
          JUnitFixtures.suite(
            (0..<10_000).map { JUnitFixtures.passed("case \($0)", in: "a.\(suite)") })
        }
        let small = JUnitReport(name: "small", suites: Array(suites.prefix(1)))
        try JUnitWriter.write(small, to: folder.file("small"))
        try #require(ProcessMemory.resetPeak())
        let before = try #require(ProcessMemory.peakResidentSizeInBytes())
        let large = JUnitReport(name: "large", suites: suites)
        try JUnitWriter.write(large, to: folder.file("large"))
        let after = try #require(ProcessMemory.peakResidentSizeInBytes())
        let size = try FileReader.read(folder.file("large")).count
        #expect(size > 50 * TestAmount.junitCaseCount)
        #expect(after < before + 4_000_000, "\(before) bytes before, \(after) at the peak")
      }
    }
  #endif

  @Test("Output of 20 MB in a JUnit case or suite is truncated, and the file stays readable")
  func output() throws {
    let output = String(repeating: "\u{1B}[31m0123456789\u{1}\n", count: 20_000_000 / 17)
    let report = JUnitFixtures.report([
      JUnitCase(name: "a", classname: "b", time: .zero, systemOut: output)
    ])
    // In the dialect of Ant the output is in the suite.
    for (dialect, limit) in [(JUnitDialect.common, 70_000), (.ant, 1_100_000)] {
      let bytes = try JUnitWriter.render(report, dialect: dialect)
      let file = try JUnitFile(bytes)
      #expect(bytes.count < limit, "\(dialect)")
      #expect(file.counted.testCount == 1)
    }
  }
}
