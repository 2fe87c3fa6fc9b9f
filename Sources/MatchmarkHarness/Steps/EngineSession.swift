package import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkEngines
package import MatchmarkSystem

/// The requests of a whole session over one corpus, and the rows file that they name.
package struct EngineSession {
  package let rows: EngineCorpus
  /// The first requests: hello, load, build.
  package let opening: [EngineRequest]

  /// Writes the rows file.
  package init(
    _ corpus: Corpus, profile: SearchProfile, rowsPath path: String,
    replacing replacement: Replacement
  ) throws(InputError) {
    let path = try AbsolutePath.of(path)
    rows = try InputError.wrap { try RowsFile.write(corpus, to: path, replacing: replacement) }
    do {
      let load = try LoadRequest(
        corpusHash: rows.identity, schemaLine: rows.schemaLine, profile: profile,
        rowsPath: rows.path)
      opening = [.hello(protocolVersion: EngineRequest.protocolVersion), .load(load), .build]
    } catch {
      throw .input("the schema of '\(corpus.name)': \(error)")
    }
  }

  /// Every request, hello first and bye last.
  package func requests(_ queries: [QueryRequest]) -> [EngineRequest] {
    opening + queries.map { .query($0) } + [.bye]
  }

  /// The shell line that repeats a request after those that it needs; nil means the first one.
  ///
  /// - Parameter queries: the queries before it on which the answer depends.
  package func reproduction(
    _ request: EngineRequest?, after queries: [EngineRequest] = [], command: [String]
  ) -> String {
    let last = request ?? opening[0]
    let lines = (opening.prefix { $0.phase != last.phase } + queries + [last]).map(\.text)
    let words = ["printf", "%s\\n"] + lines
    return ShellWord.line(words) + " | " + ShellWord.line(command)
  }
}
