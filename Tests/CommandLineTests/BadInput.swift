/// A mistake of a person: arguments, the files around them, and the message.
struct BadInput: Sendable, CustomStringConvertible {
  let name: String
  var files: [String: [UInt8]] = [:]
  let arguments: [String]
  var code: Int32 = 1
  /// Texts that the message must contain.
  let complaint: [String]

  var description: String { name }

  private static func rows(_ text: String) -> [String: [UInt8]] { ["rows.csv": Array(text.utf8)] }

  private static let measure = ["--allow-debug", "--no-progress"]

  static let names = [
    BadInput(
      name: "unknown suite", arguments: ["run", "smok"] + measure, code: 64,
      complaint: [
        "got suite 'smok'", "frontier, gate, gate-study, peers, smoke", "did you mean 'smoke'?",
      ]),
    BadInput(
      name: "unknown matcher", arguments: ["run", "smoke", "-e", "liner-scan"] + measure, code: 64,
      complaint: ["got matcher 'liner-scan'", "did you mean 'linear-scan'?"]),
    BadInput(
      name: "unknown matcher of a query",
      arguments: ["query", "--corpus", "countries", "-e", "inverted", "x"], code: 64,
      complaint: ["got matcher 'inverted'", "expected one of linear-scan"]),
    BadInput(
      name: "unknown matcher option",
      arguments: ["query", "--corpus", "countries", "--matcher-option", "linear-scan.kernal=avx2"],
      code: 64,
      complaint: [
        "got matcher option 'linear-scan.kernal'", "did you mean 'linear-scan.kernel'?",
      ]),
    BadInput(
      name: "unknown value of a matcher option",
      arguments: [
        "query", "--corpus", "countries", "--matcher-option", "inverted-index.index=gram",
      ],
      code: 64, complaint: ["got value of inverted-index.index 'gram'", "did you mean 'grams'?"]),
    BadInput(
      name: "no value of a matcher option",
      arguments: ["query", "--corpus", "countries", "--matcher-option", "linear-scan.kernel"],
      code: 64,
      complaint: ["got matcher option 'linear-scan.kernel', expected <matcher>.<option>=<value>"]),
    BadInput(
      name: "unknown generator", arguments: ["query", "--corpus", "titel-250", "x"], code: 64,
      complaint: ["got corpus 'titel-250'", "did you mean 'titles-250'?"]),
    BadInput(
      name: "unknown fixture", arguments: ["data", "hash", "contries"], code: 64,
      complaint: ["got corpus 'contries'", "did you mean 'countries'?"]),
    BadInput(
      name: "unknown profile",
      arguments: ["run", "--corpus", "titles-10", "--profile", "title"] + measure, code: 64,
      complaint: [
        "got profile 'title'", "a YAML file such as rows.yaml", "did you mean 'titles'?",
      ]),
    BadInput(
      name: "unknown command", arguments: ["rum"], code: 64, complaint: ["rum"]),
    BadInput(
      name: "unknown option", arguments: ["run", "--sead", "1"], code: 64, complaint: ["--sead"]),
    BadInput(
      name: "nearly a cell",
      arguments: ["run", "smoke", "-f", "titels-300.titles-word"] + measure, code: 64,
      complaint: [
        "no cell of 'smoke' matches the options: got -f 'titels-300.titles-word'",
        "did you mean 'titles-300.titles-word'?", "'run --dry-run --details' lists the cells",
      ]),
    BadInput(
      name: "nearly half of a cell", arguments: ["verify", "smoke", "-f", "titels-300"], code: 64,
      complaint: ["did you mean 'titles-300'?"]),
    BadInput(
      name: "rows in place of a suite", arguments: ["run", "titles-1000"] + measure, code: 64,
      complaint: ["got suite 'titles-1000'", "rows are named with --corpus: --corpus titles-1000"]),
    BadInput(
      name: "a file of rows in place of a suite", files: rows("title\nx\n"),
      arguments: ["run", "./rows.csv"] + measure, code: 64,
      complaint: ["got suite './rows.csv'", "--corpus ./rows.csv"]),
    BadInput(
      name: "a program in place of an engine", files: ["eng.py": []],
      arguments: ["verify", "eng.py"], code: 64,
      complaint: [
        "got 'eng.py', expected a suite", "an engine follows --: /",
        "/matchmark verify -- python3 ./eng.py",
      ]),
    BadInput(
      name: "a filter in JavaScript in place of an engine", files: ["filter.mjs": []],
      arguments: ["verify", "filter.mjs"], code: 64,
      complaint: [
        "got 'filter.mjs', expected a suite", "put it into the search.mjs that this writes: /",
        "/matchmark init my-search --engine javascript",
      ]),
    BadInput(
      name: "a program after -- with rows, of which the options are kept",
      files: rows("title\nx\n"),
      arguments: ["verify", "--corpus", "rows.csv", "--folding", "c", "--", "node", "it's.mjs"],
      code: 64,
      complaint: [
        "got a program after -- and --corpus",
        #"command: ["node", "it'\''s.mjs"]}' >my-engine.yaml"#,
        "verify --corpus rows.csv --folding c --engine-file my-engine.yaml -e my-engine",
      ]),
    BadInput(
      name: "a baseline where none was saved", arguments: ["baseline", "show", "nope"], code: 64,
      complaint: ["got baseline 'nope', but there is none in reports/baselines"]),
    BadInput(
      name: "no baseline to delete", arguments: ["baseline", "delete", "nope"], code: 64,
      complaint: ["there is none in reports/baselines; save one with"]),
    BadInput(
      name: "no cell is left", arguments: ["run", "smoke", "-f", "nothing-like-it"] + measure,
      code: 64, complaint: ["nothing to do", "'smoke'"]),
    BadInput(
      name: "a matcher that answers nothing of the suite",
      arguments: ["run", "--corpus", "titles-10", "-e", "sorted-prefix"] + measure, code: 6,
      complaint: ["nothing was compared: sorted-prefix answers no cell of", "contains"]),
    BadInput(
      name: "a suite next to a corpus", arguments: ["run", "smoke", "--corpus", "titles-10"],
      code: 64, complaint: ["and --corpus, expected one of them"]),
    BadInput(
      name: "a token without a value",
      arguments: ["query", "--corpus", "countries", "--token", "continent", "x"], code: 64,
      complaint: ["got token 'continent'", "facet=value"]),
    BadInput(
      name: "a token of an unknown facet",
      arguments: ["query", "--corpus", "countries", "--token", "planet=Mars", "x"], code: 64,
      complaint: ["facet 'planet'", "continent"]),
    BadInput(
      name: "an unknown scope",
      arguments: ["query", "--corpus", "countries", "--scope", "1999", "x"], code: 64,
      complaint: ["got scope '1999'", "2018, 2019"]),
    BadInput(
      name: "no rounds", arguments: ["run", "smoke", "--rounds", "0"], code: 64,
      complaint: ["got --rounds 0, expected a whole number from 1 to 1000000000"]),
    BadInput(
      name: "a query of 5 000 bytes",
      arguments: ["query", "--corpus", "countries", String(repeating: "é", count: 2_500)], code: 64,
      complaint: ["got a query of 5000 bytes, expected at most 4096"]),
    BadInput(
      name: "too many generated rows", arguments: ["data", "hash", "titles-99999999999"], code: 64,
      complaint: ["got 99999999999 rows", "at most 10000000"]),
  ]

