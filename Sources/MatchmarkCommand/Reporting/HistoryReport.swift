import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// Each participant's ratio over the last runs, and what changed between them.
///
/// A change of machine, kernel, compiler, program or code is shown with the run that came after it,
/// and so are its notes.
struct HistoryReport {
  private let options: ReportCommand
  private let format: ReportFormat
  private let context: ProgramContext
  private let history: RunHistory

  /// - Parameter format: text, HTML, Markdown or JSON.
  init(_ options: ReportCommand, _ format: ReportFormat, _ context: ProgramContext) {
    (self.options, self.format, self.context) = (options, format, context)
    history = RunHistory(in: options.records.first ?? "reports", context)
  }

  func run() throws {
    if let note = options.note { return try keep(note) }
    let series = RunSeries.all(try runs())
    let style =
      options.output == "-" ? options.screen.colour.style : TextStyle(isColoured: false)
    let bytes =
      format == .json
      ? try JSONText.line(["series": series.map(ShownSeries.init)]) + [0x0A]
      : try Document(history: series).bytes(format, style: style)
    try OutputFile.write(
      bytes, format, to: options.output, replacing: context.replacement,
      or: "cannot write the history: ")
  }

  /// Adds a note to the run that it names, or removes the run's notes.
  private func keep(_ note: String) throws(InputError) {
    guard let (run, text) = note.halves(at: "="), let number = Int(run) else {
      throw .usage("got --note '\(note)', expected <number>=<text>, such as '7=new laptop'")
    }
    guard let name = history.name(of: number) else {
      throw .usage(
        "got run \(number), but there is none of that number in \(history.folder); "
          + "'report --history' lists them")
    }
    if text.isEmpty { try history.removeNote(of: name) } else { try history.add(text, to: name) }
  }

  private func runs() throws(InputError) -> [KeptRun] {
    let kept = history.runs()
    guard !kept.isEmpty else {
      throw .usage("there are no runs in \(history.folder); 'run' keeps them there")
    }
    let names = kept.map(\.record.suite.name).uniqued
    if let suite = options.suite, !names.contains(suite) {
      throw .unknownName(kind: "suite", name: suite, known: names)
    }
    let left = kept.compactMap { run -> KeptRun? in
      guard options.suite == nil || run.record.suite.name == options.suite else { return nil }
      var record = run.record
      record.cells = options.cells.chosen(record.cells, \.id)
      return record.cells.isEmpty ? nil : KeptRun(number: run.number, record, note: run.note)
    }
    guard !left.isEmpty else {
      throw options.cells.nothingLeft(
        of: options.suite ?? "runs", kept.flatMap { $0.record.cells.map(\.id) }.uniqued)
    }
    return left
  }
}

/// Runs that can be compared, oldest first, as JSON.
private struct ShownSeries: Encodable {
  struct Run: Encodable {
    let run: Int
    let startedAt: String
    /// The ratio of each participant to the reference matcher.
    let ratios: [String: Double]
    /// The changes since the previous run.
    let changes: [String]
    let note: String
  }

  let suite: String
  /// The file's name, or that of the suite.
  let title: String
  let reference: String
  let runs: [Run]

  init(_ series: RunSeries) {
    suite = series.runs[0].record.suite.name
    (title, reference) = (series.name, series.reference)
    let ratios = series.participants.map { ($0, series.ratios(of: $0)) }
    runs = series.runs.enumerated().map { index, run in
      Run(
        run: run.number, startedAt: run.record.context.startedAt,
        ratios: Dictionary(uniqueKeysWithValues: ratios).compactMapValues { $0[index] },
        changes: series.changes(at: index), note: run.note)
    }
  }
}
