import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkJSON
import MatchmarkTestSupport
import Testing

@Suite("Schemas of the protocol")
struct ProtocolSchemaTests {
  static let names = [
    "hello.request", "hello.reply", "load.request", "load.reply", "build.request", "build.reply",
    "query.request", "query.reply", "bye.request", "bye.reply", "error.reply",
  ]

  private static let schemas: [String: JSONValue] = names.reduce(into: [:]) { schemas, name in
    do {
      let bytes = try EngineFixtures.bytes("Fixtures/schemas/protocol/\(name).schema.json")
      schemas[name] = try JSONValue(reading: bytes.map { $0 == 0x0A ? 0x20 : $0 })
    } catch { preconditionFailure("\(name): \(error)") }
  }

  /// A message and its schema.
  private struct Message: Hashable {
    var value: JSONValue
    let kind: String

    init?(_ line: String, kind: String) {
      guard let value = try? JSONValue(reading: Array(line.utf8)) else { return nil }
      self.value = value
      self.kind = kind
    }

    var type: String { value["type"]?.string ?? "" }

    var text: String { String(decoding: value.bytes, as: UTF8.self) }

    /// The schema; nil if the type has none.
    var schema: JSONValue? { schemas["\(type).\(kind)"] }

    /// True if the schema accepts it.
    var isValid: Bool { schema.map { SchemaChecker.complaints(value, against: $0) == [] } ?? false }

    /// True if the reader accepts it.
    var isRead: Bool {
      do throws(MessageError) {
        if kind == "request" {
          _ = try EngineRequest(decoding: value.bytes)
        } else {
          _ = try EngineReply(decoding: value.bytes)
        }
        return true
      } catch { return false }
    }

    /// The message with one value changed or left out, for each key at any depth except `schema`.
    var variants: [Message] {
      let others: [JSONValue] = [
        .null, .boolean(false), .integer(0), .integer(1), .integer(-1), .integer(10_001),
        .integer(JSONValue.largestInteger), .number("0.5"), .number("9007199254740992"),
        .string(""), .string("x"), .string("rows"), .array([]), .integers([0]),
        .array([.string("rows")]), .array([.null]), .object([]),
      ]
      return others.flatMap { other in changed(value, to: other) }.map { value in
        var copy = self
        copy.value = value
        return copy
      }
    }

    private func changed(_ value: JSONValue, to other: JSONValue) -> [JSONValue] {
      switch value {
      case .object(let members):
        return members.indices.flatMap { index -> [JSONValue] in
          var without = members
          without.remove(at: index)
          let key = members[index].key
          let inner = key == "schema" ? [] : changed(members[index].value, to: other)
          return [.object(without)]
            + ([other] + inner).map { new in
              var changed = members
              changed[index] = .init(key, new)
              return .object(changed)
            }
        }
      case .array(let values) where !values.isEmpty:
        return ([other] + changed(values[0], to: other)).map { .array([$0] + values.dropFirst()) }
      default: return []
      }
    }
  }

  private static let messages: Set<Message> = Set(
    Transcript.all.flatMap(\.exchanges).flatMap { exchange in
      [
        Message(exchange.request, kind: "request"), Message(exchange.reply, kind: "reply"),
      ].compactMap(\.self)
    } + ranked)