  static let yaml = [
    BadInput(
      name: "a malformed suite",
      files: ["suite.yaml": Array("why: x\ncells: [\n  a: b: c\n".utf8)],
      arguments: ["run", "suite.yaml"] + measure,
      complaint: ["suite.yaml:3:7: malformed YAML"]),
    BadInput(
      name: "an unknown key of a suite",
      files: ["suite.yaml": Array("why: x\ncels: []\n".utf8)],
      arguments: ["run", "suite.yaml"] + measure,
      complaint: ["suite.yaml:2:1: got key 'cels'", "did you mean 'cells'?"]),
    BadInput(
      name: "an unknown generator of a suite",
      files: [
        "suite.yaml": Array(
          "why: x\ncells:\n  - generators: [title]\n    rows: 1\n    profiles: titles\n".utf8)
      ],
      arguments: ["run", "suite.yaml"] + measure,
      complaint: ["suite.yaml:3:18: got generator 'title'", "did you mean 'titles'?"]),
    BadInput(
      name: "more rows in a suite than can be generated",
      files: [
        "suite.yaml": Array(
          "why: x\ncells:\n  - generators: titles\n    rows: 1_000_000_000\n    profiles: titles\n"
            .utf8)
      ],
      arguments: ["run", "suite.yaml"] + measure,
      complaint: [
        "suite.yaml:4:11: got '1_000_000_000', expected a whole number from 0 to 100000000"
      ]),
    BadInput(
      name: "a suite without a why", files: ["suite.yaml": Array("cells: []\n".utf8)],
      arguments: ["run", "suite.yaml"] + measure, complaint: ["suite.yaml:1:1: missing key 'why'"]),
    BadInput(
      name: "an empty suite", files: ["suite.yaml": []],
      arguments: ["run", "suite.yaml"] + measure, complaint: ["suite.yaml:1:1: got an empty file"]),
    BadInput(
      name: "a suite that is not there", arguments: ["run", "./none.yaml"] + measure,
      complaint: ["none.yaml", "No such file"]),
    BadInput(
      name: "a malformed profile",
      files: ["p.yaml": Array("text: {title: contains\nfolding: cd\n".utf8)],
      arguments: ["run", "--corpus", "titles-10", "--profile", "p.yaml"] + measure,
      complaint: ["p.yaml:2:8: malformed YAML"]),
    BadInput(
      name: "an unknown key of a profile",
      files: ["p.yaml": Array("text: {title: contains}\nfoldin: cd\n".utf8)],
      arguments: ["query", "--corpus", "titles-10", "--profile", "p.yaml", "x"],
      complaint: ["p.yaml:2:1: got key 'foldin'", "did you mean 'folding'?"]),
    BadInput(
      name: "a match mode that is none",
      files: ["p.yaml": Array("text: {title: contain}\n".utf8)],
      arguments: ["query", "--corpus", "titles-10", "--profile", "p.yaml", "x"],
      complaint: ["p.yaml:1:15: got 'contain'", "did you mean 'contains'?"]),
  ]

