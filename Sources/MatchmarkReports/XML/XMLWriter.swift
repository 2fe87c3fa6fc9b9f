import CLibXML2
package import MatchmarkSystem

/// Writes XML as a stream: libxml2's text writer handles structure, escaping and encoding.
///
/// There is no document tree, so memory does not grow with the report. Names of elements and
/// attributes are literals of this program, never data. Values are sanitised here first
/// (``XMLSanitiser``) because libxml2 writes characters that XML cannot represent unchanged.
///
/// Without ``finish()`` an existing file stays unchanged.
@safe package struct XMLWriter: ~Copyable {
  private let writer: xmlTextWriterPtr
  private let sink: XMLSink
  let prolog: Prolog

  /// Sets up libxml2's global state, once, before threads use it.
  ///
  /// It is never torn down: Foundation's XML module may share the library in this process.
  private static let isLibraryPrepared: Bool = {
    xmlInitParser()
    return true
  }()

  /// What precedes the root element.
  package enum Prolog: Sendable {
    /// The XML declaration; elements are indented by two spaces.
    case xml
    /// HTML's document type, so that browsers read the rest as a web page; nothing is indented
    /// because spaces are significant there.
    case html
  }

  /// Creates a writer into memory; ``finish()`` returns the bytes.
  ///
  /// - Throws: ``ReportError``.
  package init(_ prolog: Prolog = .xml) throws(ReportError) {
    try self.init(prolog, sink: XMLSink(file: nil))
  }

  /// Creates a writer into `file`, which appears with ``finish()``.
  ///
  /// - Throws: ``ReportError``.
  package init(_ prolog: Prolog = .xml, file: consuming AtomicFile) throws(ReportError) {
    try self.init(prolog, sink: XMLSink(file: file))
  }

  private init(_ prolog: Prolog, sink: XMLSink) throws(ReportError) {
    _ = Self.isLibraryPrepared
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
    // This closes the output, which flushes into the sink; an unfinished file is then discarded.
    unsafe xmlFreeTextWriter(writer)
  }

  /// Writes the prolog; if the disk refuses it, the next call reports the failure.
  private static func begins(_ writer: xmlTextWriterPtr, _ prolog: Prolog) -> Bool {
    // The writer is alive, and literals live as long as the process.
    switch prolog {
    case .xml:
      // The encoding must be given: without it libxml2 2.9 writes attributes byte by byte.
      unsafe xmlTextWriterSetIndent(writer, 1) >= 0
        && xmlTextWriterSetIndentString(writer, "  ") >= 0
        && xmlTextWriterStartDocument(writer, nil, "UTF-8", nil) >= 0
    case .html:
      unsafe xmlTextWriterWriteDTD(writer, "html", nil, nil, nil) >= 0
        && xmlTextWriterWriteString(writer, "\n") >= 0
    }
  }

  // In all calls below the writer is alive until `deinit`, and texts live for the call.

  /// Opens an element.
  ///
  /// - Throws: ``ReportError``; so do all calls below.
  package func start(_ name: StaticString) throws(ReportError) {
    try check(unsafe xmlTextWriterStartElement(writer, name.utf8Start), "xmlTextWriterStartElement")
  }

  /// Closes the innermost element; without content it is written as `<name></name>` if
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
    let value = XMLSanitiser.clean(value, as: .text)
    try check(
      unsafe xmlTextWriterWriteAttribute(writer, name.utf8Start, value),
      "xmlTextWriterWriteAttribute")
  }

  /// Adds text to the innermost element.
  ///
  /// A value must be passed whole: a terminal sequence that is split in two is not recognised.
  package func text(_ text: String) throws(ReportError) {
    let text = XMLSanitiser.clean(text, as: .text)
    try check(unsafe xmlTextWriterWriteString(writer, text), "xmlTextWriterWriteString")
  }

  /// Closes open elements, ends the document with a line feed and makes the file appear.
  ///
  /// - Returns: The document, if it was written into memory.
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

  /// Throws the failure that the system reported, or else the one of libxml2.
  private func check(_ result: Int32, _ call: String) throws(ReportError) {
    if let failure = sink.failure { throw .file(failure) }
    guard result >= 0 else { throw .library(call: call) }
  }
}

/// Where the bytes of an XML writer go: into memory or into a file.
///
/// It is a class because libxml2's callback refers to it by address. It keeps the first failure of
/// the system and swallows what follows: libxml2 would lose the errno and print its own message.
final class XMLSink {
  private var file: AtomicFile?
  private var pending: [UInt8] = []
  private(set) var failure: FileError?

  /// The size of pending bytes that triggers a write: libxml2 passes only some four thousand each.
  private static let bufferSizeInBytes = 262_144

  init(file: consuming AtomicFile?) { self.file = file }

  /// A libxml2 output that writes to this sink, which must outlive it; nil if allocation fails.
  func output() -> xmlOutputBufferPtr? {
    // libxml2 passes the number of bytes, and `context` is this sink.
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
    // The buffer belongs to libxml2 and is valid during the callback; its bytes are copied.
    unsafe pending.append(contentsOf: bytes)
    if file != nil, pending.count >= Self.bufferSizeInBytes { flush() }
  }

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

  /// Makes the file appear if there is one; returns the bytes if there is none.
  func finish() throws(FileError) -> [UInt8] {
    flush()
    if let failure { throw failure }
    if let file = file.take() { try file.finish() }
    return pending
  }
}
