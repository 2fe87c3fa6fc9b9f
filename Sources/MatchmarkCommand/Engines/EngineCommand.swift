import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Serves a matcher over the engine protocol.
struct EngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Serve a matcher as an engine: requests on stdin, replies on stdout.",
    discussion: """
      One JSON object per line; each request is answered before the next one is read. The page \
      Engines of the documentation has the protocol. The engine ends after 'bye', or at the end of \
      its input.

      Examples:
        matchmark engine --matcher linear-scan
        matchmark engine -e inverted-index --matcher-option inverted-index.cores=two
      """)

  @Option(
    name: [.customShort("e"), .customLong("matcher")],
    help: "The matcher, as 'matchmark list matchers' names it.",
    completion: .list(Catalog.current.ids))
  var matcher: String

  @Option(help: "An option of the matcher, as <matcher>.<option>=<value>; repeat for several.")
  var matcherOption: [String] = []

  func run() throws {
    guard let entry = Catalog.current.entries.first(where: { $0.descriptor.id == matcher }) else {
      throw CommandError.unknownName(kind: "matcher", name: matcher, known: Catalog.current.ids)
    }
    let chosen = try MatcherSettings(matcherOption).applied(to: Participant(entry))
    let build = ContextFacts.build
    let hello = HelloReply(
      serving: entry.descriptor, version: Matchmark.version, language: build.compiler,
      isOptimised: build.isOptimised)
    var server = EngineServer(chosen.entry, hello: hello, load: EngineRows.read)
    do {
      try server.serve(from: StandardInput.read, to: StandardOutput.write)
    } catch let error where error.isBrokenPipe {
      throw ExitCode(ExitStatus.couldNotRun.rawValue)
    } catch {
      throw CommandError.input(error.description)
    }
  }
}

extension EngineRows {
  /// Reads a rows file, which holds a corpus in its canonical form.
  ///
  /// - Throws: ``CommandError`` or ``DatasetError``.
  static func read(_ path: String) throws -> EngineRows {
    let source = try InputFile.rowSource(path)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let corpus = try CanonicalCorpus.read(source, name: name)
    return EngineRows(corpus: corpus, identity: try source.checksum().identity)
  }
}
