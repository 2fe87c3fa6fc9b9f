import ArgumentParser
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Shows how ratios changed over the kept runs.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show each participant's ratio over the last runs, and what changed between them.",
    subcommands: [Show.self, Note.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show each participant's ratio over the last runs, and what changed between them.",
      discussion: """
        'run' keeps its last \(RunHistory.limit) records in runs/ of the reports. Runs are in one \
        series where they can be compared: the same rows, keystrokes, options and class of \
        machine. A change of machine, kernel, compiler, program or code stands with the run that \
        came after it, and so does what was noted with 'history note'.

        Examples:
          matchmark history
          matchmark history --suite smoke -f titles-300
          matchmark history --format html -o history.html
        """)

    @OptionGroup var place: HistoryOptions

    @Option(help: "Only the runs of this suite.")
    var suite: String?

    @OptionGroup var cells: CellOptions

    @Option(
      help: "text, html or markdown. Without it, the ending of the output decides.")
    var format: ReportFormat?

    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: "The file to write; '-' is standard output.")
    var output = "-"

    @OptionGroup(title: "Output options") var colour: ColourOptions
    @OptionGroup(title: "Output options") var result: JSONOptions

    private var chosenFormat: ReportFormat {
      format ?? (output == "-" ? nil : ReportFormat(fileName: output)) ?? .text
    }

    func validate() throws {
      guard [.text, .html, .markdown].contains(chosenFormat) else {
        throw ValidationError(
          "got --format \(chosenFormat.rawValue), expected text, html or markdown")
      }
    }

    func run() throws {
      let series = RunSeries.all(try runs())
      if result.json { return try result.show(["series": series.map(ShownSeries.init)]) }
      let document = Document(history: series)
      let bytes: [UInt8]
      switch chosenFormat {
      case .html: bytes = try HTMLRenderer(document).render()
      case .markdown: bytes = Array(MarkdownRenderer(document).render().utf8)
      default:
        let lines = TerminalRenderer(
          document, style: output == "-" ? colour.style : TextStyle(isColoured: false),
          details: true
        ).lines()
        bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
      }
      do {
        if output == "-" {
          try StandardOutput.write(bytes)
        } else {
          try AtomicFile.write(bytes, to: output)
        }
      } catch {
        if error.isBrokenPipe { return }
        throw CommandError.input("cannot write the history: \(error.description)")
      }
    }

    /// The runs that the options select.
    private func runs() throws(CommandError) -> [KeptRun] {
      let kept = try place.history.runs()
      guard !kept.isEmpty else {
        throw .usage("there are no runs in \(place.history.folder); 'run' keeps them there")
      }
      let names = kept.map(\.record.suite.name).uniqued
      if let suite, !names.contains(suite) {
        throw .unknownName(kind: "suite", name: suite, known: names)
      }
      let left = kept.compactMap { run -> KeptRun? in
        guard suite == nil || run.record.suite.name == suite else { return nil }
        var record = run.record
        record.cells = cells.chosen(record.cells, \.id)
        return record.cells.isEmpty ? nil : KeptRun(number: run.number, record, note: run.note)
      }
      guard !left.isEmpty else {
        throw cells.nothingLeft(
          of: suite ?? "runs", kept.flatMap { $0.record.cells.map(\.id) }.uniqued)
      }
      return left
    }
  }

  struct Note: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "note",
      abstract: "Attach a note to a kept run, or show it.",
      discussion: """
        A note is added to what was noted before, and goes with its run.

        Examples:
          matchmark history note 7 "new laptop"
          matchmark history note 7 --remove
        """)

    @Argument(help: "The number of the run, as 'history' shows it.")
    var number: Int

    @Argument(help: "What to note; without it, the note is shown.")
    var text: String?

    @Flag(help: "Remove the note.")
    var remove = false

    @OptionGroup var place: HistoryOptions

    func validate() throws {
      if remove, text != nil {
        throw ValidationError("got a note and --remove, expected one or the other")
      }
    }

    func run() throws {
      let history = place.history
      guard let name = history.name(of: number) else {
        throw CommandError.usage(
          "got run \(number), but there is none of that number in \(history.folder); 'history' "
            + "lists them")
      }
      if remove {
        try history.removeNote(of: name)
      } else if let text {
        try history.add(text, to: name)
      } else {
        print(history.note(of: name))
      }
    }
  }
}

/// Runs that can be compared, oldest first, as JSON.
private struct ShownSeries: Encodable {
  struct Run: Encodable {
    let run: Int
    let startedAt: String
    /// The ratio of each participant to the reference matcher.
    let ratios: [String: Double]
    /// What changed since the run before.
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

/// Which runs are meant.
struct HistoryOptions: ParsableArguments {
  @Option(help: "The folder of the reports in which 'run' kept them.")
  var reports = "reports"

  var history: RunHistory { RunHistory(in: reports) }
}
