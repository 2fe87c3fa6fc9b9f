import ArgumentParser
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports

struct ScalingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scaling",
    abstract: "Measure growing corpora and fit how time grows with the number of rows.",
    discussion: """
      Without -e, every matcher is measured. Seeded samples are drawn from a file; the largest one \
      is the whole file.

      Examples:
        matchmark scaling --corpus titles --from 1000 --to 64000 --factor 4
        matchmark scaling --corpus rows.csv --from 500
      """)

  @OptionGroup var growing: GrowingOptions

  @Option(help: "The smallest number of rows.", transform: NumberRange.from.whole)
  var from = 1_000

  @Option(help: "The largest number of rows.", transform: NumberRange.to.whole)
  var to = 256_000

  @Option(
    help: "Each size is this many times the one before.", transform: NumberRange.factor.number)
  var factor = 4.0

  @Option(name: .output, help: "Write the reports to this folder.")
  var output: String?

  @OptionGroup var colour: ColourOptions
  @OptionGroup var progress: ProgressOptions
  @OptionGroup var result: JSONOptions

  mutating func validate() throws {
    guard to > from else {
      throw ValidationError("got --from \(from) --to \(to), expected --to above --from")
    }
  }

  private var sizes: [Int] {
    var sizes: [Int] = []
    var size = Double(from)
    while size < Double(to) * 1.000_001 {
      sizes.append(Int(size.rounded()))
      // Even a factor close to 1 leads to another size.
      size = max(size * factor, size.rounded() + 1)
    }
    return sizes
  }

  func run() throws {
    try DebugBuild.refuse(unless: growing.allowDebug)
    let reports = try output.map { path throws(CommandError) in try ReportsFolder(path) }
    let rows = try growing.rows()
    guard from < rows.limit ?? .max else {
      throw CommandError.usage(
        "got --from \(from) for \(rows.title), expected less than its \(rows.limit ?? 0) rows")
    }
    let participants = try growing.participants(["all"])
    let reference =
      participants.first { $0.id == "linear-scan" }?.id ?? participants.first?.id ?? ""
    let suite = try rows.suite(named: "scaling", sizes: sizes, reference: reference)
    let record = try MeasuringJob(kind: .scaling, isQuiet: progress.noProgress)
      .record(of: Plan(suite, participants))
    print(colour.style.strong("\(rows.title), profile \(rows.profile.name)"))
    if rows.limit != nil { RecordPrinter.show(rows.why, .faint, colour: colour) }
    if let block = Block.growth(of: record) { RecordPrinter.show(block, colour: colour) }
    for culprit in Document(record).culprits {
      RecordPrinter.show(culprit.text, .wrong, colour: colour)
    }
    for line in record.warnings { RecordPrinter.show("warning: \(line)", .caution, colour: colour) }
    if let reports {
      let files = try reports.write(record)
      print(colour.style.faint("reports: \(files.joined(separator: ", "))"))
    }
    if result.json { try RecordPrinter.showJSON(record) }
    try record.verdict.end()
  }
}
