package import MatchmarkCore

/// A request of the harness; each gets one reply before the next is sent.
package enum EngineRequest: Sendable, Hashable {
  case hello(protocolVersion: Int)
  case load(LoadRequest)
  case build
  case query(QueryRequest)
  /// The last request; the engine replies and ends.
  case bye

  /// The version of the protocol that this program speaks.
  package static let protocolVersion = 1
}

/// The rows that an engine must read, and the profile under which it answers.
package struct LoadRequest: Sendable, Hashable {
  /// The corpus identity: `<crc32 hex>-<byte length>` of the rows file.
  package let corpusHash: String
  /// The parsed first line of the rows file.
  package let schema: JSONTree
  package let profile: SearchProfile
  /// The absolute path of the rows file.
  package let rowsPath: String

  package init(corpusHash: String, schema: JSONTree, profile: SearchProfile, rowsPath: String) {
    self.corpusHash = corpusHash
    self.schema = schema
    self.profile = profile
    self.rowsPath = rowsPath
  }

  /// Creates a request for a file whose schema line is already known.
  ///
  /// - Parameter schemaLine: the first line of the rows file, with or without its line feed.
  /// - Throws: ``MessageError`` if the line is not JSON.
  package init(
    corpusHash: String, schemaLine: [UInt8], profile: SearchProfile, rowsPath: String
  ) throws(MessageError) {
    let line = schemaLine.last == 0x0A ? Array(schemaLine.dropLast()) : schemaLine
    self.init(
      corpusHash: corpusHash, schema: try JSONTree(reading: line), profile: profile,
      rowsPath: rowsPath)
  }
}

/// What an engine must deliver within the timed window.
package enum Want: String, Sendable, Hashable, Codable, CaseIterable {
  /// The ids of all matching rows.
  case rows
  /// The count and the first ids, at most ``EngineLimits/pageSize``.
  case page
  case count
  /// The count, and outside the window the digest of all ids.
  case digest
}

/// A keystroke that an engine must answer.
package struct QueryRequest: Sendable, Hashable {
  /// The number of the query within the process; ids only increase.
  package let id: Int
  package let query: SearchQuery
  package let want: Want
  /// The number of times that the keystroke is answered and timed.
  package let repeatCount: Int
  /// Whether a page must include the ranges that a list marks in its rows.
  package let marksRanges: Bool

  package init(
    id: Int, query: SearchQuery, want: Want, repeatCount: Int = 1, marksRanges: Bool = false
  ) {
    self.marksRanges = marksRanges
    self.id = id
    self.query = query
    self.want = want
    self.repeatCount = repeatCount
  }
}

// MARK: - Writing

extension EngineRequest {
  package var type: String { phase.rawValue }

  /// The step of the session to which the request belongs.
  package var phase: EnginePhase {
    switch self {
    case .hello: .hello
    case .load: .load
    case .build: .build
    case .query: .query
    case .bye: .bye
    }
  }

  /// The bytes to send, with their line feed.
  package var encodedLine: [UInt8] { json.bytes + [0x0A] }

  /// The line without its line feed, as faults show it.
  package var text: String { String(decoding: json.bytes, as: UTF8.self) }

  private var json: JSONTree {
    let type = JSONTree.Member("type", .string(type))
    switch self {
    case .hello(let version): return .object([type, .init("protocol", .integer(version))])
    case .load(let request): return .object([type] + request.members)
    case .query(let request): return .object([type] + request.members)
    case .build, .bye: return .object([type])
    }
  }
}

extension LoadRequest {
  fileprivate var members: [JSONTree.Member] {
    [
      .init("corpus_hash", .string(corpusHash)),
      .init("schema", schema),
      .init("profile", profile.json),
      .init("rows", .string(rowsPath)),
    ]
  }
}

extension QueryRequest {
  fileprivate var members: [JSONTree.Member] {
    let tokens = query.tokens.map { token in
      JSONTree.object([
        .init("facet", .string(token.facet)), .init("value", .string(token.value)),
      ])
    }
    return [
      .init("id", .integer(id)),
      .init("text", .string(query.text)),
      .init("tokens", .array(tokens)),
      .init("scope", query.scope.map { .string($0) } ?? .null),
      .init("want", .string(want.rawValue)),
      .init("repeat", .integer(repeatCount)),
    ] + (marksRanges ? [.init("ranges", .boolean(true))] : [])
  }
}

// MARK: - Reading

extension EngineRequest {
  /// Reads a request.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  /// - Throws: ``MessageError``.
  package init(decoding line: [UInt8]) throws(MessageError) {
    let object = try MessageObject(JSONTree(reading: line))
    switch try object.text("type") {
    case "hello": self = .hello(protocolVersion: try object.integer("protocol"))
    case "load": self = .load(try LoadRequest(object))
    case "build": self = .build
    case "query": self = .query(try QueryRequest(object))
    case "bye": self = .bye
    default: throw object.error("type", expected: "hello, load, build, query or bye")
    }
  }
}

extension LoadRequest {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    _ = try object.object("schema")
    self.init(
      corpusHash: try object.nonEmptyText("corpus_hash"), schema: object["schema"] ?? .null,
      profile: try SearchProfile(object.object("profile")),
      rowsPath: try object.nonEmptyText("rows"))
  }
}

extension QueryRequest {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    let tokens = try object.elements("tokens").map { place, value throws(MessageError) in
      let token = try MessageObject(value, path: place)
      return SearchToken(facet: try token.text("facet"), value: try token.text("value"))
    }
    self.init(
      id: try object.integer("id"),
      query: SearchQuery(
        try object.text("text"), tokens: tokens, scope: try object.optionalText("scope")),
      want: try object.choice("want", Want.self),
      repeatCount: try object.integer("repeat", in: 1...EngineLimits.repeatCount),
      marksRanges: try object.boolean("ranges", default: false))
  }
}