  static let rowFiles = [
    BadInput(
      name: "rows: a delimiter of two signs", files: ["rows.csv": Array("t\nx\n".utf8)],
      arguments: ["query", "--corpus", "rows.csv", "--delimiter", ";;", "x"], code: 64,
      complaint: ["got --delimiter ';;', expected one sign"]),
    BadInput(
      name: "rows: a delimiter for JSON", files: ["rows.json": Array("[{\"t\":\"x\"}]".utf8)],
      arguments: ["query", "--corpus", "rows.json", "--delimiter", ";", "x"], code: 64,
      complaint: ["got --delimiter with 'rows.json', expected a file of delimited cells"]),
    BadInput(
      name: "rows: no header for generated rows",
      arguments: ["query", "--corpus", "titles-10", "--no-header", "x"], code: 64,
      complaint: ["got --no-header with 'titles-10', expected a file"]),
    BadInput(
      name: "rows: a delimiter without rows", arguments: ["run", "smoke", "--delimiter", ";"],
      code: 64, complaint: ["got --delimiter or --no-header without --corpus"]),
    BadInput(
      name: "rows: an array of numbers", files: ["rows.json": Array("[1]".utf8)],
      arguments: ["query", "--corpus", "rows.json", "x"],
      complaint: ["rows.json:1:2: got '1', expected an object"]),
    BadInput(
      name: "a ragged row", files: rows("a,b\n1,2\n3\n"),
      arguments: ["run", "--corpus", "rows.csv"] + measure,
      complaint: ["rows.csv:3:1:", "expected 2 cells"]),
    BadInput(
      name: "a column that the profile names and the file has not",
      files: rows("title\nx\n").merging(["p.yaml": Array("text: {titel: contains}\n".utf8)]) { $1 },
      arguments: ["run", "--corpus", "rows.csv", "--profile", "p.yaml"] + measure,
      complaint: [
        "p.yaml:1:8: got column 'titel', expected one of title, the columns of 'rows.csv'",
        "did you mean 'title'?",
      ]),
    BadInput(
      name: "a column whose role the profile states and the file has not",
      files: rows("title\nx\n").merging([
        "p.yaml": Array("columns: {town: text}\ntext: {town: contains}\n".utf8)
      ]) { $1 },
      arguments: ["query", "--corpus", "rows.csv", "--profile", "p.yaml", "x"],
      complaint: ["p.yaml:1:11: got column 'town', expected one of title"]),
    BadInput(
      name: "a column that the profile states and no object has",
      files: [
        "rows.jsonl": Array("{\"title\": \"x\"}\n".utf8),
        "p.yaml": Array("columns: {town: text}\ntext: {town: contains}\n".utf8),
      ],
      arguments: ["query", "--corpus", "rows.jsonl", "--profile", "p.yaml", "x"],
      complaint: ["p.yaml:1:11: got column 'town', expected one of title"]),
    BadInput(
      name: "a column without the role that the profile needs",
      files: rows("title,land\nx,y\n").merging([
        "p.yaml": Array(
          "columns: {title: text, land: text}\ntext: {title: prefix}\nfacets: [land]\n".utf8)
      ]) { $1 },
      arguments: ["query", "--corpus", "rows.csv", "--profile", "p.yaml", "x"],
      complaint: [
        "p.yaml:1:24: column 'land' does not have the role 'facet' that the profile needs",
        "give it that role with columns: {land: [text, facet]}",
      ]),
    BadInput(
      name: "a role that was not inferred",
      files: rows("title,land\nx,y\n").merging([
        "p.yaml": Array("text: {title: prefix}\nfacets: [land]\n".utf8)
      ]) { $1 },
      arguments: ["query", "--corpus", "rows.csv", "--profile", "p.yaml", "x"],
      complaint: ["p.yaml:2:10: ", "columns: {land: facet}, in addition to every other column"]),
    BadInput(
      name: "bytes that are not UTF-8", files: ["rows.csv": Array("a\nx".utf8) + [0xFF, 0x0A]],
      arguments: ["query", "--corpus", "rows.csv", "x"],
      complaint: ["rows.csv:2:2:", "not UTF-8 at byte 3"]),
    BadInput(
      name: "a numeric cell that is none",
      files: rows("title,n\nx,12a\n").merging([
        "p.yaml": Array(
          "columns: {title: text, n: numeric}\ntext: {title: prefix}\nnumeric: n\n".utf8)
      ]) { $1 },
      arguments: ["verify", "--corpus", "rows.csv", "--profile", "p.yaml"],
      complaint: ["rows.csv:2:3: column 'n': got '12a', expected a decimal"]),
    BadInput(
      name: "a header and no rows", files: rows("title\n"),
      arguments: ["run", "--corpus", "rows.csv"] + measure,
      complaint: ["rows.csv: got no rows after the header"]),
    BadInput(
      name: "rows without any text", files: rows("title,brand,year\n,,1\n,,2\n"),
      arguments: ["verify", "--corpus", "rows.csv", "--text", "title", "--text", "brand"],
      complaint: [
        "rows.csv: got 2 rows without text in 'title', 'brand', expected text in at least one"
      ]),
    BadInput(
      name: "an empty file", files: ["rows.csv": []],
      arguments: ["run", "--corpus", "rows.csv"] + measure,
      complaint: ["rows.csv: got an empty file, expected a header"]),
    BadInput(
      name: "a field of 70 000 bytes",
      files: rows("title\n" + String(repeating: "x", count: 70_000) + "\n"),
      arguments: ["query", "--corpus", "rows.csv", "x"],
      complaint: ["rows.csv:2:1: column 'title': got a cell of 70000 bytes"]),
    BadInput(
      name: "a file that is not there", arguments: ["query", "--corpus", "rows.csv", "x"],
      complaint: ["rows.csv", "No such file"]),
    BadInput(
      name: "JSON that is none", files: ["rows.jsonl": Array("{\"a\": 1}\n{\"a\": }\n".utf8)],
      arguments: ["query", "--corpus", "rows.jsonl", "x"], complaint: ["rows.jsonl:2:7:"]),
  ]

