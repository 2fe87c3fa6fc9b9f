/// Mistakes in the targets of a suite and in the participants of its cells.
extension BadInput {
  /// A suite with one cell and these lines after it.
  private static func suite(
    _ name: String, cell: String = "", _ lines: String, _ complaint: [String]
  ) -> BadInput {
    let text = """
      why: x
      delivery: [page, count]
      matchers: [linear-scan, inverted-index]
      cells:
        - {generators: titles, rows: [1, 10], profiles: titles\(cell)}
      \(lines)

      """
    return BadInput(
      name: "a suite: \(name)", files: ["suite.yaml": Array(text.utf8)],
      arguments: ["run", "suite.yaml", "--dry-run"],
      complaint: complaint.prefix(1).map { "suite.yaml:" + $0 } + complaint.dropFirst())
  }

  private static func target(_ name: String, _ entry: String, _ complaint: [String]) -> BadInput {
    suite("a target: \(name)", "targets:\n  - {\(entry)}", complaint)
  }

  private static let start =
    "what: w, participant: linear-scan, statistic: p99, cells: titles-1.titles"

  static let targets = [
    target("an unknown key", "wat: w", ["7:6: got key 'wat', expected one of what, participant"]),
    target("no name", "statistic: p99", ["7:5: missing key 'what', expected a sentence"]),
    target(
      "an unknown participant", "what: w, participant: liner-scan, statistic: p99",
      ["7:28: got participant 'liner-scan'", "did you mean 'linear-scan'?"]),
    target(
      "an unknown statistic", "what: w, participant: linear-scan, statistic: p98",
      ["7:52: got 'p98', expected one of p50, p99, p50-growth"]),
    target(
      "an unknown cell", "what: w, participant: linear-scan, statistic: p99, cells: title-1.titles",
      ["7:64: got cell 'title-1.titles'"]),
    target("no floor", "\(start), goal: 1ms", ["7:5: missing key 'floor'"]),
    target(
      "a time without a unit", "\(start), floor: 1, goal: 1ms",
      ["7:88: got '1', expected a time above 0, at most 1000000s, with its unit from 1 second on"]),
    target(
      "a time where a ratio is due", "\(start), incumbent: inverted-index, floor: 1ms, goal: 1",
      ["7:115: got '1ms', expected a number above 0"]),
    target(
      "a goal above the floor", "\(start), floor: 1ms, goal: 2ms",
      ["7:99: got a goal above the floor"]),
    target(
      "itself as its incumbent", "\(start), incumbent: linear-scan, floor: 1, goal: 1",
      ["7:92: got 'linear-scan' as its own incumbent"]),
    target(
      "a delivery that is not timed", "\(start), delivery: rows, floor: 1ms, goal: 1ms",
      ["7:91: got delivery 'rows', expected one of page, count"]),
    target(
      "an unknown kind of session", "\(start), kinds: [wort], floor: 1ms, goal: 1ms",
      ["7:89: got 'wort'"]),
    target(
      "needles without a bound", "\(start), needle-bytes: {}, floor: 1ms, goal: 1ms",
      ["7:95: got no bound, expected 'at-least' or 'at-most'"]),
    target(
      "needles that are none", "\(start), needle-bytes: {at-least: 3, at-most: 2}",
      ["7:95: got 'at-most' below 'at-least'"]),
    target(
      "keystrokes of a building",
      start.replacing("p99", with: "index-size") + ", kinds: word",
      ["7:95: got 'kinds' with 'index-size', expected none"]),
    target(
      "growth over one size",
      "what: w, participant: linear-scan, statistic: p99-growth, cells: titles-1.titles",
      ["7:5: got 1 of the cells of a growth, expected three sizes or more"]),
    suite(
      "a target twice",
      "targets:\n  - &t {\(start), floor: 1ms, goal: 1ms}\n  - *t",
      ["7:5: got the target 'w' twice"]),
    suite(
      "a cell without an engine that the suite has not", cell: ", engines: duckdb", "",
      ["5:68: got engine of this suite 'duckdb'"]),
    suite(
      "a cell with a matcher that the suite has not", cell: ", matchers: [sorted-prefix]", "",
      ["5:70: got matcher of this suite 'sorted-prefix', expected one of linear-scan"]),
    suite(
      "an unknown kind of session", cell: ", sessions: {word: 2, whole-titel: 1}", "",
      ["5:79: got key 'whole-titel'", "did you mean 'whole-title'?"]),
    suite(
      "no session of a kind", cell: ", sessions: {word: 0}", "",
      ["5:76: got '0', expected a whole number from 1 to "]),
  ]
}
