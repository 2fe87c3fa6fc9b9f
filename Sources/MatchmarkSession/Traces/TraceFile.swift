internal import MatchmarkCore
internal import MatchmarkJSON

/// Typing sessions as JSON Lines: a line that names each trace, then the lines of its events.
///
/// ```
/// {"trace":"word-0001","why":"a word that occurs"}
/// {"event":"activate","by":"user"}
/// {"event":"type","text":"u"}
/// {"event":"cancel"}
/// ```
///
/// The first key tells the kind of the line, so new kinds of lines can be added later. Every event
/// has its own keys, listed in ``TraceEventFormat``, so new events can be added, too. A reader
/// refuses lines and keys that it does not know instead of skipping them, because a workload with
/// gaps would measure something else.
public enum TraceFile {
  /// The maximum size of a line, in bytes; no event of a search field needs more.
  public static let lineSizeLimitInBytes = 1 << 18

  /// Returns the canonical bytes of the traces.
  ///
  /// - Complexity: O(bytes).
  public static func encode(_ traces: [Trace]) -> [UInt8] {
    var bytes: [UInt8] = []
    for trace in traces {
      let header: JSONValue = [
        "trace": .string(trace.name), "why": trace.why.isEmpty ? nil : .string(trace.why),
      ]
      bytes += header.bytes + [0x0A]
      for event in trace.events { TraceEventFormat.append(event, to: &bytes) }
    }
    return bytes
  }

  /// Reads a file of traces.
  ///
  /// - Parameter file: the name of the file, for errors.
  /// - Throws: ``TraceFileError`` with the line and, if known, the column.
  /// - Complexity: O(bytes).
  public static func decode(
    _ bytes: [UInt8], file: String
  ) throws(TraceFileError) -> [Trace] {
    var reader = try TraceFileReader(bytes, file: file)
    return try reader.traces()
  }

  package static func event(
    _ line: String, file: String
  ) throws(TraceFileError) -> SessionEvent {
    var reader = try TraceFileReader(Array(line.utf8), file: file)
    return try reader.event()
  }

  /// Returns the workload identity of the traces: `<crc32 hex>-<byte length>` of their canonical
  /// bytes.
  public static func identity(of traces: [Trace]) -> String {
    Checksum.identity(of: encode(traces))
  }
}

/// A typing session: events, each of which leads to at most one query.
public struct Trace: Sendable, Hashable {
  /// A name, unique within its file.
  public let name: String
  /// The purpose of the session, in a few words; may be empty.
  public let why: String
  /// The events, in order.
  public fileprivate(set) var events: [SessionEvent]

  /// Creates a trace.
  public init(name: String, why: String = "", events: [SessionEvent]) {
    self.name = name
    self.why = why
    self.events = events
  }

  /// Replays the trace from an inactive session.
  ///
  /// - Returns: the queries that result, in order.
  /// - Throws: ``SessionError`` for the first event that is impossible.
  public func keystrokes(
    in session: SearchSession
  ) throws(SessionError) -> [Keystroke] {
    var session = session
    var keystrokes: [Keystroke] = []
    for event in events {
      if let keystroke = try session.apply(event) { keystrokes.append(keystroke) }
    }
    return keystrokes
  }
}

/// A reader of a file of traces, line by line.
struct TraceFileReader {
  private let file: String
  private var json: JSONReader
  private var names: Set<String> = []

  init(_ bytes: [UInt8], file: String) throws(TraceFileError) {
    self.file = file
    if let byteOffset = SourceText.firstInvalidByte(in: bytes) {
      let position = SourcePosition(file: file, bytes: bytes, offset: byteOffset)
      throw TraceFileError(
        "got a byte sequence that is not UTF-8 at byte \(byteOffset), expected UTF-8",
        at: position)
    }
    json = JSONReader(bytes, from: SourceText.byteOrderMarkSizeInBytes(in: bytes))
  }

  mutating func traces() throws(TraceFileError) -> [Trace] {
    var traces: [Trace] = []
    while !json.isAtEnd {
      let line = try nextLine()
      switch line.firstKey {
      case "trace": traces.append(try trace(line))
      case "event":
        guard !traces.isEmpty else {
          throw TraceFileError(
            "got an event, expected a line that names a trace first", at: line.origin.position)
        }
        traces[traces.count - 1].events.append(try TraceEventFormat.event(line))
      default:
        let got = line.firstKey.map { "a line that begins with '\($0)'" } ?? "an empty object"
        throw TraceFileError(
          "got \(got), expected 'trace' or 'event' as the first key", at: line.origin.position)
      }
    }
    return traces
  }

  mutating func event() throws(TraceFileError) -> SessionEvent {
    try TraceEventFormat.event(try nextLine())
  }

  /// Reads a line that names a trace; its events follow.
  private mutating func trace(_ line: TraceFileLine) throws(TraceFileError) -> Trace {
    _ = try line.object([], optional: ["trace", "why"])
    let name = try line["trace"].string()
    // Finding a position takes time in proportion to its offset, so only errors ask for one.
    guard !name.isEmpty else {
      throw TraceFileError("got a trace without a name, expected one", at: line.origin.position)
    }
    guard names.insert(name).inserted else {
      throw TraceFileError(
        "got a second trace '\(name)', expected unique names", at: line.origin.position)
    }
    return Trace(name: name, why: try line["why"].ifPresent?.string() ?? "", events: [])
  }

  private mutating func nextLine() throws(TraceFileError) -> TraceFileLine {
    var place = TracePlace(file: file, bytes: json.bytes, start: json.position)
    var members: [JSONValue.Member] = []
    do throws(JSONError) {
      try json.beginObject()
      var buffer: [UInt8] = []
      while let offset = try json.nextKey(into: &buffer) {
        let key = String(decoding: buffer, as: UTF8.self)
        buffer.removeAll(keepingCapacity: true)
        members.append(JSONValue.Member(key, try json.tree(.trace)))
        place.keys.append((key, offset))
      }
      try json.endLine()
      var seen: Set<String> = []
      for (key, offset) in place.keys where !seen.insert(key).inserted {
        throw JSONError("key '\(key)' twice", expected: "it only once", at: offset)
      }
    } catch {
      throw TraceFileError(
        error.message,
        at: SourcePosition(file: file, bytes: json.bytes, offset: error.offset))
    }
    let sizeInBytes = json.position - place.start
    guard sizeInBytes <= TraceFile.lineSizeLimitInBytes else {
      throw .lineTooLong(sizeInBytes: sizeInBytes, at: place.position)
    }
    return TraceFileLine(.object(members), of: place)
  }
}
