import Foundation
import MatchmarkTestSupport
import Testing

@Suite("Growing corpora")
struct GrowthCommandTests {
  @Test("growth is fitted, and a capacity has both bounds")
  func growth() throws {
    let folder = try TemporaryFolder()
    let common = [
      "--sessions", "1", "--max-time", "0.01", "--allow-debug", "--no-progress", "-e",
      "linear-scan",
    ]
    let scaling = try Program.matchmark.run(
      ["scaling", "--from", "50", "--to", "800", "--factor", "4"] + common, in: folder.path)
    #expect(scaling.code == 0, "\(scaling.errors)")
    #expect(scaling.output.contains(/linear-scan .* rows\^-?[0-9.]+ \[/))
    #expect(scaling.output.contains("800 rows"))
    let capacity = try Program.matchmark.run(
      ["capacity", "--from", "10", "--limit", "200", "--budget", "10s"] + common, in: folder.path)
    #expect(capacity.code == 0, "\(capacity.errors)")
    #expect(capacity.output.contains("linear-scan: within 10.0 s up to 200 rows"))
    #expect(try folder.names() == [])
    for wrong in [
      ["scaling", "--from", "5", "--to", "2"], ["scaling", "--corpus", "no one"],
      ["capacity", "--budget", "8"], ["capacity", "--profile", "no one"],
    ] {
      #expect(
        try Program.matchmark.run(wrong + ["--allow-debug"], in: folder.path).code == 64,
        "\(wrong)")
    }
  }

  @Test("the search for capacities continues after a matcher that declines, while any is left")
  func capacityOfMany() throws {
    let folder = try TemporaryFolder()
    let options = [
      "capacity", "--from", "10", "--limit", "20", "--budget", "10s", "--sessions", "1",
      "--max-time", "0.01", "--allow-debug", "--no-progress",
    ]
    let many = try Program.matchmark.run(
      options + ["-e", "sorted-prefix", "-e", "inverted-index"], in: folder.path)
    // Both were asked for.
    #expect(many.code == 6, "\(many.errors)")
    #expect(many.output.contains("sorted-prefix: skipped, a sorted array cannot find 'title'"))
    #expect(many.output.contains("inverted-index: within 10.0 s up to 20 rows"))
    let none = try Program.matchmark.run(options + ["-e", "sorted-prefix"], in: folder.path)
    #expect(none.code == 6)
    #expect(none.output.contains("sorted-prefix: skipped, "))
    #expect(none.errors.contains("nothing was compared: sorted-prefix answers none of the rows"))
  }
}
