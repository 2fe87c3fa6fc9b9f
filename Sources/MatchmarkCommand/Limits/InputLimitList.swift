import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSession

/// The limits of all rooms, for `list` and for the page of the documentation.
package enum InputLimitList {
  /// The limits by what they are about.
  package static let groups: [(title: String, limits: [InputLimit])] = [
    ("Queries and corpora", InputLimit.core + InputLimit.datasets),
    ("Search fields, traces and cases", InputLimit.session + InputLimit.conformance),
    ("Files and arguments", InputLimit.command),
    ("Engines", InputLimit.engines),
    ("Runs and reports", InputLimit.measurement + InputLimit.harness + InputLimit.reports),
  ]

  /// Every limit.
  package static var all: [InputLimit] { groups.flatMap(\.limits) }

  /// The code with which a command ends beyond a limit; nil where it goes on.
  package static func exitCode(beyond limit: InputLimit) -> Int32? {
    switch limit.beyond {
    case .misused: ExitStatus.usage.rawValue
    case .refused: ExitStatus.couldNotRun.rawValue
    case .faulted: ExitStatus.engine.rawValue
    case .answered, .cut: nil
    }
  }

  /// Name and value, and what is limited; what is said beyond stands on a line of its own.
  static func entries() -> [(String, String)] {
    all.map { limit in
      (limit.name, "\(amount(limit)): \(limit.subject); beyond: \(consequence(limit))")
    }
  }

  /// The page of the documentation.
  package static func page() -> String {
    let parts = groups.map { title, limits in
      "## \(title)\n\n| Limit | Of | At most | Beyond it | Exit |\n|---|---|--:|---|--:|\n"
        + limits.map(row).joined()
    }
    return
      ([beginning] + parts + [
        ranges("Numbers of options", NumberRange.options),
        ranges("Numbers of suites", NumberRange.settings),
      ]).joined(separator: "\n")
  }

  private static func ranges(_ title: String, _ ranges: [NumberRange]) -> String {
    "## \(title)\n\n| Name | Takes |\n|---|---|\n"
      + ranges.map { "| `\($0.name)` | \($0.expectation) |\n" }.joined()
  }

  private static func row(_ limit: InputLimit) -> String {
    let cells = [
      "`\(limit.name)`", "\(limit.subject)", amount(limit),
      isMessage(limit) ? "`\(limit.beyond.text)`" : limit.beyond.text,
      exitCode(beyond: limit).map(String.init) ?? "",
    ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func consequence(_ limit: InputLimit) -> String {
    let exit = exitCode(beyond: limit).map { " (exit \($0))" } ?? ""
    return limit.beyond.text + exit
  }

  private static func isMessage(_ limit: InputLimit) -> Bool {
    if case .cut = limit.beyond { return false }
    return true
  }

  /// `65 536 bytes (64 KiB)`.
  private static func amount(_ limit: InputLimit) -> String {
    let count = QuantityFormat.count(limit.value)
    let size = limit.unit == .bytes ? roundSize(limit.value).map { " (\($0))" } ?? "" : ""
    return [count, limit.unit.rawValue].filter { !$0.isEmpty }.joined(separator: " ") + size
  }

  /// The size in the largest unit of which it is a whole number.
  private static func roundSize(_ bytes: Int) -> String? {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    return units.first { bytes % $0.1 == 0 }.map { "\(bytes / $0.1) \($0.0)" }
  }

  private static let beginning = """
    # Limits of Input

    The limits of what is read, asked, measured and written, and what is said beyond each.

    ## Overview

    This page is generated: `./matchmark list limits --page` prints it, from the constants that the
    checks compare with and the errors that they throw. A test goes beyond each limit and sees the
    message that stands here, and another fails while the page is out of date. Files, places and
    numbers in the messages are examples. Where *Exit* is empty the command goes on. How fast
    matchers are, and how fast they want to be, is another page: <doc:Limits>.

    \(RowMemory.promise)
    YAML is nested at most 1 000 deep. The last two tables are the numbers that options and suites
    take.

    """
}