  /// Messages of an engine that ranks.
  private static let ranked: [Message] =
    [
      message(#"{"type":"query","id":1,"text":"ab","limit":50,"repeat":1}"#, kind: "request"),
      message(
        #"{"type":"query","id":1,"elapsed_ns":[800],"ids":[2,0],"scores":[36,1.5],"#
          + #""positions":[[0,1],[]]}"#, kind: "reply"),
    ] + rules.map(hello) + boxes

  /// The greetings of search boxes.
  private static let boxes = [
    #""rules":{"features":["loading","no-match"],"submit":"queued","debounce_ms":150,"#
      + #""in_flight":2}"#,
    #""clock":"c","resolution_ns":1,"rules":{}"#,
  ].map { rest in
    message(
      #"{"type":"hello","protocol":1,"name":"box","version":"1","language":"C","build":"release","#
        + #""contract":"late-answers",\#(rest)}"#, kind: "reply")
  }

  /// The rules of engines that rank: with and without a specification.
  private static let rules = [
    #""family":"edits","case":"ignore","folding":"cd","blanks":"letters","#
      + #""ties":["length","row"],"infix":false,"narrows":true,"corpusDependent":false,"#
      + #""positions":"scalars","empty":"no-row","budget":[[5,1],[9,2]]"#,
    #""case":"smart","folding":"exact""#,
    #""spec":"fzf-v2@0.74","family":"subsequence","case":"smart","folding":null,"#
      + #""blanks":"terms","ties":["length","row"],"narrows":true,"corpusDependent":false,"#
      + #""empty":"all-rows","budget":null"#,
    #""spec":"fzy-1.0","family":"subsequence","case":null,"folding":null,"blanks":null,"#
      + #""ties":["row"],"narrows":true,"corpusDependent":false,"empty":"all-rows","#
      + #""budget":null"#,
    #""spec":"osa","family":"edits","case":"ignore","folding":null,"blanks":"letters","#
      + #""ties":["length","row"],"narrows":false,"corpusDependent":false,"empty":"no-row","#
      + #""budget":[[5,1],[9,2]]"#,
    #""spec":"osa","narrows":true"#, #""spec":"prefix-osa","ties":["row"]"#,
    #""spec":"fzy-1.0","case":"smart""#, #""spec":"fzf-v2@0.74","blanks":"letters""#,
  ]

  private static func hello(of rules: String) -> Message {
    message(
      #"{"type":"hello","protocol":1,"name":"palette","version":"1","language":"C","#
        + #""build":"release","clock":"c","resolution_ns":1,"contract":"ranked","rules":{"#
        + rules + "}}", kind: "reply")
  }

  private static func message(_ text: String, kind: String) -> Message {
    guard let message = Message(text, kind: kind) else { preconditionFailure("\(text) is no JSON") }
    return message
  }

  /// A message of each shape; its kind, its keys and the order that it names define the shape.
  private static let shapes: [Message] = {
    var shapes: [String: Message] = [:]
    // The longest message of a shape shows most, so it is kept.
    for message in messages.sorted(by: {
      ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text)
    }) {
      let keys = message.value.members.map(\.key).joined(separator: " ")
      let order = message.value["rules"]?["spec"]?.string ?? ""
      shapes["\(message.type) \(message.kind) \(keys) \(order)"] = message
    }
    return Array(shapes.values)
  }()

  @Test("Every message of the protocol has a schema, and there are no other files of schemas")
  func files() throws {
    let folder = WorkingCopy.path("Fixtures/schemas/protocol")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == Set(Self.names.map { "\($0).schema.json" }))
  }

  @Test("Messages of the good transcripts are valid by their schemas, and cover all kinds")
  func transcripts() {
    for transcript in Transcript.all where !["failures", "bad-requests"].contains(transcript.file) {
      for exchange in transcript.exchanges {
        for message in [
          Message(exchange.request, kind: "request"), Message(exchange.reply, kind: "reply"),
        ] {
          let complaints = message.flatMap { message in
            message.schema.map { SchemaChecker.complaints(message.value, against: $0) }
          }
          #expect(complaints == [], "\(exchange)")
        }
      }
    }
    let kinds = Set(Self.messages.map { "\($0.type).\($0.kind)" })
    #expect(kinds.isSuperset(of: Self.names))
  }

  @Test("Schemas and reader agree on every message, and on every variant with one value changed")
  func agreement() {
    var validCount = 0
    var brokenCount = 0
    for message in Self.messages + Self.shapes.flatMap(\.variants) {
      if message.isValid { validCount += 1 } else { brokenCount += 1 }
      #expect(message.isValid == message.isRead, "\(message.text)")
    }
    #expect(validCount > 100 && brokenCount > 1_000)
  }

  private static let validator = Python.with("jsonschema")

  @Test(
    "An independent validator agrees with ours about the schemas of the protocol",
    .needs(.jsonschema))
  func otherValidator() throws {
    let folder = try TemporaryFolder()
    let lines = (Self.messages + Self.shapes.flatMap(\.variants)).compactMap { message in
      message.schema.map { _ in
        "\(message.isValid) \(message.type).\(message.kind) \(message.text)"
      }
    }
    try lines.joined(separator: "\n").write(
      toFile: folder.file("messages"), atomically: true, encoding: .utf8)
    let script = """
      import json, sys
      from jsonschema import Draft202012Validator as Validator
      validators = {}
      for name in sys.argv[3:]:
          schema = json.load(open(f"{sys.argv[1]}/{name}.schema.json"))
          Validator.check_schema(schema)
          validators[name] = Validator(schema)
      for line in open(sys.argv[2], encoding="utf-8"):
          valid, name, text = line.rstrip("\\n").split(" ", 2)
          if validators[name].is_valid(json.loads(text)) != (valid == "true"): print(line)
      """
    let schemas = WorkingCopy.path("Fixtures/schemas/protocol")
    let result = try Child.run(
      [try #require(Self.validator), "-c", script, schemas, folder.file("messages")] + Self.names)
    #expect(result.code == 0)
    #expect(result.text == "")
  }
}
