import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Writing and reading XML")
struct XMLStreamTests {
  @Test("attributes and text come back as they were, line ends included")
  func roundTrip() throws {
    let value = "a<b>&\"c\"'d' ]]> \t\n\r\r\n é 漢 😀 e\u{301}"
    var writer = try XMLWriter()
    writer.start("root")
    writer.attribute("value", value)
    writer.text(value)
    writer.start("empty")
    try writer.end()
    try writer.end()
    let bytes = try writer.finish()
    let events = try readAll(bytes)
    #expect(
      events == [
        .start("root", attributes: ["value": value]), .text(value),
        .start("empty", attributes: [:]), .end("empty"), .end("root"),
      ])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root"))
    #expect(text.hasSuffix("</root>\n"))
    #expect(!bytes.contains(0x0D))
  }

  @Test("any bytes end in a document that is well-formed")
  func anyBytes() throws {
    var random = SystemRandomNumberGenerator()
    let random64K = (0..<65_536).map { _ in UInt8.random(in: 0...255, using: &random) }
    let surrogates: [UInt8] = [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80, 0xC0, 0x80, 0xEF, 0xBF, 0xBE]
    for bytes in [Array(0...255), surrogates, random64K, Array("]]>]]>".utf8)] {
      var writer = try XMLWriter()
      writer.start("root")
      writer.attribute("value", utf8: bytes.span)
      writer.text(utf8: bytes.span)
      try writer.end()
      let document = try writer.finish()
      let events = try readAll(document)
      #expect(events.count == 3)
      #expect(String(validating: document, as: UTF8.self) != nil)
    }
  }

  @Test("a document type is refused, and with it every entity")
  func documentTypes() {
    let documents = [
      "<!DOCTYPE a><a/>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>",
      "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><a>&b;</a>",
    ]
    for document in documents {
      let error = failure { () throws(ReportError) in _ = try readAll(Array(document.utf8)) }
      #expect(error == .refused(line: 1, reason: "got a document type, expected none"))
    }
  }

  @Test("an unknown entity, a cut and a control character are malformed, with their line")
  func malformed() {
    for document in ["<a>\n&b;</a>", "<a>\n<b>", "<a>\n\u{1}</a>", "<a>\n</b>", "<a>\n</a><a/>"] {
      let error = failure { () throws(ReportError) in _ = try readAll(Array(document.utf8)) }
      guard case .malformed(line: 2, let reason) = error else {
        Issue.record("got \(String(describing: error)) for \(document)")
        continue
      }
      #expect(!reason.isEmpty && !reason.contains("\n"))
    }
    let empty = failure { () throws(ReportError) in _ = try readAll([]) }
    #expect(empty != nil)
  }

  @Test("nesting, size and the length of one value have limits", .timeLimit(.minutes(15)))
  func limits() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    let events = try readAll(nested(64))
    #expect(events.count == 128)
    for depth in [65, 300] {
      let error = failure { () throws(ReportError) in _ = try readAll(nested(depth)) }
      guard case .refused = error else {
        Issue.record("got \(String(describing: error)) at depth \(depth)")
        continue
      }
    }
    let size = failure { () throws(ReportError) in
      _ = try readAll(nested(20), limits: .init(sizeInBytes: 100))
    }
    #expect(size == .refused(line: 0, reason: "got 140 bytes, expected at most 100"))
    let value = [UInt8](repeating: 0x61, count: 10_500_000)
    let long = Array("<a b='".utf8) + value + Array("'/>".utf8)
    #expect(failure { () throws(ReportError) in _ = try readAll(long) } != nil)
  }

  @Test("an unfinished or refused file leaves the old one and no other")
  func unfinished() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write([1], to: folder.file("a"))
    do {
      var writer = try XMLWriter(file: try AtomicFile(path: folder.file("a")))
      writer.start("root")
      writer.text(String(repeating: "x", count: 1_000_000))
    }
    let bytes = try FileReader.read(folder.file("a"))
    let names = try folder.names()
    #expect(bytes == [1])
    #expect(names == ["a"])
  }
}

func readAll(
  _ bytes: [UInt8], limits: XMLReader.Limits = .init()
) throws(ReportError) -> [XMLEvent] {
  var reader = try XMLReader(bytes, limits: limits)
  var events: [XMLEvent] = []
  while let event = try reader.next() { events.append(event) }
  return events
}

/// The error that `body` throws, or nil.
func failure<Failure: Error>(of body: () throws(Failure) -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