  static let output = [
    BadInput(
      name: "a file where the output folder should be", files: ["there": []],
      arguments: ["run", "smoke", "-o", "there"] + measure,
      complaint: ["cannot write reports", "there", "Not a directory"]),
    BadInput(
      name: "a file on the way to the output folder", files: ["there": []],
      arguments: ["verify", "--corpus", "titles-10", "-o", "there/reports"],
      complaint: ["cannot write reports", "there/reports", "Not a directory"]),
    BadInput(
      name: "a full device", arguments: ["data", "gen", "titles-1000", "-o", "/dev/full"],
      complaint: ["cannot write '/dev/full'", "No space left on device"]),
    BadInput(
      name: "a profile that cannot be saved", files: rows("title\nx\n"),
      arguments: ["run", "--corpus", "rows.csv", "--write-profile", "none/p.yaml"] + measure,
      complaint: ["none/p.yaml", "No such file or directory"]),
    BadInput(
      name: "a profile that would replace a file",
      files: rows("title\nx\n").merging(["p.yaml": Array("mine".utf8)]) { $1 },
      arguments: ["run", "--corpus", "rows.csv", "--write-profile", "p.yaml"] + measure,
      complaint: ["got 'p.yaml' for the profile, which exists, expected a new file"]),
  ]

  static let records = [
    BadInput(
      name: "a record that is not there", arguments: ["report", "none.json"],
      complaint: ["none.json", "No such file"]),
    BadInput(
      name: "a folder without a record", arguments: ["report", "."],
      complaint: ["./record.json", "No such file"]),
    BadInput(
      name: "a record that is no JSON", files: ["r.json": Array("{".utf8)],
      arguments: ["report", "r.json"], complaint: ["r.json: not a record"]),
    BadInput(
      name: "a record that lacks nearly everything",
      files: ["r.json": Array("{\"formatVersion\": 1}".utf8)],
      arguments: ["report", "r.json"], complaint: ["r.json: not a record", "specificationVersion"]),
    BadInput(
      name: "a record of the future", files: ["r.json": Array("{\"formatVersion\": 99}".utf8)],
      arguments: ["report", "r.json"],
      complaint: ["r.json: got a record of format version 99, expected at most"]),
    BadInput(
      name: "an unknown format of a report", arguments: ["report", "r.json", "--format", "pdf"],
      code: 64, complaint: ["pdf", "junit"]),
  ]
}
