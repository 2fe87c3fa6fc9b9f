import CLibXML2
package import MatchmarkSystem

/// Writes XML as a stream: libxml2's text writer structures, escapes and encodes.
///
/// There is no document tree, so memory does not grow with the report. Names of elements and
/// attributes are literals of this program, never data. Values are cleaned here first
/// (``XMLSanitiser``), for libxml2 writes what XML cannot hold as it comes.
///
/// Without ``finish()`` a file is left as it was before.
@safe package struct XMLWriter: ~Copyable {
  private let writer: xmlTextWriterPtr
  private let sink: XMLSink
  let prolog: Prolog

  /// What stands before the root element.
  package enum Prolog: Sendable {
    /// The XML declaration; elements are indented by two spaces.
    case xml
    /// HTML's document type, which lets browsers read the rest as a web page; spaces count there,
    /// so nothing is indented.
    case html
  }

  /// A writer into memory; ``finish()`` gives the bytes.
  ///
  /// - Throws: ``ReportError``.
  package init(_ prolog: Prolog = .xml) throws(ReportError) {
    try self.init(prolog, sink: XMLSink(file: nil))
  }

  /// A writer into `file`, which appears with ``finish()``.
  ///
  /// - Throws: ``ReportError``.
  package init(_ prolog: Prolog = .xml, file: consuming AtomicFile) throws(ReportError) {
    try self.init(prolog, sink: XMLSink(file: file))
  }

  private init(_ prolog: Prolog, sink: XMLSink) throws(ReportError) {
    XMLLibrary.prepare()
    guard let output = unsafe sink.output() else {
      throw .library(call: "xmlOutputBufferCreateIO")
    }
    guard let writer = unsafe xmlNewTextWriter(output) else {
      // No writer owns the output yet, so it is closed here.
      unsafe xmlOutputBufferClose(output)
      throw .library(call: "xmlNewTextWriter")
    }
    guard unsafe Self.begins(writer, prolog) else {
      unsafe xmlFreeTextWriter(writer)
      throw .library(call: "xmlTextWriterStartDocument")
    }
    unsafe self.writer = unsafe writer
    self.sink = sink
    self.prolog = prolog
  }

  deinit {
    // Closes the output, which flushes into the sink; an unfinished file is discarded with that.
    unsafe xmlFreeTextWriter(writer)
  }

  /// Writes what stands before the root; a disk that refuses it is noticed by the next call.
  private static func begins(_ writer: xmlTextWriterPtr, _ prolog: Prolog) -> Bool {
    // The writer is alive, and literals live as long as the process.
    switch prolog {
    case .xml:
      // The encoding must be named: without it libxml2 2.9 writes attributes byte by byte.
      unsafe xmlTextWriterSetIndent(writer, 1) >= 0
        && xmlTextWriterSetIndentString(writer, "  ") >= 0
        && xmlTextWriterStartDocument(writer, nil, "UTF-8", nil) >= 0
    case .html:
      unsafe xmlTextWriterWriteDTD(writer, "html", nil, nil, nil) >= 0
        && xmlTextWriterWriteString(writer, "\n") >= 0
    }
  }

  // In all calls below the writer is alive until `deinit`, and texts are for the call.

  /// Opens an element.
  ///
  /// - Throws: ``ReportError``; so do all calls below.
  package func start(_ name: StaticString) throws(ReportError) {
    try check(
      unsafe xmlTextWriterStartElement(writer, name.utf8Start), "xmlTextWriterStartElement")
  }

  /// Closes the innermost element; one without content is written as `<name></name>` by
  /// `isExpanded`, as `<name/>` otherwise.
  package func end(isExpanded: Bool = false) throws(ReportError) {
    if isExpanded {
      try check(unsafe xmlTextWriterFullEndElement(writer), "xmlTextWriterFullEndElement")
    } else {
      try check(unsafe xmlTextWriterEndElement(writer), "xmlTextWriterEndElement")
    }
  }

  /// Adds an attribute to the element that was just opened.
  package func attribute(_ name: StaticString, _ value: String) throws(ReportError) {
    let value = XMLSanitiser.clean(value, as: .text)
    try check(
      unsafe xmlTextWriterWriteAttribute(writer, name.utf8Start, value),
      "xmlTextWriterWriteAttribute")
  }

  /// Adds text to the innermost element.
  ///
  /// A value must come whole: a terminal sequence that is cut in two is not known as one.
  package func text(_ text: String) throws(ReportError) {
    let text = XMLSanitiser.clean(text, as: .text)
    try check(unsafe xmlTextWriterWriteString(writer, text), "xmlTextWriterWriteString")
  }

  /// Closes what is open, ends the document with a line feed and makes the file appear.
  ///
  /// - Returns: The document, when it was written into memory.
  @discardableResult
  package consuming func finish() throws(ReportError) -> [UInt8] {
    try check(unsafe xmlTextWriterEndDocument(writer), "xmlTextWriterEndDocument")
    try check(unsafe xmlTextWriterFlush(writer), "xmlTextWriterFlush")
    do {
      return try sink.finish()
    } catch {
      throw .file(error)
    }
  }

  /// Throws what the system refused, or else that libxml2 did.
  private func check(_ result: Int32, _ call: String) throws(ReportError) {
    if let failure = sink.failure { throw .file(failure) }
    guard result >= 0 else { throw .library(call: call) }
  }
}

/// Where the bytes of an XML writer go: into memory or into a file.
///
/// A class, for libxml2's callback knows it by address. It keeps the first refusal of the system
/// and swallows what follows: libxml2 would lose the errno, and print a line of its own.
final class XMLSink {
  private var file: AtomicFile?
  private var pending: [UInt8] = []
  private(set) var failure: FileError?

  /// Bytes that wait for the file: large writes, for libxml2 hands over some four thousand.
  private static let bufferSizeInBytes = 262_144

  init(file: consuming AtomicFile?) { self.file = file }

  /// libxml2's way to this sink, which must outlive it; nil where memory is refused.
  func output() -> xmlOutputBufferPtr? {
    // libxml2 states how many bytes there are, and `context` is this sink.
    unsafe xmlOutputBufferCreateIO(
      { context, bytes, count in
        guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
        let sink = unsafe Unmanaged<XMLSink>.fromOpaque(context).takeUnretainedValue()
        unsafe sink.accept(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return count
      }, { _ in 0 }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  private func accept(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    // The buffer is libxml2's, valid during the callback; its bytes are copied.
    unsafe pending.append(contentsOf: bytes)
    if file != nil, pending.count >= Self.bufferSizeInBytes { flush() }
  }

  /// Hands what is pending to the file; in memory it stays.
  private func flush() {
    guard failure == nil, file != nil else { return }
    do throws(FileError) {
      try file?.write(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      failure = error
      pending = []
    }
  }

  /// Makes the file appear, if there is one, and gives the bytes, if there is none.
  func finish() throws(FileError) -> [UInt8] {
    flush()
    if let failure { throw failure }
    if let file = file.take() { try file.finish() }
    return pending
  }
}

/// libxml2's own state, which must be set up once before threads use it.
enum XMLLibrary {
  /// Sets the library up; the language makes the first use happen exactly once.
  ///
  /// It is never torn down: Foundation's XML module may share the library in this process.
  static func prepare() { _ = isPrepared }

  private static let isPrepared: Bool = {
    xmlInitParser()
    return true
  }()
}
