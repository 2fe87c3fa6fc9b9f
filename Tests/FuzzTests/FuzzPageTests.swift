import Foundation
import FuzzTargets
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// The results of fuzzing, and the sentence about them in the documentation.
@Suite("The outcome of fuzzing")
struct FuzzPageTests {
  @Test("The page about hunting says how much was fuzzed and how many finds there were")
  func total() throws {
    let path = "Sources/MatchmarkCore/MatchmarkCore.docc/Hunting.md"
    let page = try String(contentsOf: WorkingCopy.root.appending(path: path), encoding: .utf8)
    let outcomes = try FuzzOutcome.all()
    let finds = try FuzzTarget.all.flatMap(FuzzFiles.seeds).count {
      $0.lastPathComponent.hasPrefix("find-")
    }
    let inputs = QuantityFormat.count(outcomes.map(\.inputCount).reduce(0, +))
    let minutes = outcomes.map(\.seconds).reduce(0, +) / 60
    let expected =
      "\(inputs) inputs of \(outcomes.count) targets in \(minutes) minutes of processor time, with "
      + "\(finds) finds"
    #expect(page.replacing("\n", with: " ").contains(expected), "\(path) lacks: \(expected)")
  }

  @Test("The file of fuzzing outcomes lists every fuzz target exactly once")
  func outcome() throws {
    let names = try FuzzOutcome.all().map(\.target)
    #expect(names == FuzzTarget.all.map(\.name).sorted())
  }

  @Test("scripts/fuzz --list names exactly the existing fuzz targets")
  func script() throws {
    let outcome = try Child.run([WorkingCopy.path("scripts/fuzz"), "--list"])
    let expected = FuzzTarget.all.map { $0.name + "\n" }.sorted().joined()
    #expect(outcome.output == expected)
  }
}

/// The results of one target over all runs.
private struct FuzzOutcome {
  let target: String
  let seconds: Int
  let inputCount: Int

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
