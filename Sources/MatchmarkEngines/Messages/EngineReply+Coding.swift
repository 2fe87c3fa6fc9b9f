internal import MatchmarkCore
internal import MatchmarkJSON
internal import MatchmarkRecord
internal import MatchmarkSession

extension EngineReply {
  /// Reads a reply; ``check(against:rowCount:resolution:)`` makes the checks that require the
  /// request.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  package init(decoding line: [UInt8]) throws(MessageError) {
    let object = try MessageField(reading: line)
    switch try object["type"].string() {
    case "hello": self = .hello(try HelloReply(object))
    case "load": self = .load(try StepResult(object, LoadedRows.init))
    case "build": self = .build(try StepResult(object, BuiltIndex.init))
    case "query" where !object["ids"].isNull:
      self = .ranking(id: try object["id"].integer(), try EngineRanking(object))
    case "query":
      self = .query(id: try object["id"].integer(), try StepResult(object, EngineAnswer.init))
    case "bye": self = .bye
    case "error": self = .error(try object["error"].nonEmptyString())
    default: throw object["type"].wrong("hello, load, build, query, bye or error")
    }
  }
}

extension HelloReply {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    // The version is checked first, because another version may have other keys.
    let known = EngineRequest.protocolVersion
    guard object["protocol"].value == .integer(known) else {
      throw object["protocol"].wrong("\(known)", .wrongProtocol)
    }
    guard case .string(let version)? = object["version"].value, !version.isEmpty else {
      throw object["version"].wrong("a string that is not empty", .noVersion)
    }
    // A search box measures no time.
    let isBox = object["contract"].value == .string(Self.boxContract)
    self.init(
      name: try object["name"].nonEmptyString(), version: version,
      language: try object["language"].string(), build: try object["build"].string(),
      clock: isBox ? try object["clock"].optionalString() ?? "" : try object["clock"].string(),
      resolutionInNanoseconds: isBox
        ? try object["resolution_ns"].ifPresent?.integer() ?? 0
        : try object["resolution_ns"].integer(),
      capabilities: EngineCapabilities(wants: []))
    guard let contract = object["contract"].ifPresent else {
      capabilities = try EngineCapabilities(object["capabilities"])
      return
    }
    switch contract.value {
    case .string(Self.rankedContract)?: rules = try RankingRules(object["rules"])
    case .string(Self.boxContract)?: boxRules = try BoxRules(object["rules"])
    default: throw contract.wrong("'\(Self.rankedContract)', '\(Self.boxContract)' or nothing")
    }
  }

  /// The contract of engines that rank.
  static let rankedContract = "ranked"
  /// The contract of search boxes.
  static let boxContract = "late-answers"
}

extension EngineCapabilities {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    _ = try object.keys()
    // Wants of a later version are ignored.
    let wants = try object["wants"].strings().compactMap { Want(rawValue: $0) }
    guard wants.contains(.rows) else {
      throw object["wants"].wrong("'rows' among them, with which answers are verified")
    }
    self.init(
      wants: wants, isExact: try object["exact"].ifPresent?.boolean() ?? true,
      profiles: try object["profiles"].optionalString(),
      marksRanges: try object["ranges"].ifPresent?.boolean() ?? false)
  }
}

extension StepResult {
  /// Reads the error or the reason for declining that an engine reports; otherwise the result of
  /// `done`.
  fileprivate init(
    _ object: MessageField, _ done: (MessageField) throws(MessageError) -> Done
  ) throws(MessageError) {
    if let error = object["error"].ifPresent {
      self = .failed(try error.nonEmptyString())
    } else if let reason = object["skipped"].ifPresent {
      self = .skipped(
        SkipReason(try reason.nonEmptyString(), url: try object["url"].optionalString()))
    } else {
      self = .done(try done(object))
    }
  }
}

extension LoadedRows {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    self.init(count: try object["rows"].integer(), hash: try object["hash"].nonEmptyString())
  }
}

extension BuiltIndex {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    self.init(
      elapsedInNanoseconds: try object["elapsed_ns"].integer(),
      indexSizeInBytes: try object["index_bytes"].integer())
  }
}

