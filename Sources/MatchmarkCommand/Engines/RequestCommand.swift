import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkSystem

/// Prints the requests of a session as an engine receives them.
struct RequestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Print the exact bytes that an engine gets: every request of a session.",
    discussion: """
      The rows are written to a file, which the 'load' request names. The requests are written to \
      stdout, ready to be piped into an engine.

      Examples:
        matchmark request --corpus countries --rows rows.jsonl "uni" --scope 2019
        matchmark request --corpus titles-1000 --rows rows.jsonl a an --want count
      """)

  @OptionGroup var corpusOptions: CorpusOptions

  @Argument(help: "The typed texts, one query for each; without any, one empty query.")
  var texts: [String] = []

  @Option(help: "Write the rows to this file; an existing file is replaced.")
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
    let chosen = try ChosenCorpus(corpusOptions)
    let tokens = try filter.tokens()
    let queries = (texts.isEmpty ? [""] : texts).enumerated().map { index, text in
      QueryRequest(
        id: index + 1, query: SearchQuery(text, tokens: tokens, scope: filter.scope),
        want: want, repeatCount: repeatCount)
    }
    let session = try EngineSession(chosen.corpus, profile: chosen.profile, rowsPath: rows)
    do {
      try StandardOutput.write(session.requests(queries).flatMap(\.encodedLine))
    } catch let error where error.isBrokenPipe {
      return
    } catch {
      throw CommandError.input(error.description)
    }
  }
}

extension Want: ExpressibleByArgument {}

/// The absolute form of a path, which does not depend on the current folder.
enum AbsolutePath {
  /// - Throws: ``CommandError/input(_:)`` if the current folder has no usable path.
  static func of(_ path: String) throws(CommandError) -> String {
    if path.isAbsolutePath { return URL(fileURLWithPath: path).standardizedFileURL.path }
    guard let folder = Folder.current else {
      throw .input(
        "cannot tell where '\(path)' is: the current folder was removed, or its path is not UTF-8, "
          + "expected one that JSON can hold")
    }
    return URL(fileURLWithPath: "\(folder)/\(path)").standardizedFileURL.path
  }
}
