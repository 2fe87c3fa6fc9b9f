import Foundation
import FuzzTargets
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// The documentation lists all fuzz targets and how long they were fuzzed.
@Suite("The page of fuzzing")
struct FuzzPageTests {
  @Test("lists every target with its figures; MATCHMARK_REWRITE=1 rewrites it")
  func page() throws {
    let path = "Sources/MatchmarkCore/MatchmarkCore.docc/Fuzzing.md"
    let url = WorkingCopy.root.appending(path: path)
    let page = try FuzzPage.text()
    if ProcessInfo.processInfo.environment["MATCHMARK_REWRITE"] == "1" {
      try page.write(to: url, atomically: true, encoding: .utf8)
    }
    let committed = try? String(contentsOf: url, encoding: .utf8)
    #expect(committed == page, "\(path) is out of date")
  }

  @Test("the outcome lists every target exactly once")
  func outcome() throws {
    let names = try FuzzOutcome.all().map(\.target)
    #expect(names == FuzzTarget.all.map(\.name).sorted())
  }

  @Test("the script knows exactly the existing targets")
  func script() throws {
    let outcome = try Child.run([WorkingCopy.path("scripts/fuzz"), "--list"])
    let expected = FuzzTarget.all.map { $0.name + "\n" }.sorted().joined()
    #expect(outcome.output == expected)
  }
}

/// The documentation page.
private enum FuzzPage {
  static func text() throws -> String {
    let outcomes = try FuzzOutcome.all()
    var lines = [
      "# Fuzzing", "",
      "What is fuzzed, what must hold, and for how long it has been fuzzed.",
      "",
      "## Overview",
      "",
      "All input from files, engines and people first reaches one of these boundaries. libFuzzer",
      "generates bytes for each of them, guided by code coverage. All code is instrumented for",
      "libFuzzer and for AddressSanitizer. `scripts/test --all` fuzzes each target for five",
      "seconds, and every run of the tests gives each target all of its seeds.",
      "`scripts/fuzz TARGET MINUTES` continues from earlier runs, and adds its figures to this",
      "page. `MATCHMARK_REWRITE=1 swift test --filter FuzzPageTests` generates the page.",
      "",
      "Minutes are processor time. A find is an input that once crashed, hung or violated what",
      "must hold. Once fixed, it stays among the seeds as `find-…`, so every run of the tests",
      "includes it.",
      "",
      "| Target | Boundary | What must hold, apart from no crash | Minutes | Inputs | Finds |",
      "|---|---|---|---|---|---|",
    ]
    for target in FuzzTarget.all.sorted(by: { $0.name < $1.name }) {
      guard let outcome = outcomes.first(where: { $0.target == target.name }) else { continue }
      let finds = try FuzzFiles.seeds(of: target).filter {
        $0.lastPathComponent.hasPrefix("find-")
      }
      lines.append(
        "| `\(target.name)` | \(target.boundary) | \(target.promise) | \(outcome.minutes) "
          + "| \(QuantityFormat.count(outcome.inputCount)) | \(finds.count) |")
    }
    let total = outcomes.map(\.inputCount).reduce(0, +)
    lines += [
      "",
      """
      In total, \(QuantityFormat.count(total)) inputs in \
      \(outcomes.map(\.seconds).reduce(0, +) / 60) minutes of processor time.
      """,
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The results of one target over all runs.
private struct FuzzOutcome {
  let target: String
  let seconds: Int
  let inputCount: Int

  var minutes: String { QuantityFormat.fixed(Double(seconds) / 60, digits: 1) }

  /// The lines of the file to which `scripts/fuzz` appends.
  static func all() throws -> [FuzzOutcome] {
    let url = WorkingCopy.root.appending(path: "Fixtures/fuzz/outcome.tsv")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      let cells = line.split(separator: "\t").map(String.init)
      try #require(cells.count == 3, "\(line)")
      return FuzzOutcome(
        target: cells[0], seconds: try #require(Int(cells[1])),
        inputCount: try #require(Int(cells[2])))
    }
  }
}
