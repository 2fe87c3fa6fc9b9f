internal import MatchmarkCore

/// Reads a file of traces, line by line.
struct TraceFileReader {
  private let file: String
  private var json: FlatJSONReader
  private var names: Set<String> = []

  init(_ bytes: [UInt8], file: String) throws(TraceFileError) {
    self.file = file
    if let byteOffset = SourceText.firstInvalidByte(in: bytes) {
      let position = SourcePosition(file: file, bytes: bytes, offset: byteOffset)
      throw .invalidUTF8(byteOffset: byteOffset, at: position)
    }
    json = FlatJSONReader(bytes, from: SourceText.byteOrderMarkSizeInBytes(in: bytes))
  }

  mutating func traces() throws(TraceFileError) -> [Trace] {
    var traces: [Trace] = []
    var open: (name: String, why: String)?
    var events: [SessionEvent] = []
    while !json.isAtEnd {
      let line = try nextLine()
      switch line.firstKey {
      case "trace":
        if let open { traces.append(Trace(name: open.name, why: open.why, events: events)) }
        open = try begin(line)
        events = []
      case "event":
        guard open != nil else { throw .eventOutsideTrace(at: line.position) }
        events.append(try TraceEventFormat.event(line))
      default:
        throw .unknownLine(firstKey: line.firstKey, at: line.position)
      }
    }
    if let open { traces.append(Trace(name: open.name, why: open.why, events: events)) }
    return traces
  }

  /// The event of the next line.
  mutating func event() throws(TraceFileError) -> SessionEvent {
    try TraceEventFormat.event(try nextLine())
  }

  private mutating func begin(
    _ line: TraceFileLine
  ) throws(TraceFileError) -> (name: String, why: String) {
    try line.checkKeys(["trace", "why"])
    let name = try line.string("trace")
    guard !name.isEmpty else { throw .emptyName(at: line.position) }
    guard names.insert(name).inserted else { throw .duplicateTrace(name, at: line.position) }
    return (name, try line.optionalString("why") ?? "")
  }

  private mutating func nextLine() throws(TraceFileError) -> TraceFileLine {
    let start = json.position
    var entries: [TraceFileLine.Entry] = []
    do throws(FlatJSONError) {
      try json.beginObject()
      var buffer: [UInt8] = []
      while let offset = try json.nextKey(into: &buffer) {
        let key = String(decoding: buffer, as: UTF8.self)
        buffer.removeAll(keepingCapacity: true)
        var kind: FlatJSONKind?
        if let range = try json.nestedValue() {
          buffer += json.bytes[range]
        } else {
          kind = try json.value(into: &buffer)
        }
        let text = String(decoding: buffer, as: UTF8.self)
        buffer.removeAll(keepingCapacity: true)
        entries.append(.init(key: key, kind: kind, text: text, offset: offset))
      }
      try json.endLine()
    } catch {
      throw .invalidJSON(
        error.message,
        at: SourcePosition(file: file, bytes: json.bytes, offset: error.offset))
    }
    let line = try TraceFileLine(entries, file: file, bytes: json.bytes, start: start)
    let sizeInBytes = json.position - start
    guard sizeInBytes <= TraceFile.lineSizeLimitInBytes else {
      throw .lineTooLong(sizeInBytes: sizeInBytes, at: line.position)
    }
    return line
  }
}
