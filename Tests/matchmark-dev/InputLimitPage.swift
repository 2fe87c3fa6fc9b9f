import MatchmarkCommand
import MatchmarkCore

/// The documentation page of all input limits, made from the constants that the checks use.
enum InputLimitPage {
  static func markdown() -> String {
    let parts = InputLimitList.groups.map { title, limits in
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
      "`\(limit.name)`", "\(limit.subject)", InputLimitList.amount(limit),
      isMessage(limit) ? "`\(limit.beyond.text)`" : limit.beyond.text,
      InputLimitList.exitCode(beyond: limit).map(String.init) ?? "",
    ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func isMessage(_ limit: InputLimit) -> Bool {
    if case .cut = limit.beyond { return false }
    return true
  }

  private static let beginning = """
    # Limits of Input

    The limits on what is read, asked, measured and written, and the error beyond each of them.

    ## Overview

    This page is generated: `./scripts/dev page limits` prints it from the constants and the
    errors in the code. One test exceeds each limit and expects the message shown here; another
    fails if the page is out of date. Files, positions and numbers in the messages are examples.
    If *Exit* is empty, the command continues. Targets for speed are on another page:
    <doc:Frontier>.

    \(RowMemory.promise)
    YAML is nested at most 1 000 deep. The last two tables are the numbers that options and suites
    take.

    """
}
