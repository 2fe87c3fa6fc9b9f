import MatchmarkCore
import MatchmarkEngines
import MatchmarkMatchers
import MatchmarkRecord
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  /// Durations differ from run to run; their presence and number do not.
  private static func masked(_ line: String) -> String {
    line.replacing(/"elapsed_ns":(\[[0-9,]*\]|[0-9]+)/) { match in
      "\"elapsed_ns\":" + match.1.replacing(/[0-9]+/, with: "0")
    }
  }

  @Test("The engine server replies as the transcripts say", arguments: Transcript.all)
  func server(transcript: Transcript) throws {
    guard let name = transcript.matcher else { return }
    let entry = try #require(MatcherEntry.builtIn.first { $0.descriptor.id == name })
    var server = EngineFixtures.server(entry, marksRanges: transcript.file == "ranges")
    for exchange in transcript.exchanges {
      #expect(!server.isFinished)
      let reply = server.reply(to: Array(exchange.request.utf8)).encodedLine
      #expect(
        Self.masked(String(decoding: reply, as: UTF8.self)) == Self.masked(exchange.reply) + "\n",
        "\(exchange.request)")
    }
    #expect(server.isFinished)
  }

  @Test(
    "The reader accepts valid replies and names the failure of invalid ones",
    arguments: Transcript.all
  )
  func replies(transcript: Transcript) throws {
    for exchange in transcript.exchanges {
      let failure = try failure(of: exchange, in: transcript)
      #expect(failure?.state.rawValue == exchange.failure, "\(exchange.reply): \(failure as Any)")
    }
  }

  @Test("Valid requests and replies are written as they were read")
  func roundTrips() throws {
    for transcript in Transcript.all where !["bad-requests", "replies"].contains(transcript.file) {
      for exchange in transcript.exchanges {
        #expect(try EngineRequest(decoding: Array(exchange.request.utf8)).text == exchange.request)
        guard exchange.failure == nil else { continue }
        let reply = try EngineReply(decoding: Array(exchange.reply.utf8)).encodedLine
        #expect(String(decoding: reply, as: UTF8.self) == exchange.reply + "\n")
      }
    }
  }

  @Test("The transcripts cover every state that a single reply can cause")
  func coverage() {
    let shown = Set(Transcript.all.flatMap(\.exchanges).compactMap(\.failure))
    let states: [EngineState] = [
      .wrongProtocol, .noVersion, .garbage, .outOfOrder, .wrongHash, .wrongRowCount,
      .idsOutOfRange, .idsNotAscending, .lyingCount, .wrongRepeatCount, .impossibleDuration,
      .errored,
    ]
    #expect(shown == Set(states.map(\.rawValue)))
  }

  /// The reader's error for a reply; wrong requests are skipped.
  private func failure(
    of exchange: Transcript.Exchange, in transcript: Transcript
  ) throws -> MessageError? {
    guard let request = try? EngineRequest(decoding: Array(exchange.request.utf8)) else {
      return nil
    }
    let rowCount = rowCount(request, in: transcript)
    do throws(MessageError) {
      let reply = try EngineReply(decoding: Array(exchange.reply.utf8))
      try reply.check(against: request, rowCount: rowCount)
      return nil
    } catch { return error }
  }

  private func rowCount(_ request: EngineRequest, in transcript: Transcript) -> Int {
    if case .load(let load) = request {
      return (try? EngineFixtures.load(load.rowsPath))?.corpus.rowCount ?? 0
    }
    // Only this session loads twice, and it ends with the larger corpus.
    let name = transcript.name == "reload" ? "countries" : transcript.corpus
    return EngineFixtures.rows[name]?.corpus.rowCount ?? 0
  }
}
