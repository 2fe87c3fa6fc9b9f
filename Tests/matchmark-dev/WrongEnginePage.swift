import MatchmarkTestSupport

/// The page of the wrong engines, from the results of their checks.
package struct WrongEnginePage {
  /// The last result of each check of each engine.
  private let trials: [String: WrongEngineTrial]

  package init(_ trials: [WrongEngineTrial]) {
    self.trials = Dictionary(
      trials.map { (Self.key($0.engine, $0.check), $0) }, uniquingKeysWith: { $1 })
  }

  private static func key(_ engine: String, _ check: WrongEngineTrial.Check) -> String {
    "\(engine) \(check.rawValue)"
  }

  /// The documentation page.
  package func markdown() -> String {
    let engines = WrongEngine.allCases
    let found = WrongEngineTrial.Check.allCases.map { check in
      let ofCheck = engines.compactMap { trials[Self.key($0.rawValue, check)] }
      return ofCheck.isEmpty ? "–" : "\(ofCheck.count(where: \.isFound)) of \(ofCheck.count)"
    }
    let rows = engines.map { engine in
      let cells = WrongEngineTrial.Check.allCases.map { cell(engine, $0) }
      return "| `\(engine.rawValue)` | \(engine.account.sentence) | \(engine.account.clause) | "
        + cells.joined(separator: " | ") + " |"
    }
    let last = "| **found** | | | \(found.joined(separator: " | ")) |"
    return (Self.introduction + rows + [last] + Self.gaps).joined(separator: "\n") + "\n"
  }

  private func cell(_ engine: WrongEngine, _ check: WrongEngineTrial.Check) -> String {
    guard let trial = trials[Self.key(engine.rawValue, check)] else { return "–" }
    guard trial.isFound else { return "no" }
    let tenths = Int((trial.seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private static let introduction = [
    "# Wrong engines",
    "",
    "Engines with mistakes that engines in use make, and the checks that find them.",
    "",
    "## Overview",
    "",
    "Each of these engines has one mistake: it cuts, escapes, splits or merges something that it",
    "should not. `faulty-engine NAME`, an executable among the tests, serves one of them. For each",
    "check that has been run, the table has the seconds until it found the engine, on two cores",
    "that also ran other work, or 'no':",
    "",
    "- **Steps**: `matchmark verify -- faulty-engine NAME`",
    "- **Cases**: `matchmark verify --conformance`",
    "- **Suite**: `matchmark verify smoke`",
    "- **Hunt**: `matchmark hunt --time \(WrongEngineTrial.huntSeconds)s --seed 1`, until the "
      + "first wrong answer",
    "",
    "`scripts/dev wrong-engines` runs the checks again, and `scripts/dev page wrong-engines`",
    "prints this page. A test requires that the cases find every engine. A dash is a check that",
    "has not been run.",
    "",
    "| Engine | What it does | Clause | Steps | Cases | Suite | Hunt |",
    "|---|---|---|---|---|---|---|",
  ]

  private static let gaps = [
    "",
    "## Gaps",
    "",
    "- **Suite**: it types towards titles of up to 300 rows, as people do. No title is long, has",
    "  markup, or begins with white space, no text has 32 terms, and no list has a thousand rows.",
    "  A suite measures; cases and hunts look for wrong answers.",
    "- **Steps**: the step-by-step check loads at most 1,001 rows, so that it ends within seconds.",
    "  An engine that loses rows after the 65,536th passes it. So does one that compares tokens in",
    "  normal form.",
    "- **Hunt**: a hunt draws what it asks, so an engine that is wrong about one length or value",
    "  is found sooner or later. In a hunt, scopes are numbers, which have no case.",
  ]
}
