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

  private var json: MessageValue {
    .object([.init("type", .string(type))] + members)
  }

  private var members: [MessageValue.Member] {
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
  fileprivate var members: [MessageValue.Member] {
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
  fileprivate var json: MessageValue {
    let profiles = profiles.map { [MessageValue.Member("profiles", .string($0))] } ?? []
    let ranges = marksRanges ? [MessageValue.Member("ranges", .boolean(true))] : []
    return .object(
      [.init("wants", .list(wants.map(\.rawValue))), .init("exact", .boolean(isExact))] + profiles
        + ranges)
  }
}

extension SkipReason {
  fileprivate var members: [MessageValue.Member] {
    [.init("skipped", .string(reason))] + (url.map { [.init("url", .string($0))] } ?? [])
  }
}

extension LoadReply {
  fileprivate var members: [MessageValue.Member] {
    switch self {
    case .loaded(let rowCount, let hash):
      [.init("rows", .integer(rowCount)), .init("hash", .string(hash))]
    case .skipped(let skip): skip.members
    case .failed(let text): [.init("error", .string(text))]
    }
  }
}

extension BuildReply {
  fileprivate var members: [MessageValue.Member] {
    switch self {
    case .built(let elapsed, let size):
      [.init("elapsed_ns", .integer(elapsed)), .init("index_bytes", .integer(size))]
    case .skipped(let skip): skip.members
    case .failed(let text): [.init("error", .string(text))]
    }
  }
}

extension QueryOutcome {
  fileprivate var members: [MessageValue.Member] {
    switch self {
    case .answered(let answer): answer.members
    case .skipped(let skip): skip.members
    case .failed(let text): [.init("error", .string(text))]
    }
  }
}

extension EngineAnswer {
  fileprivate var members: [MessageValue.Member] {
    var members: [MessageValue.Member] = [
      .init("elapsed_ns", .list(elapsedInNanoseconds)), .init("count", .integer(count)),
    ]
    if let digest { members.append(.init("digest", .integer(Int(digest)))) }
    if let rows { members.append(.init("rows", .list(rows))) }
    if let ranges { members.append(.init("ranges", .array(ranges.map(Self.json)))) }
    return members
  }

  /// The columns, ordered by name.
  private static func json(_ marks: [String: [[Int]]]) -> MessageValue {
    .object(
      marks.sorted { $0.key < $1.key }.map { .init($0.key, .array($0.value.map { .list($0) })) })
  }
}
