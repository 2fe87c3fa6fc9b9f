import ArgumentParser
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

extension ReportFormat: ExpressibleByArgument {}

/// Renders a record again, without running anything.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Render a record as a report, without running anything.",
    discussion: """
      A record is what 'matchmark run' leaves as record.json; a folder stands for the one in it.

      Examples:
        matchmark report reports
        matchmark report reports/record.json --format junit -o junit.xml
      """)

  @Argument(help: "The record: a file, a folder that holds a record.json, or '-'.")
  var record: String

  @Option(
    help: """
      The format: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). Without it, \
      the ending of the output decides, and text is what is left.
      """)
  var format: ReportFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: """
      The file to write; '-' is standard output. A JUnit report over 25 MB goes on in \
      <name>-2.xml; in the dialect surefire this is a folder.
      """)
  var output = "-"

  @OptionGroup var cells: CellOptions

  @OptionGroup var junit: JUnitOptions
  @OptionGroup var colour: ColourOptions

  func run() throws {
    let record = try chosen()
    let rendering = RecordRendering(
      record, dialect: junit.junitDialect, style: colour.style)
    let format = format ?? (output == "-" ? nil : ReportFormat(fileName: output)) ?? .text
    do {
      if output == "-" {
        try StandardOutput.write(try rendering.bytes(format))
      } else {
        if format == .junit, junit.junitDialect.rootIsSuite { try Folder.create(output) }
        try rendering.write(format, to: output)
      }
    } catch let error as FileError where error.isBrokenPipe {
      throw ExitCode(ExitStatus.couldNotRun.rawValue)
    } catch {
      throw CommandError.input("cannot write the report: \(error)")
    }
  }

  /// The record with the cells that were asked for.
  private func chosen() throws(CommandError) -> RunRecord {
    var whole = try RecordFile.read(record)
    whole.cells = cells.chosen(whole.cells, \.id)
    guard !whole.cells.isEmpty else {
      throw .usage("nothing to do: no cell of '\(record)' is left by the options")
    }
    return whole
  }
}
