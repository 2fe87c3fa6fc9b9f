import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkSystem

/// The requests of a whole session over one corpus, and the rows file that they name.
struct EngineSession {
  let corpus: Corpus
  let load: LoadRequest
  let queries: [QueryRequest]

  /// Writes the rows file, and makes the requests that go with it.
  ///
  /// - Parameter path: where the rows file is written; a file that is there is replaced.
  /// - Throws: ``CommandError/input(_:)`` where it cannot be written.
  init(
    _ corpus: Corpus, profile: SearchProfile, rowsPath path: String, queries: [QueryRequest] = []
  ) throws(CommandError) {
    self.corpus = corpus
    self.queries = queries
    var checksum = Checksum()
    var schemaLine: [UInt8] = []
    CanonicalCorpus.appendSchema(of: corpus, to: &schemaLine)
    do {
      var file = try AtomicFile(path: path)
      try CanonicalCorpus.write(corpus) { bytes throws(FileError) in
        checksum.update(bytes)
        try file.write(bytes)
      }
      try file.finish()
    } catch {
      throw .input(error.description)
    }
    do {
      load = try LoadRequest(
        corpusHash: checksum.identity, schemaLine: schemaLine, profile: profile,
        rowsPath: AbsolutePath.of(path))
    } catch {
      throw .input("the schema of '\(corpus.name)': \(error)")
    }
  }

  /// Every request, hello first and bye last.
  var requests: [EngineRequest] {
    [.hello(protocolVersion: EngineRequest.protocolVersion), .load(load), .build]
      + queries.map { .query($0) } + [.bye]
  }
}
