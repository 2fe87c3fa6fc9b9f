import MatchmarkCore
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkSystem

/// The requests of a whole session over one corpus, and the rows file that they name.
struct EngineSession {
  let rows: EngineCorpus
  /// The first requests: hello, load, build.
  let opening: [EngineRequest]

  /// Writes the rows file, and creates the matching requests.
  ///
  /// - Parameter path: where the rows file is written; an existing file is replaced.
  /// - Throws: ``CommandError/input(_:)`` if it cannot be written.
  init(_ corpus: Corpus, profile: SearchProfile, rowsPath path: String) throws(CommandError) {
    rows = try Self.write(corpus, to: path)
    do {
      let load = try LoadRequest(
        corpusHash: rows.identity, schemaLine: rows.schemaLine, profile: profile,
        rowsPath: rows.path)
      opening = [.hello(protocolVersion: EngineRequest.protocolVersion), .load(load), .build]
    } catch {
      throw .input("the schema of '\(corpus.name)': \(error)")
    }
  }

  private static func write(
    _ corpus: Corpus, to path: String
  ) throws(CommandError) -> EngineCorpus {
    let absolutePath = try AbsolutePath.of(path)
    return try CommandError.wrap { try RowsFile.write(corpus, to: absolutePath) }
  }

  /// Every request, hello first and bye last.
  func requests(_ queries: [QueryRequest]) -> [EngineRequest] {
    opening + queries.map { .query($0) } + [.bye]
  }

  /// The shell line that repeats a request after those that it needs; nil means the first one.
  func reproduction(_ request: EngineRequest?, command: [String]) -> String {
    let last = request ?? opening[0]
    let lines = (opening.prefix { $0.phase != last.phase } + [last]).map(\.text)
    let words = ["printf", "%s\\n"] + lines
    return ShellWord.line(words) + " | " + ShellWord.line(command)
  }
}
