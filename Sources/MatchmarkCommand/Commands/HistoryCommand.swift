import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

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

    @Option(help: "text, html or markdown. Without it, the ending of the output decides.")
    var format: ReportFormat?

    @Option(name: .output, help: "The file to write; '-' is standard output.")
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
      let style = output == "-" ? colour.style : TextStyle(isColoured: false)
      let bytes = try Document(history: series).bytes(chosenFormat, style: style)
      try OutputFile.write(bytes, chosenFormat, to: output, or: "cannot write the history: ")
    }

    private func runs() throws(CommandError) -> [KeptRun] {
      let kept = place.history.runs()
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
        print("\(history.note(of: name))")
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

struct HistoryOptions: ParsableArguments {
  @Option(help: "The folder of the reports in which 'run' kept them.")
  var reports = "reports"

  var history: RunHistory { RunHistory(in: reports) }
}

/// The last records of `run`, kept so that each run can say what changed.
///
/// A number before each name gives their order: a clock may be set back, and two runs may begin in
/// the same second.
struct RunHistory {
  let folder: String

  static let limit = 20
  /// The largest size of a note about a run, in bytes.
  private static let noteLimit = 4_096

  init(in reports: String) { folder = ReportsFolder.Part.runs.path(in: reports) }

  /// What changed since the last comparable run of the suite, or why there is no comparison.
  func change(of record: RunRecord) -> String {
    guard let now = try? Baseline(record) else { return "nothing to compare yet" }
    var newest: String?
    var rows = ""
    for name in names.reversed() where name.hasSuffix(Self.suffix(record)) {
      let path = "\(folder)/\(name)"
      // Reading a pipe would block.
      guard (try? FileKind(at: path)) == .regular,
        let earlier = try? ComparableFile.read(path)
      else { continue }
      var shared = earlier
      shared.keep(now)
      guard !shared.cells.isEmpty else {
        rows = " with these rows"
        continue
      }
      let findings = RunComparison(
        now: now, earlier: shared, seed: record.suite.seed,
        replicateCount: FigureCalculation.replicateCount
      ).findings()
      let line = ChangeText.line(findings, since: earlier.conditions.startedAt)
      guard findings.contains(where: { $0.ratio != nil }) else {
        newest = newest ?? line
        continue
      }
      let isOneProcess = findings.contains { $0.ratio != nil && $0.forkCount == 1 }
      return line + (isOneProcess ? " (one process each; --forks 5 says more)" : "")
    }
    let suite = record.suite.title ?? record.suite.name
    return newest
      ?? "nothing to compare yet: this is the first run of '\(suite)'\(rows) in \(folder)"
  }

  /// Adds the record, with the bytes of record.json, to files that appear together.
  func add(_ record: RunRecord, to batch: FileBatch) throws {
    let time = record.context.startedAt.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    let number = String(1 + (names.last.map(Self.number) ?? 0)).zeroPadded(to: 6)
    try Folder.create(folder)
    try RecordRendering(record).write(
      .json, to: "\(folder)/\(number)-\(time)\(Self.suffix(record))", in: batch)
  }

  /// Removes the oldest records beyond ``limit``, with their notes, and no other file.
  func prune() {
    for name in names.dropLast(Self.limit) where isRecord(name) {
      // A record that cannot be removed stays with its note; one too many does no harm.
      guard (try? OwnFile.remove("\(folder)/\(name)")) == true else { continue }
      _ = try? OwnFile.remove(notePath(of: name), if: .file)
    }
  }

  private func isRecord(_ name: String) -> Bool {
    let path = "\(folder)/\(name)"
    // Reading a pipe would block.
    return (try? FileKind(at: path)) == .regular && (try? RecordFile.read(path)) != nil
  }

  /// The names that ``add(_:to:)`` gives: a number, a time and a suite.
  private var names: [String] {
    Folder.names(in: folder).filter { name in
      name.wholeMatch(of: /[0-9]{6,9}-[0-9TZ]+-.+\.json/) != nil
    }
    .sorted { (Self.number(of: $0), $0) < (Self.number(of: $1), $1) }
  }

  /// The number before a name; 0 if it has none that this program would assign.
  private static func number(of name: String) -> Int {
    let digits = name.prefix { $0 != "-" }
    return digits.utf8.count <= 9 ? max(0, Int(digits) ?? 0) : 0
  }

  private static func suffix(_ record: RunRecord) -> String { "-\(record.suite.name).json" }

  func runs() -> [KeptRun] {
    names.compactMap { name in
      let path = "\(folder)/\(name)"
      // Reading a pipe would block.
      guard (try? FileKind(at: path)) == .regular, let record = try? RecordFile.read(path)
      else { return nil }
      return KeptRun(number: Self.number(of: name), record, note: note(of: name))
    }
  }

  func name(of number: Int) -> String? { names.first { Self.number(of: $0) == number } }

  func note(of name: String) -> String {
    let path = notePath(of: name)
    guard (try? FileKind(at: path)) == .regular,
      let bytes = try? FileReader.read(path, maximumSizeInBytes: Self.noteLimit)
    else { return "" }
    return DisplayText.line(String(decoding: bytes, as: UTF8.self), limit: Self.noteLimit)
  }

  /// Adds to the note about a run.
  func add(_ text: String, to name: String) throws(CommandError) {
    let earlier = note(of: name)
    let whole = Array((earlier.isEmpty ? text : "\(earlier); \(text)").utf8)
    guard whole.count <= Self.noteLimit else {
      throw .usage("got a note of \(whole.count) bytes in all, expected at most \(Self.noteLimit)")
    }
    let path = notePath(of: name)
    if (try? FileKind(at: path)) == .regular,
      (try? FileReader.read(path, maximumSizeInBytes: Self.noteLimit)) == nil
    {
      throw .input("'\(path)' cannot be read as a note, so it stays as it is")
    }
    do { try AtomicFile.write(whole, to: path, replacing: .file) } catch {
      throw .input("cannot write the note: \(error.description)")
    }
  }

  func removeNote(of name: String) throws(CommandError) {
    let path = notePath(of: name)
    guard (try? FileKind(at: path)) != .nothing else { return }
    let isRemoved: Bool
    do { isRemoved = try OwnFile.remove(path, if: .file) } catch {
      throw .input(error.description)
    }
    guard isRemoved else { throw .input("'\(path)' is not a file, so it stays as it is") }
  }

  private func notePath(of name: String) -> String { "\(folder)/\(name.dropLast(5)).note" }
}
