import ArgumentParser
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports

extension ReportFormat: ExpressibleByArgument {}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Render a record as a report, or several side by side, without running anything.",
    discussion: """
      A record is the record.json of a 'matchmark run'; you may name its folder instead. With \
      several records, html and markdown compare the later ones with the first.

      Examples:
        matchmark report reports
        matchmark report reports/record.json --format junit -o junit.xml
        matchmark report old/record.json new/record.json -o comparison.html
      """)

  @Argument(help: "The records: files, folders that hold a record.json, or '-'.")
  var records: [String]

  @Option(
    help: """
      The format: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). By default, \
      the extension of the output file decides; otherwise text.
      """)
  var format: ReportFormat?

  @Option(name: .output, help: "The file to write; '-' is standard output.")
  var output = "-"

  @Option(help: "Judge the record by the current targets of this suite; nothing is measured.")
  var targets: String?

  @OptionGroup var cells: CellOptions

  @OptionGroup var junit: JUnitOptions
  @OptionGroup var screen: ScreenOptions

  private var chosenFormat: ReportFormat {
    format ?? (output == "-" ? nil : ReportFormat(fileName: output)) ?? .text
  }

  mutating func validate() throws {
    if records.count > 1, chosenFormat != .html, chosenFormat != .markdown {
      throw ValidationError(
        "got \(records.count) records for \(chosenFormat.rawValue), expected one; several are "
          + "compared as html or markdown")
    }
  }

  func run() throws {
    if records.count > 1 { try compare() } else { try render() }
  }

  private static let unwritten = "cannot write the report: "

  private func render() throws {
    let record = try chosen(records[0])
    let rendering = RecordRendering(
      record, dialect: junit.junitDialect, style: screen.colour.style, details: screen.details,
      width: output == "-" ? screen.colour.width : nil)
    if output == "-" {
      let bytes = try CommandError.wrap(Self.unwritten) { try rendering.bytes(chosenFormat) }
      return try OutputFile.write(bytes, chosenFormat, to: output, or: Self.unwritten)
    }
    try CommandError.wrap(Self.unwritten) { try rendering.write(chosenFormat, to: output) }
  }

  private func compare() throws {
    let compared = try records.map { ComparedRecord(label: $0, try chosen($0)) }
    let facts = try CommandError.wrap("the samples of a record cannot be read: ") {
      try ComparisonFacts(compared)
    }
    let bytes = try CommandError.wrap(Self.unwritten) { try Document(facts).bytes(chosenFormat) }
    try OutputFile.write(bytes, chosenFormat, to: output, or: Self.unwritten)
  }

  private func chosen(_ path: String) throws(CommandError) -> RunRecord {
    var whole = try RecordFile.read(path)
    whole.cells = cells.chosen(whole.cells, \.id)
    if let targets {
      whole.targets = try SuiteFile(named: targets).suite.targets
        .flatMap(TargetCalculation(whole).findings)
    }
    guard !whole.cells.isEmpty else {
      throw .usage("nothing to do: no cell of '\(path)' matches the options")
    }
    return whole
  }
}
