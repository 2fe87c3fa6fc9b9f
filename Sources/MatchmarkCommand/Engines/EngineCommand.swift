import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSystem

/// The commands about the protocol of engines.
struct EngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Serve a matcher as an engine, or print the requests that an engine gets.",
    subcommands: [ServeCommand.self, RequestsCommand.self])
}

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a matcher as an engine: requests on stdin, replies on stdout.",
    discussion: """
      One JSON object per line; each request is answered before the next one is read. The page \
      Engines of the documentation has the protocol. The engine ends after 'bye', or at the end of \
      its input.

      Examples:
        matchmark engine serve --matcher linear-scan
        matchmark engine serve -e inverted-index --matcher-option inverted-index.cores=two
      """)

  @Option(
    name: .matcher, help: "The matcher, as 'matchmark list matchers' names it.",
    completion: NameCompletion.matchers)
  var matcher: String

  @Option(help: "An option of the matcher, as <matcher>.<option>=<value>; repeat for several.")
  var matcherOption: [String] = []

  func run() throws {
    let entry = try context.catalog.entry(matcher)
    let chosen = try MatcherSettings(matcherOption, of: context.catalog).applied(
      to: Participant(entry))
    let build = ContextFacts.build
    let hello = HelloReply(
      serving: entry.descriptor, version: Matchmark.version, language: build.compiler,
      isOptimised: build.isOptimised)
    var server = EngineServer(chosen.entry, hello: hello, load: Self.read)
    do {
      try server.serve(from: StandardInput.read, to: StandardOutput.write)
    } catch {
      // For an engine, a reader that stops early is a failure.
      if error.isBrokenPipe { try ExitStatus.couldNotRun.end() }
      throw error
    }
  }

  /// Reads a rows file, which holds a corpus in its canonical form.
  ///
  /// - Throws: ``InputError`` or ``DatasetError``.
  private static func read(_ path: String) throws -> (corpus: Corpus, identity: String) {
    let source = try InputFile.rowSource(path)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return (try CanonicalCorpus.read(source, name: name), try source.checksum().identity)
  }
}

struct RequestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests",
    abstract: "Print the exact bytes that an engine gets: every request of a session.",
    discussion: """
      The rows are written to a file, which the 'load' request names. The requests are written to \
      stdout, ready to be piped into an engine.

      Examples:
        matchmark engine requests --corpus countries --rows rows.jsonl "uni" --scope 2019
        matchmark engine requests --corpus titles-1000 --rows rows.jsonl a an --want count
      """)

  @OptionGroup var corpusOptions: CorpusOptions

  @Argument(help: "The typed texts, one query for each; without any, one empty query.")
  var texts: [String] = []

  @Option(help: "Write the rows to this file.")
  var rows: String

  @OptionGroup var filter: FilterOptions

  @Option(help: "What to ask for: rows, page (count and first 50 rows), count, digest.")
  var want = Want.page

  @Option(
    name: .customLong("repeat"), help: "How often each query is answered and timed.",
    transform: NumberRange.repetitions.whole)
  var repeatCount = 1

  func validate() throws {
    if rows == "-" {
      throw ValidationError("got --rows -, expected a file; stdout is for the requests")
    }
  }

  func run() throws {
    let chosen = try ChosenCorpus(corpusOptions, in: context.folder).findingSets()
    let tokens = try filter.tokens()
    let queries = (texts.isEmpty ? [""] : texts).enumerated().map { index, text in
      QueryRequest(
        id: index + 1, query: SearchQuery(text, tokens: tokens, scope: filter.scope),
        want: want, repeatCount: repeatCount)
    }
    let session = try EngineSession(
      chosen.corpus, profile: chosen.profile, rowsPath: rows,
      replacing: context.replacement)
    try StandardOutput.write(session.requests(queries).flatMap(\.encodedLine))
  }
}

extension Want: ExpressibleByArgument {}
