import DatasetsSupport
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkMatchers
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// The corpora, servers and project files that tests of engines share.
enum EngineFixtures {
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: WorkingCopy.root.appending(path: path)))
  }

  typealias Rows = (corpus: Corpus, identity: String)

  /// The rows files of the transcripts, by the names of their corpora.
  static let rows: [String: Rows] = {
    var rows: [String: Rows] = [:]
    for name in ["countries", "products", "titles-0", "titles-120"] {
      do { rows[name] = try read(name) } catch { preconditionFailure("\(name): \(error)") }
    }
    return rows
  }()

  static func corpus(_ name: String) throws -> Corpus { try #require(rows[name]).corpus }

  private static func read(_ name: String) throws -> Rows {
    let corpus =
      try FixtureCorpora.named(name)?
      .corpus(inFolder: WorkingCopy.path("Fixtures/corpora"))
      ?? CorpusGenerator.named("titles")?
      .corpus(rowCount: Int(name.dropFirst("titles-".count)) ?? 0, seed: 1)
    let bytes = CanonicalCorpus.bytes(of: try #require(corpus))
    var checksum = Checksum()
    checksum.update(bytes)
    let source = RowSource(name: name, bytes: bytes)
    return (try CanonicalCorpus.read(source, name: name), checksum.identity)
  }

  /// The rows of the corpus with the path's name, without reading a file.
  static func load(_ path: String) throws -> Rows {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    if let rows = rows[name] { return rows }
    _ = try FileReader.read(path)
    preconditionFailure("\(path) should not be there")
  }

  static func server(
    _ entry: MatcherEntry, requestSizeInBytes: Int = EngineLimits.requestSizeInBytes,
    marksRanges: Bool = false
  ) -> EngineServer {
    var hello = HelloReply(
      serving: entry.descriptor, version: "1.0", language: "Swift 6.3", isOptimised: true)
    hello.clock = "CLOCK_MONOTONIC"
    hello.resolutionInNanoseconds = 1
    hello.capabilities.marksRanges = marksRanges
    return EngineServer(entry, hello: hello, requestSizeInBytes: requestSizeInBytes, load: load)
  }

  static func loadRequest(_ corpus: Corpus, profile: SearchProfile) throws -> EngineRequest {
    var schemaLine: [UInt8] = []
    CanonicalCorpus.appendSchema(of: corpus, to: &schemaLine)
    return .load(
      try LoadRequest(
        corpusHash: CorpusIdentity(of: corpus).description, schemaLine: schemaLine,
        profile: profile, rowsPath: "/srv/matchmark/\(corpus.name).jsonl"))
  }
}

extension EngineServer {
  /// The reply to a request, decoded from the sent bytes.
  mutating func exchange(_ request: EngineRequest) throws -> EngineReply {
    let line = reply(to: Array(request.encodedLine.dropLast())).encodedLine
    return try EngineReply(decoding: Array(line.dropLast()))
  }

  /// A server that has loaded and built a corpus.
  static func ready(
    _ entry: MatcherEntry, _ corpus: Corpus, profile: SearchProfile
  ) throws -> EngineServer {
    var server = EngineFixtures.server(entry)
    _ = try server.exchange(try EngineFixtures.loadRequest(corpus, profile: profile))
    _ = try server.exchange(.build)
    return server
  }
}
