import Foundation
import MatchmarkEngines
import MatchmarkJSON
import MatchmarkSession
import MatchmarkTestSupport
import Testing

@Suite("Messages of search boxes")
struct BoxMessageTests {
  private struct Exchange: Sendable {
    let request: JSONValue
    let reply: JSONValue

    var type: String { request["type"]?.string ?? "" }
  }

  /// The requests and replies of the transcript.
  private static let messages: [JSONValue] = {
    do {
      let text = try EngineFixtures.bytes("Fixtures/protocol/late-answers.jsonl")
      return try text.split(separator: 0x0A).dropFirst().map { line in
        try JSONValue(reading: Array(line)).members[0].value
      }
    } catch { preconditionFailure("\(error)") }
  }()

  /// The exchanges of the transcript without the greeting and the goodbye.
  private static let exchanges = stride(from: 0, to: messages.count, by: 2).map {
    Exchange(request: messages[$0], reply: messages[$0 + 1])
  }.filter { $0.type != "hello" && $0.type != "bye" }

  private static func schema(_ name: String) throws -> JSONValue {
    let bytes = try EngineFixtures.bytes("Fixtures/schemas/boxes/\(name).schema.json")
    return try JSONValue(reading: bytes.map { $0 == 0x0A ? 0x20 : $0 })
  }

  private static func request(_ type: String) -> BoxRequest {
    switch type {
    case "start": .start(savedState: nil)
    case "save": .save
    default: .event(.wake, time: 0)
    }
  }

  private static func isRead(_ reply: JSONValue, to type: String) -> Bool {
    do throws(MessageError) {
      _ = try BoxReply(decoding: reply.bytes, to: request(type))
      return true
    } catch { return false }
  }

  @Test("Every message of the transcript of a search box is valid by its schema")
  func transcript() throws {
    #expect(Self.exchanges.count > 15)
    for exchange in Self.exchanges {
      let (request, reply) = (
        try Self.schema("\(exchange.type).request"), try Self.schema("\(exchange.type).reply")
      )
      #expect(SchemaChecker.complaints(exchange.request, against: request) == [])
      #expect(SchemaChecker.complaints(exchange.reply, against: reply) == [])
      #expect(Self.isRead(exchange.reply, to: exchange.type))
    }
  }

  @Test("Every message in the guide to late answers is from the transcript")
  func guide() throws {
    let page = "Sources/MatchmarkCore/MatchmarkCore.docc/LateAnswers.md"
    let text = String(decoding: try EngineFixtures.bytes(page), as: UTF8.self)
    var count = 0
    for block in text.matches(of: /```json\n((?:.*\n)*?)```/) {
      for line in block.1.split(separator: "\n") {
        #expect(Self.messages.contains(try JSONValue(reading: Array(line.utf8))), "\(line)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  @Test("Every event is written as the schema of requests says")
  func events() throws {
    let schema = try Self.schema("event.request")
    for event: BoxEvent in [
      .type("a"), .paste("ab"), .backspace, .addToken("t1"), .removeToken, .selectScope(2),
      .submit, .press(1), .release, .clear, .cancel, .dismiss, .comeBack, .wake,
      .answer(search: 1, .failure),
      .answer(search: 2, .rows(["a-1"], total: 2, isComplete: false)),
    ] {
      let request = BoxRequest.event(event, time: 120).json
      #expect(SchemaChecker.complaints(request, against: schema) == [], "\(request.text)")
      #expect(request["at"] == .integer(120))
    }
  }

  @Test("Schemas and reader agree on every reply of a box with one value changed or left out")
  func agreement() throws {
    let others: [JSONValue] = [
      .null, .boolean(true), .integer(0), .integer(-1), .number("0.5"), .string(""),
      .string("results"), .array([]), .integers([0]), .array([.string("a")]), .array([.null]),
      .object([]), .object([.init("row", .string("a"))]),
    ]
    var (validCount, brokenCount) = (0, 0)
    for exchange in Self.exchanges {
      let schema = try Self.schema("\(exchange.type).reply")
      for variant in others.flatMap({ Self.changed(exchange.reply, to: $0) }) {
        let isValid = SchemaChecker.complaints(variant, against: schema).isEmpty
        if isValid { validCount += 1 } else { brokenCount += 1 }
        #expect(isValid == Self.isRead(variant, to: exchange.type), "\(variant.text)")
      }
    }
    #expect(validCount > 50 && brokenCount > 500, "\(validCount) \(brokenCount)")
  }

  /// Returns every copy of a value in which one part is changed or left out, or a key is unknown.
  private static func changed(_ value: JSONValue, to other: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let members):
      [.object(members + [.init("unknown", other)])]
        + members.indices.flatMap { index -> [JSONValue] in
          var without = members
          without.remove(at: index)
          return [.object(without)]
            + ([other] + changed(members[index].value, to: other)).map { new in
              var changed = members
              changed[index] = .init(members[index].key, new)
              return .object(changed)
            }
        }
    case .array(let values) where !values.isEmpty:
      ([other] + changed(values[0], to: other)).map { .array([$0] + values.dropFirst()) }
    default: []
    }
  }

  @Test("An unexpected reply of a box is refused with what was got and what was expected")
  func refused() {
    for (line, message) in [
      (#"{"type":"error","error":"no such event"}"#, "got 'no such event' for key 'error'"),
      (#"{"type":"start","display":{}}"#, "got 'start' for key 'type', expected 'event'"),
      (#"{"type":"event"}"#, "got no key 'display'"),
      (
        #"{"type":"event","display":{"text":"a","state":"busy","rows":[]}}"#,
        "expected one of browse, loading, results, no-match, failed"
      ),
    ] {
      let error = #expect(throws: MessageError.self) {
        try BoxReply(decoding: Array(line.utf8), to: .event(.wake, time: 0))
      }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }
}
