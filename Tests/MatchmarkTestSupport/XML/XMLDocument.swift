import CLibXML2

/// A part of a document, in document order.
package enum XMLEvent: Hashable, Sendable {
  /// The start of an element; a matching ``end(_:)`` always follows.
  case start(String, attributes: [String: String])
  /// Text between tags, including white space.
  case text(String)
  case end(String)
}

/// The reason why XML cannot be read.
package enum XMLError: Error, Hashable {
  case malformed(reason: String)
  /// A query that is not XPath.
  case query(String, reason: String)
  /// Well-formed XML that is not a report.
  case unexpected(String)
  /// A call that libxml2 refused.
  case library(call: String)
}

/// A whole report in memory, read by libxml2, for queries.
///
/// Only tests use it: no program of this project reads XML.
@safe package struct XMLDocument: ~Copyable {
  private let document: xmlDocPtr

  /// Reads `bytes`.
  ///
  /// - Throws: ``XMLError/malformed(reason:)``.
  package init(_ bytes: [UInt8]) throws(XMLError) {
    xmlInitParser()
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    // The pointer refers to the array's memory, is valid during the call, and is only read.
    let parsed = unsafe bytes.withUnsafeBytes { bytes in
      unsafe xmlReadMemory(bytes.baseAddress, Int32(bytes.count), nil, nil, Int32(options))
    }
    guard let parsed = unsafe parsed else {
      // The error belongs to this thread and stays until the next one.
      let message = unsafe xmlGetLastError()?.pointee.message
      throw .malformed(reason: unsafe message.map { unsafe String(cString: $0) } ?? "unknown")
    }
    unsafe document = unsafe parsed
  }

  deinit {
    unsafe xmlFreeDoc(document)
  }

  /// All elements and texts of the document.
  package var events: [XMLEvent] {
    var events: [XMLEvent] = []
    unsafe Self.append(xmlDocGetRootElement(document), to: &events)
    return events
  }

  /// Returns the result of an XPath expression: the text of each node, or one number, text or
  /// Boolean.
  ///
  /// - Throws: ``XMLError/query(_:reason:)`` if it is not XPath.
  package func values(_ path: String) throws(XMLError) -> [String] {
    guard let context = unsafe xmlXPathNewContext(document) else {
      throw .library(call: "xmlXPathNewContext")
    }
    // The document outlives context and result, which are freed here.
    defer { unsafe xmlXPathFreeContext(context) }
    let failure = XMLFailure()
    unsafe clibxml2_query_set_failure(context, failure.address)
    guard let result = unsafe xmlXPathEvalExpression(path, context) else {
      throw .query(path, reason: failure.reason ?? "unknown")
    }
    defer { unsafe xmlXPathFreeObject(result) }
    guard unsafe result.pointee.type == XPATH_NODESET else {
      return unsafe [Self.taken(xmlXPathCastToString(result))]
    }
    guard let nodes = unsafe result.pointee.nodesetval else { return [] }
    return (0..<Int(unsafe nodes.pointee.nodeNr)).map { index in
      // The set holds `nodeNr` nodes of the document.
      unsafe Self.taken(xmlXPathCastNodeToString(nodes.pointee.nodeTab[index]))
    }
  }

  /// Returns the number of nodes that an XPath expression finds.
  package func count(_ path: String) throws(XMLError) -> Int { try values(path).count }

  /// Validates the document against a schema.
  package func verdict(of schema: borrowing XMLSchema) -> XMLSchema.Verdict {
    unsafe schema.verdict(on: document)
  }

  /// Appends a node and the siblings after it; the document, which is alive, owns them all.
  private static func append(_ first: xmlNodePtr?, to events: inout [XMLEvent]) {
    var next = unsafe first
    while let node = unsafe next {
      switch unsafe node.pointee.type {
      case XML_ELEMENT_NODE:
        let name = unsafe String(cString: node.pointee.name)
        events.append(.start(name, attributes: unsafe attributes(of: node)))
        unsafe append(node.pointee.children, to: &events)
        events.append(.end(name))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        events.append(.text(unsafe String(cString: node.pointee.content)))
      default:
        break
      }
      unsafe next = unsafe node.pointee.next
    }
  }

  private static func attributes(of node: xmlNodePtr) -> [String: String] {
    var attributes: [String: String] = [:]
    var next = unsafe node.pointee.properties
    while let attribute = unsafe next {
      let value = unsafe xmlNodeListGetString(node.pointee.doc, attribute.pointee.children, 1)
      unsafe attributes[String(cString: attribute.pointee.name)] = unsafe taken(value)
      unsafe next = unsafe attribute.pointee.next
    }
    return attributes
  }

  /// Returns a copy of a text that libxml2 allocated, and frees the original.
  private static func taken(_ text: UnsafeMutablePointer<xmlChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe clibxml2_free(text) }
    return unsafe String(cString: text)
  }
}
