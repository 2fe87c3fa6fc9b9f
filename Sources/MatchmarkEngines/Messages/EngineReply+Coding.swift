internal import MatchmarkCore

extension EngineReply {
  /// Reads a reply.
  ///
  /// ``check(against:rowCount:)`` makes the checks that require the request.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  /// - Throws: ``MessageError``, whose state is the engine's.
  package init(decoding line: [UInt8]) throws(MessageError) {
    let object = try MessageObject(JSONTree(reading: line))
    switch try object.text("type") {
    case "hello": self = .hello(try HelloReply(object))
    case "load": self = .load(try LoadReply(object))
    case "build": self = .build(try BuildReply(object))
    case "query": self = .query(try QueryReply(object))
    case "bye": self = .bye
    case "error": self = .error(try object.nonEmptyText("error"))
    default: throw object.error("type", expected: "hello, load, build, query, bye or error")
    }
  }
}

extension HelloReply {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    // This check comes first: another version may have other keys.
    let known = EngineRequest.protocolVersion
    guard case .integer(known) = object["protocol"] else {
      throw object.error("protocol", .wrongProtocol, expected: "\(known)")
    }
    guard case .string(let version) = object["version"], !version.isEmpty else {
      throw object.error("version", .noVersion, expected: "a string that is not empty")
    }
    self.init(
      name: try object.nonEmptyText("name"), version: version,
      language: try object.text("language"), build: try object.text("build"),
      clock: try object.text("clock"),
      resolutionInNanoseconds: try object.integer("resolution_ns"),
      capabilities: try EngineCapabilities(object.object("capabilities")))
  }
}

extension EngineCapabilities {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    // Wants of a later version are ignored.
    let wants = try object.texts("wants").compactMap { Want(rawValue: $0) }
    guard wants.contains(.rows) else {
      throw object.error("wants", expected: "'rows' among them, by which answers are verified")
    }
    self.init(
      wants: wants, isExact: try object.boolean("exact", default: true),
      profiles: try object.optionalText("profiles"),
      marksRanges: try object.boolean("ranges", default: false))
  }
}

extension SkipReason {
  /// Creates the reason why an object declines; nil if it does not decline.
  fileprivate init?(_ object: MessageObject) throws(MessageError) {
    guard object["skipped"] != nil else { return nil }
    self.init(try object.nonEmptyText("skipped"), url: try object.optionalText("url"))
  }
}

extension MessageObject {
  /// The failure that an engine reports; nil if there is none.
  fileprivate func failure() throws(MessageError) -> String? {
    self["error"] == nil ? nil : try nonEmptyText("error")
  }
}

extension LoadReply {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    if let text = try object.failure() {
      self = .failed(text)
    } else if let skip = try SkipReason(object) {
      self = .skipped(skip)
    } else {
      self = .loaded(rowCount: try object.integer("rows"), hash: try object.nonEmptyText("hash"))
    }
  }
}

extension BuildReply {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    if let text = try object.failure() {
      self = .failed(text)
    } else if let skip = try SkipReason(object) {
      self = .skipped(skip)
    } else {
      self = .built(
        elapsedInNanoseconds: try object.integer("elapsed_ns"),
        indexSizeInBytes: try object.integer("index_bytes"))
    }
  }
}

extension QueryReply {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    let id = try object.integer("id")
    if let text = try object.failure() {
      self.init(id: id, .failed(text))
    } else if let skip = try SkipReason(object) {
      self.init(id: id, .skipped(skip))
    } else {
      self.init(id: id, .answered(try EngineAnswer(object)))
    }
  }
}

extension EngineAnswer {
  fileprivate init(_ object: MessageObject) throws(MessageError) {
    var digest: UInt32?
    if object["digest"] != nil {
      digest = UInt32(try object.integer("digest", in: 0...Int(UInt32.max)))
    }
    self.init(
      elapsedInNanoseconds: try object.integers("elapsed_ns"),
      count: try object.integer("count"), digest: digest,
      rows: object["rows"] == nil ? nil : try object.integers("rows"))
    if object["ranges"] == nil { return }
    ranges = try object.elements("ranges").map { place, value throws(MessageError) in
      try Self.ranges(MessageObject(value, path: place))
    }
  }

