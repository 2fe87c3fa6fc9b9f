import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// A monstrous record in every format is well-formed and within the stated limits.
@Suite("A huge, hostile record", .timeLimit(.minutes(15)))
struct MonsterRecordTests {
  private static let caseCount = 50_000 / TestAmount.monsterDivisor
  private static let equalNameCount = 100_000 / TestAmount.monsterDivisor
  private static let outputSizeInBytes = 20_000_000 / TestAmount.monsterDivisor
  private static let nameSizeInBytes = 1_000_000 / TestAmount.monsterDivisor

  private static let controls = String(
    String.UnicodeScalarView((0...0x9F).compactMap { Unicode.Scalar($0) })
      + String.UnicodeScalarView("\u{FFFE}\u{FFFF}\u{202E}".unicodeScalars))

  /// Equal cells of six cases each; the first has names of 1 MB, messages of every control
  /// character, and an engine that has written 20 MB.
  private static let record: RunRecord = {
    typealias Fixtures = RecordFixtures
    let plain = Fixtures.cell([
      Fixtures.matcher("a", time: 100, ratio: 1),
      Fixtures.matcher("b", .voided, reason: controls, wrong: [Fixtures.counterexample(1)]),
    ])
    var first = plain
    let name = String(repeating: "<n&me> ", count: nameSizeInBytes / 7)
    first.corpus.name = name
    first.matchers[0].id = name
    var example = Fixtures.counterexample(1)
    example.difference = controls
    example.firstRowText = name
    example.replay?.corpus = controls
    example.shrunk = controls
    first.matchers[1].counterexamples = [example]
    var lost = Fixtures.matcher("lost", .errored, reason: controls)
    var failure = EngineFailure(
      .crashed, in: .query, got: controls, expected: name, requestLine: name)
    failure.standardErrorTail = String(
      repeating: "\u{1B}[31m0123456789\u{1}\n", count: outputSizeInBytes / 17)
    lost.engine = EngineRecord(failure: failure)
    first.matchers.append(lost)
    let cells = [first] + Array(repeating: plain, count: caseCount / 6)
    return Fixtures.record(cells, warnings: [controls, name])
  }()

  @Test(
    "The JUnit report of a huge record is consistent, with every case under a unique name",
    arguments: JUnitDialect.allCases)
  func junit(dialect: JUnitDialect) throws {
    let bytes = try JUnitWriter.render(JUnitReport(Self.record), dialect: dialect)
    #expect(try Self.check(bytes) >= Self.caseCount)
  }

  /// The number of cases in a file; they are short, and unique within suite and class.
  private static func check(_ bytes: [UInt8]) throws -> Int {
    #expect(try JUnitFile(bytes).isConsistent)
    var suites: Set<String> = []
    var cases: Set<[String]> = []
    var count = 0
    for event in try readAll(bytes) {
      guard case .start(let name, let attributes) = event else { continue }
      #expect(attributes.values.allSatisfy { $0.utf8.count <= 4_096 })
      if name == "testsuite" {
        #expect(suites.insert(attributes["name"] ?? "").inserted)
        cases = []
      } else if name == "testcase" {
        count += 1
        let key = [attributes["classname"] ?? "", attributes["name"] ?? ""]
        #expect(cases.insert(key).inserted, "\(key)")
      }
    }
    return count
  }

  @Test("Thousands of equal JUnit names become unique names in suites of at most 20 000")
  func equalNames() throws {
    let suite = JUnitFixtures.suite(
      Array(repeating: JUnitFixtures.passed("same"), count: Self.equalNameCount))
    let bytes = try JUnitWriter.render(JUnitReport(name: "r", suites: [suite]))
    #expect(try Self.check(bytes) == Self.equalNameCount)
    let file = try JUnitFile(bytes)
    #expect(file.suites.allSatisfy { $0.counted.testCount <= 20_000 })
    #expect(file.suites.first?.name == suite.name)
  }

  @Test("The HTML page of a huge record is smaller than 2 MB")
  func html() throws {
    let bytes = try HTMLRenderer(Document(Self.record)).render()
    #expect(bytes.count < 2_000_000)
    let document = try XMLDocument(Array(bytes.dropFirst("<!DOCTYPE html>\n".utf8.count)))
    #expect(try document.count("//main") == 1)
    #expect(
      try document.values("//p[@class='note']").contains { $0.hasSuffix("more are in the record.") }
    )
  }

  @Test("The Markdown report of a huge record stays below 1 MiB, without control characters")
  func markdown() {
    let text = MarkdownRenderer(Document(Self.record)).render()
    #expect(text.utf8.count < 1 << 20)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("The result document of a huge record can be read by a reader with limits")
  func result() throws {
    let bytes = try ResultReport(Self.record).render()
    var cellCount = 0
    for event in try readAll(bytes) {
      if case .start("cell", _) = event { cellCount += 1 }
      if case .text(let text) = event { #expect(text.utf8.count <= 1 << 20) }
    }
    #expect(cellCount == Self.record.cells.count)
    let output = String(decoding: bytes, as: UTF8.self)
    #expect(TestAmount.monsterDivisor > 1 || output.contains("bytes left out]"))
  }

  @Test("A huge record is read back whole, and its table has a line for each sample")
  func record() throws {
    let copy = try RunRecord(decoding: try Self.record.encoded())
    #expect(copy.cells.count == Self.record.cells.count)
    #expect(copy.cells[0].matchers[2].engine == Self.record.cells[0].matchers[2].engine)
    let lines = SampleTable(Self.record).render().split(separator: 0x0A)
    #expect(lines.count == 1 + 3 * Self.record.cells.count)
  }

  @Test("The terminal report of a huge record has no control characters except its colours")
  func terminal() {
    let plain = TerminalRenderer(Document(Self.record), style: TextStyle(isColoured: false)).lines()
    let coloured = TerminalRenderer(Document(Self.record), style: TextStyle(isColoured: true))
      .lines()
    let ours = /\u{1B}\[(0|1|2|32|33|1;31)m/
    for line in plain + coloured.map({ $0.replacing(ours, with: "") }) {
      let controls = line.unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x7F }
      #expect(controls.isEmpty, "\(line.prefix(80).debugDescription)")
    }
  }
}
