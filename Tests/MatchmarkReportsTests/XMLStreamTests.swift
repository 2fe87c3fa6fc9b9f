import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("Writing XML")
struct XMLStreamTests {
  /// A document with one text in an attribute and in its element.
  private func written(_ text: String) throws -> [UInt8] {
    let writer = try XMLWriter()
    try writer.start("root")
    try writer.attribute("value", text)
    try writer.text(text)
    try writer.end()
    return try writer.finish()
  }

  @Test("Attributes and text of written XML come back as they were, line ends included")
  func roundTrip() throws {
    let value = "a<b>&\"c\"'d' ]]> \t\n\r\r\n é 漢 😀 e\u{301}"
    let bytes = try written(value)
    #expect(
      try readAll(bytes) == [
        .start("root", attributes: ["value": value]), .text(value), .end("root"),
      ]
    )
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root"))
    #expect(text.hasSuffix("</root>\n"))
    #expect(text.contains(" ]]&gt; &#9;&#10;&#13;&#13;&#10; é 漢 😀 e\u{301}\">"))
    #expect(text.contains(" ]]&gt; \t\n&#13;&#13;\n é 漢 😀 e\u{301}</root>"))
  }

  @Test("Text of any Unicode scalars becomes well-formed XML with what cleaning leaves of it")
  func anyScalars() throws {
    let ranges = [0...0x2FFFF, 0xDFFF0...0x10FFFF] as [ClosedRange<UInt32>]
    let scalars = ranges.joined().compactMap(Unicode.Scalar.init)
    var random = SystemRandomNumberGenerator()
    let mixed = (0..<4_096).compactMap { _ in
      Unicode.Scalar(UInt32.random(in: 0...0x110, using: &random))
    }
    for scalars in [scalars, mixed] {
      let text = String(String.UnicodeScalarView(scalars))
      let clean = XMLSanitiser.clean(text, as: .text)
      #expect(
        try readAll(try written(text)) == [
          .start("root", attributes: ["value": clean]), .text(clean), .end("root"),
        ], "\(mixed.map(\.value))")
    }
  }

  @Test("Written XML is indented, except that an element with text stays on one line")
  func indentation() throws {
    let writer = try XMLWriter()
    try writer.start("a")
    try writer.start("b")
    try writer.start("c")
    try writer.text("d")
    try writer.end()
    try writer.start("e")
    try writer.end()
    try writer.start("f")
    try writer.end(isExpanded: true)
    try writer.end()
    try writer.end()
    let text = String(decoding: try writer.finish(), as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <a>
          <b>
            <c>d</c>
            <e/>
            <f></f>
          </b>
        </a>

        """)
  }

  @Test("Calling the XML writer in the wrong order is an error")
  func wrongOrder() throws {
    let late = failure { () throws(ReportError) in
      let writer = try XMLWriter()
      try writer.start("a")
      try writer.text("b")
      try writer.attribute("c", "d")
    }
    #expect(late == ReportError(call: "xmlTextWriterWriteAttribute"))
    let closed = failure { () throws(ReportError) in try XMLWriter().end() }
    #expect(closed == ReportError(call: "xmlTextWriterEndElement"))
  }
}

func readAll(_ bytes: [UInt8]) throws(XMLError) -> [XMLEvent] { try XMLDocument(bytes).events }

/// The error that `body` throws, or nil.
func failure<Failure: Error>(of body: () throws(Failure) -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
