import ArgumentParser
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

extension ReportFormat: ExpressibleByArgument {}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show a record, compare several, or show the history, without running anything.",
    discussion: """
      A record is the record.json of a 'matchmark run'; you may name its folder instead. Several \
      records are compared with the first one: by each matcher's ratio to the reference matcher, \
      over the keystrokes that they have in common. As text or JSON, baselines are compared as \
      well. With -e, one record shows these matchers side by side.

      --history shows the last \(RunHistory.limit) runs, which 'run' keeps in runs/ of the \
      reports: each participant's ratio, and what changed between them. Runs are in one series if \
      they can be compared: the same rows, keystrokes, options and class of machine.

      Examples:
        matchmark report reports
        matchmark report reports/record.json --format junit -o junit.xml
        matchmark report reports -e sorted-prefix -e inverted-index
        matchmark report old/record.json new/record.json
        matchmark report old/record.json new/record.json -o comparison.html
        matchmark report --history -f titles-300
        matchmark report --history --note "7=new laptop"
      """)

  @Argument(
    help: """
      The records: files, folders that hold a record.json, or '-'. With --history, the folder of \
      the reports. (default with --history: reports)
      """)
  var records: [String] = []

  @Option(
    help: """
      The format: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). By default, \
      the extension of the output file decides, and standard output gets text.
      """)
  var format: ReportFormat?

  @Option(name: .output, help: "The file to write; '-' is standard output.")
  var output = "-"

  @Option(
    name: .matcher, help: "Only this matcher, next to the reference matcher; repeat for several.")
  var matchers: [String] = []

  @Option(help: "Judge the record by the current targets of this suite; nothing is measured.")
  var targets: String?

  @Flag(help: "Show the last runs instead of a record.")
  var history = false

  @Option(help: "With --history: only the runs of this suite.")
  var suite: String?

  @Option(
    help: """
      With --history: add a note to a run, as <number>=<text>; without a text, remove its notes.
      """)
  var note: String?

  @OptionGroup var cells: CellOptions
  @OptionGroup var floor: FloorOptions
  @OptionGroup var junit: JUnitOptions
  @OptionGroup var screen: ScreenOptions

  private var chosenFormat: ReportFormat {
    format ?? (output == "-" ? nil : ReportFormat(fileName: output)) ?? .text
  }

  mutating func validate() throws {
    if format == nil, output != "-", ReportFormat(fileName: output) == nil {
      throw ValidationError(
        "got -o '\(output)', whose extension names no format, expected --format, or a file that "
          + "ends in .txt, .html, .md, .csv or .json")
    }
    if history {
      try validateHistory()
    } else {
      try validateRecords()
    }
  }

  private func validateHistory() throws {
    guard records.count < 2 else {
      throw ValidationError(
        "got \(records.count) folders with --history, expected that of the reports")
    }
    guard matchers.isEmpty, targets == nil, floor.floor == nil else {
      throw ValidationError(
        "got --history with an option of records, expected --suite, -f, --format or --note")
    }
    guard !screen.details else {
      throw ValidationError("got --details with --history, which shows everything")
    }
    try expect([.text, .html, .markdown, .json], for: "--history")
  }

  private func validateRecords() throws {
    guard suite == nil, note == nil else {
      throw ValidationError("got --suite or --note without --history, whose runs they are about")
    }
    guard !records.isEmpty else {
      throw ValidationError("got no record, expected one or more, or --history")
    }
    if records.count > 1 {
      try expect([.text, .html, .markdown, .json], for: "\(records.count) records")
    } else if !matchers.isEmpty {
      try expect([.text, .json], for: "-e")
    }
    if !isComparing, floor.floor != nil {
      throw ValidationError("got --floor with one record, expected several to compare")
    }
    if targets != nil, isComparing || !matchers.isEmpty {
      throw ValidationError("got --targets, expected one record, and no -e")
    }
  }

  private func expect(_ formats: [ReportFormat], for what: String) throws {
    guard !formats.contains(chosenFormat) else { return }
    let known = formats.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("got --format \(chosenFormat.rawValue) for \(what), expected \(known)")
  }

  private var isComparing: Bool { records.count > 1 }

  func run() throws {
    if history { return try HistoryReport(self, chosenFormat, context).run() }
    guard isComparing || !matchers.isEmpty else { return try render() }
    switch chosenFormat {
    case .html, .markdown: try writeComparison()
    default: try ComparisonReport(self, chosenFormat, context).run()
    }
  }

  private static let unwritten = "cannot write the report: "

  private func render() throws {
    let record = try chosen(records[0])
    let rendering = RecordRendering(
      record, program: context.shown, dialect: junit.junitDialect,
      text: RecordRendering.TextForm(
        style: screen.colour.style, details: screen.details,
        width: output == "-" ? screen.colour.width : nil))
    if output == "-" {
      let bytes = try InputError.wrap(Self.unwritten) { try rendering.bytes(chosenFormat) }
      return try OutputFile.write(
        bytes, chosenFormat, to: output, replacing: context.replacement, or: Self.unwritten)
    }
    try InputError.wrap(Self.unwritten) {
      let batch = FileBatch(replacing: context.replacement)
      try rendering.write(chosenFormat, to: output, in: batch)
      try batch.publish()
    }
  }

  private func writeComparison() throws {
    let compared = try records.map { ComparedRecord(label: $0, try chosen($0)) }
    let facts = try InputError.wrap("the samples of a record cannot be read: ") {
      try ComparisonFacts(compared)
    }
    let bytes = try InputError.wrap(Self.unwritten) { try Document(facts).bytes(chosenFormat) }
    try OutputFile.write(
      bytes, chosenFormat, to: output, replacing: context.replacement, or: Self.unwritten)
  }

  private func chosen(_ path: String) throws(InputError) -> RunRecord {
    var whole = try RecordFile.read(path)
    whole.cells = cells.chosen(whole.cells, \.id)
    try requireMatchers(among: whole.cells.flatMap(\.matchers).map(\.id).uniqued)
    for index in whole.cells.indices {
      whole.cells[index].matchers.removeAll { !shows($0.id, reference: whole.suite.reference) }
    }
    if let targets {
      whole.targets = try SuiteFile(named: targets, in: context.project).suite.targets
        .flatMap(TargetCalculation(whole).findings)
    }
    guard !whole.cells.isEmpty else {
      throw .usage("nothing to do: no cell of '\(path)' matches the options")
    }
    return whole
  }

  /// - Throws: ``InputError`` for a matcher that a record does not have.
  func requireMatchers(among known: [String]) throws(InputError) {
    for id in matchers where !known.contains(id) {
      throw .unknownName(kind: "matcher", name: id, known: known)
    }
  }

  /// Returns true for the chosen matchers, or all if none is chosen, and for the reference matcher.
  func shows(_ id: String, reference: String) -> Bool {
    matchers.isEmpty || matchers.contains(id) || id == reference
  }
}
