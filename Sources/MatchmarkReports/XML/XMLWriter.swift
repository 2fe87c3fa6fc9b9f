import CLibXML2
package import MatchmarkSystem

/// Writes XML as a stream: structure and values by one validating encoder, out through libxml2.
///
/// There is no document tree, so memory does not grow with the report. Names of elements and
/// attributes are literals of this program, never data; values are sanitised and escaped in one
/// pass (``XMLSanitiser``). libxml2's own text writer checks neither, escapes differently from
/// version to version, and takes several times as long; so only its output buffer is used, over
/// callbacks of our own that keep the errno.
///
/// Without ``finish()`` a file is left as it was before.
@safe package struct XMLWriter: ~Copyable {
  private let output: xmlOutputBufferPtr
  private let sink: XMLSink
  private var buffer: XMLBuffer
  /// The elements that are open, outermost first, and how many there are.
  private var open = InlineArray<64, StaticString>(repeating: "")
  private var depth = 0
  /// Whether the innermost element's tag can still take attributes.
  private var isInTag = false

  /// Bytes that are collected before they are handed on.
  private static let bufferSizeInBytes = 65_536

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
    // The sink outlives the output: `self` holds both, and `deinit` closes the output first.
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
    unsafe self.output = unsafe output
    self.sink = sink
    buffer = XMLBuffer(capacity: Self.bufferSizeInBytes)
    switch prolog {
    case .xml: buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    case .html: buffer.append("<!DOCTYPE html>\n")
    }
  }

  deinit {
    // Flushes into the sink, which still lives; an unfinished file is discarded with it.
    unsafe xmlOutputBufferClose(output)
  }

  /// How many bytes were written so far, about: what is still collected counts, the end does not.
  package var sizeInBytes: Int { sink.byteCount + buffer.count }

  /// Opens an element.
  ///
  /// - Precondition: fewer than 64 are open.
  package mutating func start(_ name: StaticString) {
    endTag()
    buffer.append(UInt8(ascii: "<"))
    buffer.append(name)
    open[depth] = name
    depth += 1
    isInTag = true
  }

  /// Closes the innermost element; one without content is written as `<name></name>` by
  /// `isExpanded`, as `<name/>` otherwise.
  ///
  /// - Precondition: an element is open.
  package mutating func end(isExpanded: Bool = false) throws(ReportError) {
    precondition(depth > 0, "no element is open")
    depth -= 1
    let name = open[depth]
    if isInTag, !isExpanded {
      isInTag = false
      buffer.append("/>")
    } else {
      endTag()
      buffer.append("</")
      buffer.append(name)
      buffer.append(UInt8(ascii: ">"))
    }
    if !buffer.hasRoom(for: Self.bufferSizeInBytes / 4) { try flush() }
  }

  /// Adds an attribute to the element that was just opened.
  package mutating func attribute(_ name: StaticString, _ value: String) {
    attribute(name, utf8: value.utf8Span.span)
  }

  /// Adds an attribute whose value may be any bytes.
  ///
  /// - Precondition: nothing else was written since the element was opened.
  package mutating func attribute(_ name: StaticString, utf8 value: Span<UInt8>) {
    precondition(isInTag, "an attribute behind the tag")
    buffer.append(UInt8(ascii: " "))
    buffer.append(name)
    buffer.append("=\"")
    XMLSanitiser(escaping: .attribute).append(value, to: &buffer)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Adds an attribute whose value is a number, with so many digits behind the point.
  package mutating func attribute(
    _ name: StaticString, number: UInt64, fraction: UInt64 = 0, digitCount: Int = 0
  ) {
    precondition(isInTag, "an attribute behind the tag")
    buffer.append(UInt8(ascii: " "))
    buffer.append(name)
    buffer.append("=\"")
    buffer.append(number, digitCount: 1)
    if digitCount > 0 {
      buffer.append(UInt8(ascii: "."))
      buffer.append(fraction, digitCount: digitCount)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Adds text to the innermost element.
  package mutating func text(_ text: String) {
    self.text(utf8: text.utf8Span.span)
  }

  /// Adds text that may be any bytes.
  ///
  /// A value must come whole: a character or a terminal sequence cut in two is not known as one.
  package mutating func text(utf8 text: Span<UInt8>) {
    endTag()
    XMLSanitiser(escaping: .text).append(text, to: &buffer)
  }

  /// Adds a line end and `depth` times two spaces, for people who read the file.
  package mutating func newLine(depth: Int) {
    endTag()
    buffer.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { buffer.append("  ") }
  }

  /// Ends the document with a line feed and makes the file appear.
  ///
  /// - Precondition: every element is closed.
  /// - Returns: The document, when it was written into memory.
  @discardableResult
  package consuming func finish() throws(ReportError) -> [UInt8] {
    precondition(depth == 0, "\(depth) elements are open")
    buffer.append(UInt8(ascii: "\n"))
    try flush()
    // The output is open until `deinit`.
    let result = unsafe xmlOutputBufferFlush(output)
    if let failure = sink.failure { throw .file(failure) }
    guard result >= 0 else { throw .library(call: "xmlOutputBufferFlush") }
    do {
      return try sink.finish()
    } catch {
      throw .file(error)
    }
  }

  private mutating func endTag() {
    guard isInTag else { return }
    isInTag = false
    buffer.append(UInt8(ascii: ">"))
  }

  /// Hands what is collected to libxml2, which counts in 32 bits, so in pieces.
  private mutating func flush() throws(ReportError) {
    let output = unsafe output
    let result = unsafe buffer.withBytes { bytes -> Int32 in
      var position = 0
      while position < bytes.count {
        let size = min(bytes.count - position, 1 << 20)
        // The piece lies within the buffer, which is not touched during the call.
        let result = unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
          unsafe xmlOutputBufferWrite(
            output, Int32(size), bytes.baseAddress.map { unsafe $0 + position })
        }
        guard result >= 0 else { return result }
        position += size
      }
      return 0
    }
    buffer.removeAll()
    if let failure = sink.failure { throw .file(failure) }
    guard result >= 0 else { throw .library(call: "xmlOutputBufferWrite") }
  }
}
