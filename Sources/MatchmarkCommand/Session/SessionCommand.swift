import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkReports
import MatchmarkSession
import MatchmarkSystem

struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Replay a typing session, or type one, and see the search field after each event.",
    discussion: """
      On a terminal, --corpus opens a live screen: every key filters at once, matches are marked, \
      and the time of the answer is shown with the frame budget. Ctrl-C ends it.

      Otherwise, without a trace file, lines are read from standard input. 'help' lists the \
      commands; any other word is typed into the field. Each line prints what it changed. A line \
      that is impossible at that moment prints the reason and changes nothing. With --json, \
      "ranges" has the matched ranges, in UTF-8 offsets.

      Apps:
      \(FixtureApps.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Examples:
        matchmark session --app countries Fixtures/traces/countries.jsonl
        echo 'type bu' | matchmark session --app plans
        echo 'type rose 2012' | matchmark session --app products --json
        matchmark session --corpus rows.csv
      """)

  @Argument(help: "A trace file.")
  var trace: String?

  @Option(help: "The app: one of those above. (default: countries)")
  var app: String?

  @OptionGroup var rows: CorpusOptions

  @Option(
    name: .matcher, help: "The matcher that answers.", completion: NameCompletion.matchers)
  var matcher = Suite.simplest

  @Option(help: "A JSON file of settings that replace those of the app.")
  var settings: String?

  @Flag(help: "Print a JSON object for each event.")
  var json = false

  @OptionGroup var colour: ColourOptions

  func validate() throws {
    if app != nil, rows.corpus != nil {
      throw ValidationError("got --app and --corpus, expected one of them")
    }
    if rows.corpus == nil,
      rows.profile != nil || !rows.text.isEmpty || rows.folding != nil || rows.rank != nil
    {
      throw ValidationError(
        "got --profile, --text, --folding or --rank without --corpus, whose rows they are about")
    }
  }

  func run() throws {
    let isLive = rows.corpus != nil && trace == nil && !json && Screen.isAvailable
    if isLive { return try InputError.wrap { try showLive(on: try Screen()) } }
    let stage = try stageFactory()
    if let trace { try replay(trace, on: stage) } else { try readLines(on: stage()) }
  }

  /// Reads the rows; returns a function that makes a field over them, which is not active yet.
  private func stageFactory() throws -> () throws(InputError) -> SessionStage {
    let (corpus, ownSettings) = try rows.corpus == nil ? appOnStage() : ownRows()
    let entry = try context.catalog.entry(matcher)
    let chosen = try settings.map(SettingsFile.read) ?? ownSettings
    return { () throws(InputError) in
      try SessionStage(corpus, settings: chosen, entry: entry)
    }
  }

  private func appOnStage() throws -> (FoldedCorpus, SessionSettings) {
    let name = app ?? "countries"
    guard let app = FixtureApps.named(name) else {
      throw InputError.unknownName(kind: "app", name: name, known: FixtureApps.all.map(\.name))
    }
    let rows = try CorpusSource.fixture(app.corpus).corpus(in: context.folder)
    return (try FoldedCorpus(rows, profile: app.corpus.profile), app.settings)
  }

  private func ownRows() throws -> (FoldedCorpus, SessionSettings) {
    guard rows.corpus != CorpusSource.standardInput else {
      throw InputError.usage(
        "got '-' for --corpus, expected a file, because a session reads its events from standard "
          + "input")
    }
    let chosen = try ChosenCorpus(rows, in: context.folder).findingSets()
    try chosen.announce()
    return (try FoldedCorpus(chosen.corpus, profile: chosen.profile), SessionSettings())
  }

  /// - Parameter screen: taken before the rows are read, so that keys typed meanwhile are not shown
  ///   but typed into the field.
  private func showLive(on screen: borrowing Screen) throws {
    let stage = try stageFactory()()
    let title = "\(rows.corpus ?? ""), profile \(stage.corpus.profile.name), \(matcher)"
    var live = try LiveSession(stage, title: title, style: colour.style)
    try live.run(on: screen)
  }

  /// Plays every trace of a file, each from an inactive session.
  private func replay(_ path: String, on stage: () throws(InputError) -> SessionStage) throws {
    let traces = try InputError.wrap {
      try TraceFile.decode(try InputFile.traces.read(path), file: path)
    }
    // A trace file has an object on every line, so counting lines is possible.
    var line = 0
    for trace in traces {
      line += 1
      if !json { print("# \(trace.name)\(trace.why.isEmpty ? "" : ": \(trace.why)")") }
      var stage = try stage()
      for (index, event) in trace.events.enumerated() {
        line += 1
        do throws(SessionError) {
          let scene = try stage.play(event)
          try? show(scene, of: stage, echo: event.name, trace: trace.name)
        } catch {
          throw InputError.input(
            "\(path):\(line): trace '\(trace.name)', event \(index + 1): \(error.description)")
        }
      }
    }
  }

  /// Plays what is typed; the search is active from the start.
  private func readLines(on first: SessionStage) throws {
    var stage = first
    var shown: SessionScene?
    try play("activate", on: &stage, after: &shown)
    var input = try InputLines("-", limitInBytes: Self.lineSizeLimitInBytes)
    while let line = try input.next() {
      guard case .complete(let bytes) = line else {
        try refuse("", because: Self.lineTooLong)
        continue
      }
      switch String(decoding: bytes, as: UTF8.self) {
      case "": continue
      case "quit": return
      case "help": explain("")
      case let line where line.beginsBytewise(with: "help "): explain(String(line.dropFirst(5)))
      case let line: try play(line, on: &stage, after: &shown)
      }
    }
  }

  /// Lists what a person can type; programs that read objects get no other lines.
  ///
  /// - Parameter word: the command in question; if it does not exist, all commands are listed.
  private func explain(_ word: String) {
    let about = TypedLine.help.filter { $0.0.split { " ,".contains($0) }.contains { $0 == word } }
    for line in Columns.lines(about.isEmpty ? TypedLine.help : about) {
      if json { StandardError.write("\(line)") } else { print("\(line)") }
    }
  }

  static let lineSizeLimitInBytes = TraceFile.lineSizeLimitInBytes

  static let lineTooLong = "got a line of more than \(lineSizeLimitInBytes) bytes, expected no more"

  private func play(
    _ line: String, on stage: inout SessionStage, after shown: inout SessionScene?
  ) throws {
    let scene: SessionScene
    do {
      scene = try stage.play(try TypedLine.event(line, in: stage.session))
    } catch {
      try refuse(line, because: "\(error)")
      return
    }
    try show(scene, of: stage, echo: line, after: shown)
    shown = scene
  }

  /// - Parameter earlier: the lines that were shown before and are not repeated.
  private func show(
    _ scene: SessionScene, of stage: SessionStage, echo: String, trace: String? = nil,
    after earlier: SessionScene? = nil
  ) throws {
    if json {
      return try JSONText.show(SessionLine(scene, trace: trace, in: stage.corpus))
    }
    print("> \(echo)")
    let printer = SessionPrinter(of: stage.session, over: stage.corpus, style: colour.style)
    for line in printer.lines(scene, after: earlier) { print(line) }
  }

  private func refuse(_ line: String, because reason: String) throws {
    if json { return try JSONText.show(SessionLine(refused: .string(line), error: reason)) }
    print("> \(line)")
    print("  refused  \(reason)")
  }
}
