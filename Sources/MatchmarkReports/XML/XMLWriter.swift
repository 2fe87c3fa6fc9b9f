import CLibXML2

/// A writer of XML as a stream, in which libxml2's text writer handles structure, escaping and
/// encoding.
///
/// There is no document tree, and ``take()`` empties the writer, so memory need not grow with the
/// report. Names of elements and attributes are literals of this program, never data. Values are
/// sanitised here first (``XMLSanitiser``), because libxml2 passes on characters that XML cannot
/// represent.
@safe package struct XMLWriter: ~Copyable {
  private let writer: xmlTextWriterPtr
  private let buffer: xmlBufferPtr
  let prolog: Prolog
  /// True if line ends and tabs in values are drawn as signs, so that no value begins a line.
  let drawsLineEnds: Bool

  /// Sets up libxml2's global state, once, before threads use it.
  ///
  /// The state is never torn down, because Foundation's XML module may share the library in this
  /// process.
  private static let preparation: Void = xmlInitParser()

  package enum Prolog: Sendable {
    /// The XML declaration; elements are indented by two spaces.
    case xml
    /// HTML's document type, so that browsers read the rest as a web page; nothing is indented,
    /// because spaces are significant there.
    case html
  }

  package init(
    _ prolog: Prolog = .xml, drawsLineEnds: Bool = false
  ) throws(ReportError) {
    _ = Self.preparation
    guard let buffer = unsafe xmlBufferCreate() else { throw ReportError(call: "xmlBufferCreate") }
    guard let writer = unsafe xmlNewTextWriterMemory(buffer, 0) else {
      unsafe xmlBufferFree(buffer)
      throw ReportError(call: "xmlNewTextWriterMemory")
    }
    guard unsafe Self.begins(writer, prolog) else {
      unsafe xmlFreeTextWriter(writer)
      unsafe xmlBufferFree(buffer)
      throw ReportError(call: "xmlTextWriterStartDocument")
    }
    unsafe self.writer = unsafe writer
    unsafe self.buffer = unsafe buffer
    self.prolog = prolog
    self.drawsLineEnds = drawsLineEnds
  }

  deinit {
    // The writer is freed first, because this flushes its text into the buffer.
    unsafe xmlFreeTextWriter(writer)
    unsafe xmlBufferFree(buffer)
  }

  private static func begins(_ writer: xmlTextWriterPtr, _ prolog: Prolog) -> Bool {
    // The writer is alive, and literals live as long as the process.
    switch prolog {
    case .xml:
      // The encoding must be given; without it, libxml2 2.9 writes attributes byte by byte.
      unsafe xmlTextWriterSetIndent(writer, 1) >= 0
        && xmlTextWriterSetIndentString(writer, "  ") >= 0
        && xmlTextWriterStartDocument(writer, nil, "UTF-8", nil) >= 0
    case .html:
      unsafe xmlTextWriterWriteDTD(writer, "html", nil, nil, nil) >= 0
        && xmlTextWriterWriteString(writer, "\n") >= 0
    }
  }

  // In all calls below, the writer is alive until `deinit`, and texts live only for the call.

  package func start(_ name: StaticString) throws(ReportError) {
    try check(unsafe xmlTextWriterStartElement(writer, name.utf8Start), "xmlTextWriterStartElement")
  }

  /// Writes a comment: a literal of this program, never data.
  package func comment(_ text: StaticString) throws(ReportError) {
    try check(unsafe xmlTextWriterWriteComment(writer, text.utf8Start), "xmlTextWriterWriteComment")
  }

  /// Closes the innermost element; an element without content is written as `<name></name>` if
  /// `isExpanded`, otherwise as `<name/>`.
  package func end(isExpanded: Bool = false) throws(ReportError) {
    if isExpanded {
      try check(unsafe xmlTextWriterFullEndElement(writer), "xmlTextWriterFullEndElement")
    } else {
      try check(unsafe xmlTextWriterEndElement(writer), "xmlTextWriterEndElement")
    }
  }

  /// Adds an attribute to the element that was just opened.
  package func attribute(_ name: StaticString, _ value: String) throws(ReportError) {
    let value = clean(value)
    try check(
      unsafe xmlTextWriterWriteAttribute(writer, name.utf8Start, value),
      "xmlTextWriterWriteAttribute")
  }

  /// Writes text; a value must be passed as a whole, because a terminal sequence that is split in
  /// two is not recognised.
  package func text(_ text: String) throws(ReportError) {
    let text = clean(text)
    try check(unsafe xmlTextWriterWriteString(writer, text), "xmlTextWriterWriteString")
  }

  /// Returns the value as ``text(_:)`` and ``attribute(_:_:)`` write it, before escaping; it may be
  /// longer.
  func clean(_ value: String) -> String {
    drawsLineEnds ? DisplayText.drawn(value) : XMLSanitiser.clean(value, as: .text)
  }

  /// The number of bytes that ``take()`` would return, except for the last few thousand.
  var sizeInBytes: Int { Int(unsafe xmlBufferLength(buffer)) }

  func take() throws(ReportError) -> [UInt8] {
    try check(unsafe xmlTextWriterFlush(writer), "xmlTextWriterFlush")
    // The buffer is alive until `deinit`; its bytes are copied before it is emptied.
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: xmlBufferContent(buffer), count: sizeInBytes))
    unsafe xmlBufferEmpty(buffer)
    return bytes
  }

  /// Closes open elements, ends the document with a line feed and returns the text that was not yet
  /// taken.
  package consuming func finish() throws(ReportError) -> [UInt8] {
    try check(unsafe xmlTextWriterEndDocument(writer), "xmlTextWriterEndDocument")
    return try take()
  }

  private func check(_ result: Int32, _ call: String) throws(ReportError) {
    guard result >= 0 else { throw ReportError(call: call) }
  }
}
