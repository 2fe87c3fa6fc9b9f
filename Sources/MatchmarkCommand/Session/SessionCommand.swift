import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkSession
import MatchmarkSystem

/// Replays a typing session and shows the search field after each event.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Replay a typing session, or type one, and see the search field after each event.",
    discussion: """
      Without a trace file, lines are read from standard input; 'help' lists what can be typed. A \
      line that cannot happen says why, changes nothing, and the session goes on. On a terminal, \
      what the text found is underlined; with --json, "ranges" has it in UTF-8 offsets.

      Apps:
      \(FixtureApps.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Examples:
        matchmark session --app countries Fixtures/traces/countries.jsonl
        echo 'type bu' | matchmark session --app plans
        echo 'type rose 2012' | matchmark session --app products --json
      """)

  @Argument(help: "A trace file.")
  var trace: String?

  @Option(help: "The app: one of those above.")
  var app = "countries"

  @Option(name: [.customShort("e"), .customLong("matcher")], help: "The matcher that answers.")
  var matcher = "inverted-index"

  @Option(help: "A JSON file of settings, in place of what the app chose.")
  var settings: String?

  @Flag(help: "Print a JSON object for each event.")
  var json = false

  @OptionGroup var colour: ColourOptions

  func run() throws {
    guard let app = FixtureApps.named(app) else {
      throw CommandError.unknownName(
        kind: "app", name: app, known: FixtureApps.all.map(\.name))
    }
    let corpus = try FoldedCorpus(
      try CorpusSource.fixture(app.corpus).corpus(), profile: app.corpus.profile)
    guard let participant = try ParticipantRoster.matchers([matcher]).first else { return }
    let chosen = try settings.map(SettingsFile.read) ?? app.settings
    let stage = {
      () throws(CommandError) in
      try SessionStage(corpus, settings: chosen, entry: participant.entry)
    }
    if let trace { try replay(trace, on: stage) } else { try readLines(on: stage()) }
  }

  /// Plays every trace of a file, each from an inactive session.
  private func replay(
    _ path: String, on stage: () throws(CommandError) -> SessionStage
  ) throws {
    let traces: [Trace]
    do { traces = try TraceFile.decode(try InputFile.traces.read(path), file: path) } catch {
      throw CommandError.input("\(error)")
    }
    // A trace file has an object on every line, so lines can be counted.
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
          throw CommandError.input(
            "\(path):\(line): trace '\(trace.name)', event \(index + 1): \(error.description)")
        }
      }
    }
  }

  /// Plays what is typed; the search is active from the start.
  private func readLines(on first: SessionStage) throws {
    var stage = first
    try play("activate", on: &stage)
    var input = TypedInput()
    while let line = try input.next() {
      switch line {
      case .complete(""): continue
      case .complete("quit"): return
      case .complete("help"): explain()
      case .complete(let line): try play(line, on: &stage)
      case .tooLong: try refuse("", because: Self.lineTooLong)
      }
    }
  }

  /// Lists what can be typed, for a person: where programs read objects, they read no other line.
  private func explain() {
    for line in Columns.lines(TypedLine.help) {
      if json { StandardError.write(line) } else { print(line) }
    }
  }

  /// The longest line that is read.
  static let lineSizeLimitInBytes = TraceFile.lineSizeLimitInBytes

  /// What a longer one is told.
  static let lineTooLong = "got a line of more than \(lineSizeLimitInBytes) bytes, expected less"

  private func play(_ line: String, on stage: inout SessionStage) throws {
    let scene: SessionScene
    do {
      scene = try stage.play(try TypedLine.event(line, in: stage.session))
    } catch {
      try refuse(line, because: "\(error)")
      return
    }
    try show(scene, of: stage, echo: line, trace: nil)
  }

  private func show(
    _ scene: SessionScene, of stage: SessionStage, echo: String, trace: String?
  ) throws {
    if json {
      return Swift.print(try SessionLine(scene, trace: trace, in: stage.corpus).encoded())
    }
    print("> \(echo)")
    let printer = SessionPrinter(
      corpus: stage.corpus, settings: stage.session.settings,
      scopeTitles: stage.session.scopeTitles, style: colour.style)
    for line in printer.lines(scene) { print(line) }
  }

  private func refuse(_ line: String, because reason: String) throws {
    if json { return Swift.print(try SessionLine(refused: .string(line), error: reason).encoded()) }
    print("> \(line)")
    print("  refused  \(reason)")
  }
}
