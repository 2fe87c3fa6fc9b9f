import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("A result on one screen")
struct ScreenTests {
  private typealias Fixtures = RecordFixtures

  static let widths = [80, 100, 140]

  /// The cells of the default suite: five families, three profiles, three sizes, and the apps of
  /// the specification.
  private static var defaultSuite: RunRecord {
    var cells: [CellRecord] = []
    for family in ["titles", "people", "places", "identifiers", "cjk"] {
      for profile in [SearchProfile.titles, .titlesPrefix, .titlesWord] {
        for size in [1_000, 10_000, 100_000] {
          cells.append(cell("\(family)-\(size)", family, size, profile))
        }
      }
    }
    for (index, name) in ["world", "products", "plans", "architecture", "catalogue"].enumerated() {
      cells.append(cell(name, name, 8 + index, .titles))
    }
    return Fixtures.record(
      cells,
      warnings: [
        "the machine was busy before the run (load 2.5, 2 cores); close other programs and run "
          + "again",
        "inverted-index on titles-1000.titles-prefix (and 27 more) cannot be distinguished from "
          + "linear-scan: the interval is wider than the difference",
        "a third warning", "a fourth warning",
      ])
  }

  private static func cell(
    _ name: String, _ family: String, _ size: Int, _ profile: SearchProfile
  ) -> CellRecord {
    var slow = Fixtures.measured("foundation-filter", time: size * 500, ratio: 500)
    slow.isSampled = true
    let sorted =
      profile.name == "titles"
      ? Fixtures.matcher("sorted-prefix", .skipped, reason: "finds nothing inside a word")
      : Fixtures.measured("sorted-prefix", time: 5_000, ratio: 0.25)
    var cell = Fixtures.cell(
      [
        Fixtures.measured("linear-scan", time: size * 2, ratio: 1), sorted,
        Fixtures.measured("inverted-index", time: 20_000, ratio: 0.5), slow,
      ], rowCount: size, profile: profile)
    cell.corpus.name = name
    cell.corpus.family = family
    cell.noise = NoiseRecord(
      matcher: "linear-scan", ratio: Fixtures.interval(1.01, 0.99, 1.04), packedSamples: "")
    return cell
  }

  private static func stored(_ name: String) throws -> RunRecord {
    let file = URL(filePath: WorkingCopy.path("reports/\(name)/record.json"))
    return try RunRecord(decoding: Array(Data(contentsOf: file)))
  }

  private func lines(
    _ record: RunRecord, width: Int?, details: Bool = false
  ) -> [String] {
    TerminalRenderer(
      Document(record), style: TextStyle(isColoured: false), details: details, width: width
    ).lines()
  }

  private func expectFit(_ lines: [String], _ width: Int, _ name: String) {
    let wide = lines.filter { TerminalText.width($0) > width }
    #expect(wide.isEmpty, "\(name) at \(width): \(wide)")
    // A group of digits or a unit at the start of a line was torn from its number.
    let torn = lines.filter {
      $0.contains(/^ *(000|ns|µs|ms)\b/) && !$0.hasPrefix("matching")
    }
    #expect(torn.isEmpty, "\(name) at \(width): \(torn)")
  }

  @Test("A result takes at most 40 terminal lines, none wider than the terminal", arguments: widths)
  func fits(width: Int) throws {
    for (name, record) in [
      ("default", Self.defaultSuite), ("peers", try Self.stored("peers")),
      ("frontier", try Self.stored("frontier")),
    ] {
      let lines = lines(record, width: width)
      #expect(lines.count <= TerminalRenderer.screenHeight, "\(name) at \(width)")
      expectFit(lines, width, name)
      #expect(lines.last?.isEmpty == false)
    }
  }

  @Test("The details show everything, and no line is wider than the terminal", arguments: widths)
  func details(width: Int) throws {
    let lines = lines(Self.defaultSuite, width: width, details: true)
    #expect(lines.count > 200)
    #expect(lines.allSatisfy { TerminalText.width($0) <= width })
    #expect(lines.contains { $0.hasPrefix("warning: a fourth warning") })
  }

  @Test("The terminal marks the fastest matchers, and states skips and noise once")
  func summary() throws {
    let lines = lines(Self.defaultSuite, width: 100)
    let marked = lines.filter { $0.hasPrefix("▸") }
    #expect(marked.count == 3)
    #expect(marked[0].contains("contains") && marked[0].contains("inverted-index"))
    #expect(marked[1].contains("prefix") && marked[1].contains("sorted-prefix"))
    #expect(lines.filter { $0.hasPrefix("noise: ") }.count == 1)
    #expect(
      lines.filter {
        $0.hasPrefix("sampled: foundation-filter (50); skipped: sorted-prefix (20), of 50 cells")
      }.count == 1)
    #expect(lines.contains { $0.contains("foundation-filter") && $0.contains("50.0 ms") })
    #expect(lines.contains("2 more warnings: --details"))
    #expect(!lines.joined().contains("1 cells"))
  }

  @Test("A narrow terminal shows fewer sizes, and keeps the largest")
  func narrow() throws {
    let wide = try #require(lines(Self.defaultSuite, width: 140).first { $0.contains("matching") })
    let small = try #require(lines(Self.defaultSuite, width: 76).first { $0.contains("matching") })
    #expect(wide.contains(" 1 000 rows") && !small.contains(" 1 000 rows"))
    #expect(small.contains("100 000 rows"))
  }

  @Test("A run that fits the terminal is shown in full, without empty columns")
  func small() {
    let record = Fixtures.record([
      Fixtures.cell([Fixtures.matcher("linear-scan", .verified, reason: nil)])
    ])
    let lines = lines(record, width: 80)
    #expect(lines.contains { $0.contains("matcher") && $0.contains("1 000 rows") })
    #expect(!lines.contains { $0.contains("ratio") })
  }

  @Test("The terminal names a failure and its command before the recommendation")
  func failureLines() throws {
    let lines = lines(Fixtures.mixed, width: 80)
    let verdict = try #require(lines.firstIndex { $0.hasPrefix("wrong: ") })
    let blame = try #require(
      lines.firstIndex { $0.hasPrefix("  wrong on titles-1000.titles: ") })
    let command = try #require(lines.firstIndex { $0.hasPrefix("    show it: ") })
    let choice = try #require(lines.firstIndex { $0.hasPrefix("Choose ") })
    #expect(verdict < blame && blame < command && command < choice)
    // A command stays on one line, so that it can be copied.
    #expect(lines[command].hasSuffix(Fixtures.replayLine))
  }

  @Test("Wide characters count as two columns of a terminal")
  func wide() {
    #expect(TerminalText.width("東京") == 4)
    #expect(TerminalText.width("e\u{301}") == 1)
    #expect(TerminalText.clipped("東京都", to: 5) == "東京…")
  }
}
