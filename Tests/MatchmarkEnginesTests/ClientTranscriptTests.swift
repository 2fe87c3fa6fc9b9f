import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("The client and the transcripts")
struct ClientTranscriptTests {
  /// Answers each line with the next line of a file, and saves what it read.
  private static let script = """
    exec 3<replies
    while IFS= read -r request; do
      printf '%s\\n' "$request" >>requests
      IFS= read -r reply <&3 || exit 9
      printf '%s\\n' "$reply"
      case $request in *'"bye"'*) exit 0 ;; esac
    done
    """

  private static func client(
    _ replies: [String], in folder: borrowing TemporaryFolder
  ) throws -> EngineClient {
    let lines = replies.map { $0 + "\n" }.joined()
    try Data(lines.utf8).write(to: URL(filePath: folder.file("replies")))
    var launch = EngineLaunch(
      id: "transcript", command: ["/bin/sh", "-c", script], folder: folder.path)
    launch.timeouts.settle = .milliseconds(20)
    return try EngineClient(launch)
  }

  /// Carries out a request.
  private static func send(_ line: String, with client: EngineClient) throws {
    switch try EngineRequest(decoding: Array(line.utf8)) {
    case .hello: try client.hello()
    case .load(let load):
      let corpus: EngineCorpus = (
        path: load.rowsPath, identity: load.corpusHash, schemaLine: load.schema.bytes,
        rowCount: try EngineFixtures.load(load.rowsPath).corpus.rowCount
      )
      _ = try client.load(corpus, profile: load.profile)
    case .build: _ = try client.build()
    case .query(let query):
      _ = try client.query(
        query.query, want: query.want, repeatCount: query.repeatCount,
        marksRanges: query.marksRanges)
    case .rank(let request): _ = try client.rank(request.needle, limit: request.limit)
    case .bye: try client.bye()
    }
  }

  @Test(
    "The client sends the requests of the transcripts, and accepts the replies",
    arguments: Transcript.all.filter {
      ["countries", "products", "sizes", "ranges", "ranked"].contains($0.file)
    })
  func sessions(transcript: Transcript) throws {
    let folder = try TemporaryFolder()
    let client = try Self.client(transcript.exchanges.map(\.reply), in: folder)
    for exchange in transcript.exchanges { try Self.send(exchange.request, with: client) }
    let sent = try String(contentsOfFile: folder.file("requests"), encoding: .utf8)
    #expect(sent == transcript.exchanges.map { $0.request + "\n" }.joined())
  }

  @Test(
    "The client names the failure of each wrong reply, with the request",
    arguments: Transcript.all.filter { $0.file == "failures" })
  func failures(transcript: Transcript) throws {
    let wrong = try #require(transcript.exchanges.first)
    let file = wrong.request.contains("\"ranges\":true") ? "ranges" : "countries"
    let good = try #require(Transcript.all.first { $0.file == file })
    let phase = try EngineRequest(decoding: Array(wrong.request.utf8)).phase
    let before = good.exchanges.prefix {
      (try? EngineRequest(decoding: Array($0.request.utf8)))?.phase != phase
    }
    // The client counts its queries from one.
    let reply = wrong.reply.replacing("\"id\":3", with: "\"id\":1")
    let folder = try TemporaryFolder()
    let client = try Self.client(before.map(\.reply) + [reply], in: folder)
    for exchange in before { try Self.send(exchange.request, with: client) }
    let failure = #expect(throws: EngineFailure.self) {
      try Self.send(wrong.request, with: client)
    }
    #expect(failure?.state.rawValue == wrong.failure, "\(failure as Any)")
    #expect(failure?.phase == phase)
    #expect(failure?.requestLine == wrong.request.replacing("\"id\":3", with: "\"id\":1"))
  }
}
