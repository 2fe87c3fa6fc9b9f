import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
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
      line that cannot happen says why, changes nothing, and the session goes on.

      Examples:
        matchmark session --app countries Fixtures/traces/countries.jsonl
        echo 'type bu' | matchmark session --app plans
      """)

  @Argument(help: "A trace file.")
  var trace: String?

  @Option(help: "The app: countries, products, plans, world or catalogue.")
  var app = "countries"

  @Option(name: [.customShort("e"), .customLong("matcher")], help: "The matcher that answers.")
  var matcher = "inverted-index"

  func run() throws {
    guard let fixture = FixtureCorpora.named(app) else {
      throw CommandError.unknownName(
        kind: "app", name: app, known: FixtureCorpora.all.map(\.name))
    }
    let corpus = try FoldedCorpus(
      try CorpusSource.fixture(fixture).corpus(), profile: fixture.profile)
    guard let contestant = try Catalog.current.contestants([matcher]).first else { return }
    let stage = {
      () throws(CommandError) in
      try SessionStage(corpus, settings: fixture.settings, entry: contestant.entry)
    }
    if let trace { try replay(trace, on: stage) } else { try readLines(on: stage()) }
  }

  /// Plays every trace of a file, each from an inactive session.
  private func replay(
    _ path: String, on stage: () throws(CommandError) -> SessionStage
  ) throws {
    let traces: [Trace]
    do { traces = try TraceFile.decode(try FileReader.read(path), file: path) } catch {
      throw CommandError.input("\(error)")
    }
    for trace in traces {
      print("# \(trace.name)\(trace.why.isEmpty ? "" : ": \(trace.why)")")
      var stage = try stage()
      for (index, event) in trace.events.enumerated() {
        print("> \(event.name)")
        do throws(SessionError) {
          for line in try stage.play(event) { print(line) }
        } catch {
          throw CommandError.input(
            "\(path): trace '\(trace.name)', event \(index + 1): \(error.description)")
        }
      }
    }
  }

  /// Plays what is typed; the search is active from the start.
  private func readLines(on first: SessionStage) throws {
    var stage = first
    show("activate", on: &stage)
    while let line = readLine() {
      switch line {
      case "": continue
      case "quit": return
      case "help": for line in Columns.lines(TypedLine.help) { print(line) }
      default: show(line, on: &stage)
      }
    }
  }

  private func show(_ line: String, on stage: inout SessionStage) {
    print("> \(line)")
    do {
      for line in try stage.play(try TypedLine.event(line)) { print(line) }
    } catch {
      print("  refused  \(error)")
    }
  }
}
