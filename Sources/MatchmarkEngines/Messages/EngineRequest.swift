package import MatchmarkCore
package import MatchmarkJSON
package import MatchmarkRecord

/// A request of the harness; each gets one reply before the next is sent.
package enum EngineRequest: Sendable, Hashable {
  case hello(protocolVersion: Int)
  case load(LoadRequest)
  case build
  case query(QueryRequest)
  /// A needle for an engine that ranks.
  case rank(RankRequest)
  /// The last request; the engine replies and ends.
  case bye

  package static let protocolVersion = 1
}

/// The rows that an engine must read, and the profile under which it answers.
package struct LoadRequest: Sendable, Hashable {
  /// The corpus identity: `<crc32 hex>-<byte length>` of the rows file.
  package let corpusHash: String
  /// The parsed first line of the rows file.
  package let schema: JSONValue
  package let profile: SearchProfile
  /// The absolute path of the rows file.
  package let rowsPath: String
}

extension LoadRequest {
  /// Creates a request.
  ///
  /// - Parameter schemaLine: the first line of the rows file, with or without its line feed.
  /// - Throws: ``MessageError`` if the line is not JSON.
  package init(
    corpusHash: String, schemaLine: [UInt8], profile: SearchProfile, rowsPath: String
  ) throws(MessageError) {
    let line = schemaLine.last == 0x0A ? Array(schemaLine.dropLast()) : schemaLine
    self.init(
      corpusHash: corpusHash, schema: try JSONValue(reading: line), profile: profile,
      rowsPath: rowsPath)
  }
}

/// The part of the answer that an engine must deliver within the timed window.
package enum Want: String, Sendable, Hashable, Codable, CaseIterable {
  /// The ids of all matching rows.
  case rows
  /// The count and the first ids, at most ``EngineLimits/pageSize`` of them.
  case page
  case count
  /// The count and, outside the timed window, the digest of all ids.
  case digest
}

package struct QueryRequest: Sendable, Hashable {
  /// The number of the query within the process; later queries have larger numbers.
  package let id: Int
  package let query: SearchQuery
  package let want: Want
  /// The number of times that the keystroke is answered and timed.
  package let repeatCount: Int
  /// True if a page must include the ranges that a list marks in its rows.
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

/// A needle, and the number of rows that are wanted.
package struct RankRequest: Sendable, Hashable {
  /// The number of the query within the process; later queries have larger numbers.
  package let id: Int
  package let needle: String
  /// The maximum number of rows; 0 for all.
  package let limit: Int
  package let repeatCount: Int

  package init(id: Int, needle: String, limit: Int, repeatCount: Int = 1) {
    (self.id, self.needle, self.limit) = (id, needle, limit)
    self.repeatCount = repeatCount
  }
}

extension EngineRequest {
  package var type: String { phase.rawValue }

  package var phase: EnginePhase {
    switch self {
    case .hello: .hello
    case .load: .load
    case .build: .build
    case .query, .rank: .query
    case .bye: .bye
    }
  }

  /// The bytes to send, with their line feed.
  package var encodedLine: [UInt8] { json.bytes + [0x0A] }

  /// The line without its line feed, as error messages show it.
  package var text: String { json.text }

  private var json: JSONValue {
    .object([.init("type", .string(type))] + content.members)
  }

  private var content: JSONValue {
    switch self {
    case .hello(let version): ["protocol": .integer(version)]
    case .load(let request): request.json
    case .query(let request): request.json
    case .rank(let request): request.json
    case .build, .bye: [:]
    }
  }
}

extension LoadRequest {
  fileprivate var json: JSONValue {
    [
      "corpus_hash": .string(corpusHash), "schema": schema, "profile": profile.json,
      "rows": .string(rowsPath),
    ]
  }
}

extension QueryRequest {
  fileprivate var json: JSONValue {
    [
      "id": .integer(id),
      "text": .string(query.text),
      "tokens": .array(query.tokens.map(\.json)),
      "scope": query.scope.map { .string($0) } ?? .null,
      "want": .string(want.rawValue),
      "repeat": .integer(repeatCount),
      "ranges": marksRanges ? .boolean(true) : nil,
    ]
  }
}

extension RankRequest {
  fileprivate var json: JSONValue {
    [
      "id": .integer(id), "text": .string(needle), "limit": .integer(limit),
      "repeat": .integer(repeatCount),
    ]
  }

  fileprivate init(_ object: MessageField) throws(MessageError) {
    self.init(
      id: try object["id"].integer(), needle: try object["text"].string(),
      limit: try object["limit"].integer(in: 0...JSONValue.largestInteger),
      repeatCount: try object["repeat"].integer(in: 1...EngineLimits.repeatCount))
  }
}

extension EngineRequest {
  /// Reads a request.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  package init(decoding line: [UInt8]) throws(MessageError) {
    let object = try MessageField(reading: line)
    switch try object["type"].string() {
    case "hello": self = .hello(protocolVersion: try object["protocol"].integer())
    case "load": self = .load(try LoadRequest(object))
    case "build": self = .build
    case "query" where !object["limit"].isNull: self = .rank(try RankRequest(object))
    case "query": self = .query(try QueryRequest(object))
    case "bye": self = .bye
    default: throw object["type"].wrong("hello, load, build, query or bye")
    }
  }
}

extension LoadRequest {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    _ = try object["schema"].keys()
    self.init(
      corpusHash: try object["corpus_hash"].nonEmptyString(),
      schema: object["schema"].value ?? .null,
      profile: try SearchProfile(object["profile"]),
      rowsPath: try object["rows"].nonEmptyString())
  }
}

extension QueryRequest {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    let tokens = try object["tokens"].array().map { token throws(MessageError) in
      _ = try token.keys()
      return SearchToken(facet: try token["facet"].string(), value: try token["value"].string())
    }
    self.init(
      id: try object["id"].integer(),
      query: SearchQuery(
        try object["text"].string(), tokens: tokens, scope: try object["scope"].optionalString()),
      want: try object["want"].choice(Want.self),
      repeatCount: try object["repeat"].integer(in: 1...EngineLimits.repeatCount),
      marksRanges: try object["ranges"].ifPresent?.boolean() ?? false)
  }
}