  /// The ranges of a row: at least one for each column.
  private static func ranges(_ object: MessageObject) throws(MessageError) -> [String: [[Int]]] {
    var marks: [String: [[Int]]] = [:]
    for name in object.keys {
      marks[name] = try object.elements(name).map { place, value throws(MessageError) in
        guard case .integers(let ends) = value, ends.count == 2, ends.allSatisfy({ $0 >= 0 })
        else { throw MessageError(at: .key(place), got: value.summary, expected: "two offsets") }
        return ends
      }
      guard marks[name] != [] else { throw object.error(name, expected: "at least one range") }
    }
    return marks
  }
}

extension EngineReply {
  package var type: String {
    switch self {
    case .hello: "hello"
    case .load: "load"
    case .build: "build"
    case .query: "query"
    case .bye: "bye"
    case .error: "error"
    }
  }

  /// The bytes to send, with their line feed.
  package var encodedLine: [UInt8] { json.bytes + [0x0A] }

  private var json: JSONTree {
    .object([.init("type", .string(type))] + members)
  }

  private var members: [JSONTree.Member] {
    switch self {
    case .hello(let reply): reply.members
    case .load(let reply): reply.members
    case .build(let reply): reply.members
    case .query(let reply): [.init("id", .integer(reply.id))] + reply.outcome.members
    case .bye: []
    case .error(let text): [.init("error", .string(text))]
    }
  }
}

extension HelloReply {
  fileprivate var members: [JSONTree.Member] {
    [
      .init("protocol", .integer(protocolVersion)),
      .init("name", .string(name)),
      .init("version", .string(version)),
      .init("language", .string(language)),
      .init("build", .string(build)),
      .init("clock", .string(clock)),
      .init("resolution_ns", .integer(resolutionInNanoseconds)),
      .init("capabilities", capabilities.json),
    ]
  }
}

extension EngineCapabilities {
  fileprivate var json: JSONTree {
    let profiles = profiles.map { [JSONTree.Member("profiles", .string($0))] } ?? []
    let ranges = marksRanges ? [JSONTree.Member("ranges", .boolean(true))] : []
    return .object(
      [.init("wants", .list(wants.map(\.rawValue))), .init("exact", .boolean(isExact))] + profiles
        + ranges)
  }
}

extension SkipReason {
  fileprivate var members: [JSONTree.Member] {
    [.init("skipped", .string(reason))] + (url.map { [.init("url", .string($0))] } ?? [])
  }
}

extension LoadReply {
  fileprivate var members: [JSONTree.Member] {
    switch self {
    case .loaded(let rowCount, let hash):
      [.init("rows", .integer(rowCount)), .init("hash", .string(hash))]
    case .skipped(let skip): skip.members
    case .failed(let text): [.init("error", .string(text))]
    }
  }
}

extension BuildReply {
  fileprivate var members: [JSONTree.Member] {
    switch self {
    case .built(let elapsed, let size):
      [.init("elapsed_ns", .integer(elapsed)), .init("index_bytes", .integer(size))]
    case .skipped(let skip): skip.members
    case .failed(let text): [.init("error", .string(text))]
    }
  }
}

extension QueryOutcome {
  fileprivate var members: [JSONTree.Member] {
    switch self {
    case .answered(let answer): answer.members
    case .skipped(let skip): skip.members
    case .failed(let text): [.init("error", .string(text))]
    }
  }
}

extension EngineAnswer {
  fileprivate var members: [JSONTree.Member] {
    var members: [JSONTree.Member] = [
      .init("elapsed_ns", .list(elapsedInNanoseconds)), .init("count", .integer(count)),
    ]
    if let digest { members.append(.init("digest", .integer(Int(digest)))) }
    if let rows { members.append(.init("rows", .list(rows))) }
    if let ranges { members.append(.init("ranges", .array(ranges.map(Self.json)))) }
    return members
  }

  /// The columns, ordered by name.
  private static func json(_ marks: [String: [[Int]]]) -> JSONTree {
    .object(
      marks.sorted { $0.key < $1.key }.map { .init($0.key, .array($0.value.map { .list($0) })) })
  }
}
