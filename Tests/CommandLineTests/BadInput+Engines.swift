/// Mistakes with engines, the ledger and suites with engines.
extension BadInput {
  private static func ledger(
    _ name: String, _ entry: String, _ complaint: [String]
  ) -> BadInput {
    BadInput(
      name: "a ledger: \(name)",
      files: ["ledger.yaml": Array("divergences:\n  - \(entry)\n".utf8)],
      arguments: ["verify", "--corpus", "titles-10", "--divergences", "ledger.yaml"],
      complaint: complaint.map { "ledger.yaml:" + $0 })
  }

  private static let rest = "reason: r, link: 'https://a.example', expires: 2030-01-01}"
  private static let query = "query: {text: a, profile: titles}"

  static let ledgers = [
    ledger(
      "an unknown key", "{engine: linear-scan, clauze: X4, \(rest)",
      ["2:27: got key 'clauze', expected one of engine, clause, query"]),
    ledger(
      "an unknown engine", "{engine: liner-scan, clause: X4, \(rest)",
      ["2:14: got engine 'liner-scan', expected one of linear-scan"]),
    ledger(
      "an unknown clause", "{engine: linear-scan, clause: Q99, \(rest)",
      ["2:35: got clause 'Q99', expected one of Q1"]),
    ledger(
      "neither clause nor query", "{engine: linear-scan, \(rest)",
      ["2:5: expected either 'clause' or 'query'"]),
    ledger(
      "both clause and query", "{engine: linear-scan, clause: X4, \(query), \(rest)",
      ["2:5: expected either 'clause' or 'query'"]),
    ledger(
      "a query without a profile", "{engine: linear-scan, query: {text: a}, \(rest)",
      ["2:34: expected both 'text' and 'profile'"]),
    ledger(
      "no reason",
      "{engine: linear-scan, \(query), link: 'https://a.example', expires: 2030-01-01}",
      ["2:5: missing key 'reason'"]),
    ledger(
      "a reason that says nothing",
      "{engine: linear-scan, \(query), reason: ' ', link: 'https://a.xyz', expires: 2030-01-01}",
      ["2:70: got nothing, expected text"]),
    ledger(
      "a link that is none",
      "{engine: linear-scan, \(query), reason: r, link: example.org, expires: 2030-01-01}",
      ["2:79: got 'example.org', expected an address that begins with https://"]),
    ledger(
      "a day that is none",
      "{engine: linear-scan, \(query), reason: r, link: 'https://a.example', expires: 2030-02-30}",
      ["2:109: got '2030-02-30', expected a day such as 2027-06-30"]),
    ledger(
      "the same twice",
      "{engine: linear-scan, \(query), \(rest)\n  - {engine: linear-scan, \(query), \(rest)",
      ["3:5: got this disagreement of 'linear-scan' twice, expected it only once"]),
    BadInput(
      name: "a ledger: another key at its top", files: ["ledger.yaml": Array("entries: []\n".utf8)],
      arguments: ["run", "smoke", "--dry-run", "--divergences", "ledger.yaml"],
      complaint: ["ledger.yaml:1:1: got key 'entries', expected one of divergences"]),
    BadInput(
      name: "a ledger that is not there",
      arguments: ["run", "smoke", "--dry-run", "--divergences", "none.yaml"],
      complaint: ["none.yaml", "No such file"]),
  ]

  private static let engineFile: [String: [UInt8]] = [
    "e.yaml": Array(
      """
      engines:
        - {id: mine, summary: s, command: [sh], version: [echo, '1'], install: none}

      """.utf8)
  ]

  private static let named = ["--corpus", "titles-10", "--engine-file", "e.yaml"]

  static let engines = [
    BadInput(
      name: "an unknown engine", files: engineFile,
      arguments: ["verify"] + named + ["--engine", "mini"], code: 64,
      complaint: ["got engine 'mini'", "did you mean 'mine'?"]),
    BadInput(
      name: "an unknown engine among the matchers", files: engineFile,
      arguments: ["verify"] + named + ["-e", "mini"], code: 64,
      complaint: ["got matcher 'mini'", "expected one of linear-scan", "did you mean 'mine'?"]),
    BadInput(
      name: "an unknown engine that is required", files: engineFile,
      arguments: ["run", "--dry-run"] + named + ["--require", "mine,mini"], code: 64,
      complaint: ["got engine 'mini'", "did you mean 'mine'?"]),
    BadInput(
      name: "an engine with the name of a matcher",
      files: [
        "e.yaml": Array(
          """
          engines:
            - {id: linear-scan, summary: s, command: [sh], version: [sh], install: none}

          """.utf8)
      ],
      arguments: ["verify"] + named,
      complaint: ["got engine 'linear-scan', expected a name that no matcher or ranker has"]),
    BadInput(
      name: "a timeout of nothing", arguments: ["run", "smoke", "--timeout", "0"], code: 64,
      complaint: ["got --timeout 0, expected a time above 0, at most 1000000 seconds"]),
    BadInput(
      name: "a delivery twice",
      files: ["s.yaml": Array("why: x\ndelivery: [page, page]\ncells: []\n".utf8)],
      arguments: ["run", "s.yaml", "--dry-run"],
      complaint: ["s.yaml:2:18: got the delivery 'page' twice"]),
    BadInput(
      name: "a delivery that is none",
      files: ["s.yaml": Array("why: x\ndelivery: [page, pages]\ncells: []\n".utf8)],
      arguments: ["run", "s.yaml", "--dry-run"],
      complaint: ["s.yaml:2:18: got 'pages'", "did you mean 'page'?"]),
    BadInput(
      name: "no delivery", files: ["s.yaml": Array("why: x\ndelivery: []\ncells: []\n".utf8)],
      arguments: ["run", "s.yaml", "--dry-run"],
      complaint: ["s.yaml:2:11: got no delivery, expected one"]),
  ]
}
