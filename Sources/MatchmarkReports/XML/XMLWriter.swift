import CLibXML2
package import MatchmarkSystem

/// Writes XML as a stream: libxml2 keeps the structure, ``XMLSanitiser`` every value.
///
/// There is no document tree, so memory does not grow with the report. Names of elements and
/// attributes are literals of this program, never data. Values are sanitised and escaped in one
/// pass of our own and handed to libxml2 raw, because its writer checks nothing, escapes
/// differently from version to version, and takes more than twice as long.
///
/// Without ``finish()`` a file is left as it was before.
@safe package struct XMLWriter: ~Copyable {
  private let writer: xmlTextWriterPtr
  private let sink: XMLSink
  private var scratch: [UInt8]

  /// What stands before the root element.
  package enum Prolog: Sendable {
    /// The XML declaration.
    case xml
    /// HTML's document type, which lets browsers read the rest as a web page.
    case html
  }

  /// A writer into memory; ``finish()`` gives the bytes.
  package init(_ prolog: Prolog = .xml) throws(ReportError) {
    try self.init(prolog, sink: XMLSink(file: nil))
  }

  /// A writer into `file`, which appears with ``finish()``.
  package init(_ prolog: Prolog = .xml, file: consuming AtomicFile) throws(ReportError) {
    try self.init(prolog, sink: XMLSink(file: file))
  }

  private init(_ prolog: Prolog, sink: XMLSink) throws(ReportError) {
    XMLLibrary.prepare()
    // The sink outlives the writer: `self` holds both, and `deinit` frees the writer first.
    let context = unsafe Unmanaged.passUnretained(sink).toOpaque()
    guard
      let output = unsafe xmlOutputBufferCreateIO(
        { context, bytes, count in
          guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
          // `context` is the sink that was passed above; libxml2 states how many bytes there are.
          let sink = unsafe Unmanaged<XMLSink>.fromOpaque(context).takeUnretainedValue()
          unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            unsafe sink.accept(UnsafeBufferPointer(start: $0, count: Int(count)))
          }
          return count
        }, { _ in 0 }, context, nil)
    else { throw .library(call: "xmlOutputBufferCreateIO") }
    // The text writer takes the output buffer over, also when it is freed.
    guard let writer = unsafe xmlNewTextWriter(output) else {
      unsafe xmlOutputBufferClose(output)
      throw .library(call: "xmlNewTextWriter")
    }
    // All literals live for the call; the encoding must be stated, or 2.9 writes references.
    let result =
      switch prolog {
      case .xml: unsafe xmlTextWriterStartDocument(writer, nil, "UTF-8", nil)
      case .html: unsafe xmlTextWriterWriteRaw(writer, "<!DOCTYPE html>\n")
      }
    guard result >= 0 else {
      unsafe xmlFreeTextWriter(writer)
      throw .library(call: "xmlTextWriterStartDocument")
    }
    unsafe self.writer = unsafe writer
    self.sink = sink
    scratch = []
  }

  deinit {
    // Flushes into the sink, which still lives; an unfinished file is discarded with it.
    unsafe xmlFreeTextWriter(writer)
  }

  /// Opens an element.
  package mutating func start(_ name: StaticString) throws(ReportError) {
    // A literal ends with a zero byte and lives as long as the process.
    try check(unsafe xmlTextWriterStartElement(writer, name.utf8Start), "StartElement")
  }

  /// Closes the innermost element; one without content is written as `<name></name>` by
  /// `isExpanded`, as `<name/>` otherwise.
  package mutating func end(isExpanded: Bool = false) throws(ReportError) {
    if isExpanded {
      try check(unsafe xmlTextWriterFullEndElement(writer), "FullEndElement")
    } else {
      try check(unsafe xmlTextWriterEndElement(writer), "EndElement")
    }
    // Elsewhere it is not asked for: what is written after a refusal goes nowhere.
    if let failure = sink.failure { throw .file(failure) }
  }

  /// Adds an attribute to the element that was just opened.
  package mutating func attribute(_ name: StaticString, _ value: String) throws(ReportError) {
    var value = value
    value.makeContiguousUTF8()
    try attribute(name, utf8: value.utf8Span.span)
  }

  /// Adds an attribute whose value may be any bytes.
  package mutating func attribute(
    _ name: StaticString, utf8 value: Span<UInt8>
  ) throws(ReportError) {
    // A literal ends with a zero byte and lives as long as the process.
    try check(unsafe xmlTextWriterStartAttribute(writer, name.utf8Start), "StartAttribute")
    try raw(value, escaping: .attribute)
    try check(unsafe xmlTextWriterEndAttribute(writer), "EndAttribute")
  }

  /// Adds text to the innermost element.
  package mutating func text(_ text: String) throws(ReportError) {
    var text = text
    text.makeContiguousUTF8()
    try self.text(utf8: text.utf8Span.span)
  }

  /// Adds text that may be any bytes.
  ///
  /// A value must come whole: a character or a terminal sequence cut in two is not known as one.
  package mutating func text(utf8 text: Span<UInt8>) throws(ReportError) {
    try raw(text, escaping: .text)
  }

  /// Adds a line end and `depth` times two spaces, for people who read the file.
  package mutating func newLine(depth: Int) throws(ReportError) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { scratch.append(UInt8(ascii: " ")) }
    try writeScratch()
  }

  /// Closes the document, ends it with a line feed, and makes the file appear.
  ///
  /// - Returns: The document, when it was written into memory.
  @discardableResult
  package consuming func finish() throws(ReportError) -> [UInt8] {
    // The writer is alive until `deinit`.
    try check(unsafe xmlTextWriterEndDocument(writer), "EndDocument")
    try check(unsafe xmlTextWriterFlush(writer), "Flush")
    do {
      return try sink.finish()
    } catch {
      throw .file(error)
    }
  }

  private mutating func raw(
    _ value: Span<UInt8>, escaping: XMLSanitiser.Escaping
  ) throws(ReportError) {
    scratch.removeAll(keepingCapacity: true)
    XMLSanitiser(escaping: escaping).append(value, to: &scratch)
    try writeScratch()
  }

  /// Hands libxml2 the scratch bytes in pieces, whose length it counts in 32 bits.
  private func writeScratch() throws(ReportError) {
    var position = 0
    while position < scratch.count {
      let end = min(scratch.count, position + (1 << 20))
      // The pointer is the array's own memory, valid for the call, and only read.
      let result = unsafe scratch.withUnsafeBufferPointer { bytes in
        unsafe xmlTextWriterWriteRawLen(
          writer, bytes.baseAddress.map { unsafe $0 + position }, Int32(end - position))
      }
      try check(result, "WriteRaw")
      position = end
    }
  }

  private func check(_ result: Int32, _ call: StaticString) throws(ReportError) {
    guard result < 0 else { return }
    if let failure = sink.failure { throw .file(failure) }
    throw .library(call: "xmlTextWriter\(call)")
  }
}
