import CLibXML2
import MatchmarkSystem

/// What a reader passes on its way through a document.
package enum XMLEvent: Hashable, Sendable {
  /// An element begins; a matching ``end(_:)`` always follows.
  case start(String, attributes: [String: String])
  /// Text between tags, white space included.
  case text(String)
  case end(String)
}

/// Reads XML that anybody may have written, as a stream.
///
/// The network is shut, entities are not expanded, and a document type is refused: a report needs
/// none of them, and every known attack on XML parsers does. Size, depth and time have limits,
/// beside libxml2's own on the length of one value (10 MB).
@safe package struct XMLReader: ~Copyable {
  /// What is taken from a foreign file.
  package struct Limits: Hashable, Sendable {
    package var sizeInBytes: Int
    package var depth: Int
    /// From the start of reading to the last event.
    package var seconds: Double

    package init(sizeInBytes: Int = 256 << 20, depth: Int = 64, seconds: Double = 60) {
      self.sizeInBytes = sizeInBytes
      self.depth = depth
      self.seconds = seconds
    }

    /// What a document is refused for that has so many bytes.
    func tooLarge(_ sizeInBytes: Int) -> String {
      "got \(sizeInBytes) bytes, expected at most \(self.sizeInBytes)"
    }

    /// What a document beyond ``depth`` is refused for.
    var tooDeep: String { "got elements nested deeper than \(depth), expected at most that" }

    /// What a document beyond ``seconds`` is refused for.
    var tooSlow: String { "got a document that takes over \(seconds) seconds to read" }
  }

  private let reader: xmlTextReaderPtr
  private let source: XMLSource
  private let complaints: XMLFailure
  private let limits: Limits
  private let start: UInt64
  private var eventCount = 0
  /// The end of an element that was written as `<name/>`, which libxml2 does not announce.
  private var pendingEnd: String?

  /// A reader at the start of `bytes`.
  package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ReportError) {
    guard bytes.count <= limits.sizeInBytes else {
      throw .refused(line: 0, reason: limits.tooLarge(bytes.count))
    }
    if let complaint = XMLGuard.complaint(about: bytes) {
      throw .refused(line: complaint.line, reason: complaint.reason)
    }
    XMLLibrary.prepare()
    let source = XMLSource(bytes)
    // The source outlives the reader: `self` holds both, and `deinit` frees the reader first.
    let context = unsafe Unmanaged.passUnretained(source).toOpaque()
    guard
      let reader = unsafe xmlReaderForIO(
        { context, buffer, count in
          guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
          // `context` is the source that was passed above; libxml2 states the buffer's size.
          let source = unsafe Unmanaged<XMLSource>.fromOpaque(context).takeUnretainedValue()
          return unsafe source.read(
            into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
        }, { _ in 0 }, context, nil, "UTF-8", Int32(XML_PARSE_NONET.rawValue))
    else { throw .library(call: "xmlReaderForIO") }
    // `self` holds the failure for as long as the reader lives.
    let complaints = XMLFailure()
    unsafe clibxml2_reader_set_failure(reader, complaints.address)
    unsafe self.reader = unsafe reader
    self.source = source
    self.complaints = complaints
    self.limits = limits
    start = MonotonicClock.now()
  }

  deinit {
    unsafe xmlFreeTextReader(reader)
  }

  /// The line of the last event, from 1.
  package var line: Int { Int(unsafe xmlTextReaderGetParserLineNumber(reader)) }

  /// The next event, or nil at the end of a well-formed document.
  package mutating func next() throws(ReportError) -> XMLEvent? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name)
    }
    while true {
      try refuseEndlessness()
      // The reader is alive until `deinit`; so in all calls below.
      switch unsafe xmlTextReaderRead(reader) {
      case 1:
        guard Int(unsafe xmlTextReaderDepth(reader)) < limits.depth else {
          throw refusal(limits.tooDeep)
        }
        if let event = try event() { return event }
      case 0: return try failure().map { error throws(ReportError) in throw error }
      default: throw failure() ?? .malformed(line: line, reason: "unknown error")
      }
    }
  }

  /// What the reader stands on; nil for comments and processing instructions.
  private mutating func event() throws(ReportError) -> XMLEvent? {
    let kind = unsafe xmlTextReaderNodeType(reader)
    switch UInt32(bitPattern: kind) {
    case XML_READER_TYPE_ELEMENT.rawValue:
      let name = unsafe Self.string(xmlTextReaderConstName(reader))
      if unsafe xmlTextReaderIsEmptyElement(reader) == 1 { pendingEnd = name }
      return .start(name, attributes: attributes())
    case XML_READER_TYPE_END_ELEMENT.rawValue:
      return unsafe .end(Self.string(xmlTextReaderConstName(reader)))
    case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue,
      XML_READER_TYPE_WHITESPACE.rawValue, XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
      return unsafe .text(Self.string(xmlTextReaderConstValue(reader)))
    case XML_READER_TYPE_DOCUMENT_TYPE.rawValue:
      throw refusal("got a document type, expected none")
    case XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
      throw refusal("got a reference to an entity, expected none")
    default:
      return nil
    }
  }

  private func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 {
      let name = unsafe Self.string(xmlTextReaderConstName(reader))
      attributes[name] = unsafe Self.string(xmlTextReaderConstValue(reader))
    }
    unsafe xmlTextReaderMoveToElement(reader)
    return attributes
  }

  /// The clock is asked once in a thousand events, which is often enough and costs nothing.
  private mutating func refuseEndlessness() throws(ReportError) {
    eventCount += 1
    guard eventCount % 1_024 == 0 else { return }
    guard Double(MonotonicClock.now() - start) / 1e9 <= limits.seconds else {
      throw refusal(limits.tooSlow)
    }
  }

  private func refusal(_ reason: String) -> ReportError { .refused(line: line, reason: reason) }

  /// What libxml2 reported, if anything.
  private func failure() -> ReportError? {
    complaints.complaint.map { .malformed(line: $0.line, reason: $0.reason) }
  }

  /// A copy of libxml2's text, which is valid until the next step only.
  private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}