extension EngineAnswer {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    self.init(
      elapsedInNanoseconds: try object["elapsed_ns"].integers(),
      count: try object["count"].integer(),
      digest: try object["digest"].ifPresent.map { digest throws(MessageError) in
        UInt32(try digest.integer(in: 0...Int(UInt32.max)))
      },
      rows: try object["rows"].ifPresent?.integers())
    ranges = try object["ranges"].ifPresent?.array().map { row throws(MessageError) in
      try Self.ranges(row)
    }
  }

  /// Reads the ranges of a row: at least one for each column.
  private static func ranges(_ object: MessageField) throws(MessageError) -> [String: [[Int]]] {
    var marks: [String: [[Int]]] = [:]
    for name in try object.keys() {
      marks[name] = try object[name].array().map { pair throws(MessageError) in
        guard case .integers(let ends)? = pair.value, ends.count == 2, ends.allSatisfy({ $0 >= 0 })
        else { throw pair.wrong("two offsets") }
        return ends
      }
      guard marks[name] != [] else { throw object[name].wrong("at least one range") }
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
    case .query, .ranking: "query"
    case .bye: "bye"
    case .error: "error"
    }
  }

  /// The bytes to send, with their line feed.
  package var encodedLine: [UInt8] {
    var line: [UInt8] = []
    // Room for almost every reply. How often a buffer grows depends on the digits of the durations,
    // so the allocations of a session would differ from run to run.
    line.reserveCapacity(4096)
    JSONValue.object([.init("type", .string(type))] + content.members).append(to: &line)
    line.append(0x0A)
    return line
  }

  private var content: JSONValue {
    switch self {
    case .hello(let reply): reply.json
    case .load(let result):
      result.json { ["rows": .integer($0.count), "hash": .string($0.hash)] }
    case .build(let result):
      result.json {
        [
          "elapsed_ns": .integer($0.elapsedInNanoseconds),
          "index_bytes": .integer($0.indexSizeInBytes),
        ]
      }
    case .query(let id, let result):
      .object([.init("id", .integer(id))] + result.json(\.json).members)
    case .ranking(let id, let ranking):
      .object([.init("id", .integer(id))] + ranking.json.members)
    case .error(let text): ["error": .string(text)]
    case .bye: [:]
    }
  }
}

extension HelloReply {
  fileprivate var json: JSONValue {
    [
      "protocol": .integer(protocolVersion),
      "name": .string(name),
      "version": .string(version),
      "language": .string(language),
      "build": .string(build),
      "clock": .string(clock),
      "resolution_ns": .integer(resolutionInNanoseconds),
      "contract": rules == nil ? nil : .string(Self.rankedContract),
      "rules": rules?.json,
      "capabilities": rules != nil
        ? nil
        : [
          "wants": .list(capabilities.wants.map(\.rawValue)),
          "exact": .boolean(capabilities.isExact),
          "profiles": capabilities.profiles.map { .string($0) },
          "ranges": capabilities.marksRanges ? .boolean(true) : nil,
        ],
    ]
  }
}

extension StepResult {
  fileprivate func json(_ done: (Done) -> JSONValue) -> JSONValue {
    switch self {
    case .done(let result): done(result)
    case .skipped(let skip): ["skipped": .string(skip.reason), "url": skip.url.map { .string($0) }]
    case .failed(let text): ["error": .string(text)]
    }
  }
}

extension EngineAnswer {
  fileprivate var json: JSONValue {
    [
      "elapsed_ns": .list(elapsedInNanoseconds),
      "count": .integer(count),
      "digest": digest.map { .integer(Int($0)) },
      "rows": rows.map { .list($0) },
      "ranges": ranges.map { .array($0.map(Self.json)) },
    ]
  }

  /// Returns the ranges as JSON, with the columns ordered by name.
  private static func json(_ marks: [String: [[Int]]]) -> JSONValue {
    .object(
      marks.sorted { $0.key < $1.key }.map { .init($0.key, .array($0.value.map { .list($0) })) })
  }
}
