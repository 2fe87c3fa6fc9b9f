import CLibXML2

/// A whole document in memory, to ask questions of.
///
/// It is read as a stream first (``XMLReader``), so that what is refused there is never expanded
/// into a tree.
@safe package struct XMLDocument: ~Copyable {
  private let document: xmlDocPtr

  /// Reads `bytes`.
  ///
  /// - Throws: ``ReportError`` for what is not well-formed or beyond the limits.
  package init(_ bytes: [UInt8], limits: XMLReader.Limits = .init()) throws(ReportError) {
    var reader = try XMLReader(bytes, limits: limits)
    while try reader.next() != nil {}
    guard let count = Int32(exactly: bytes.count) else {
      throw .refused(line: 0, reason: "got \(bytes.count) bytes, expected less than 2 GiB")
    }
    // The pointer is the array's own memory, valid for the call, and only read.
    let parsed = unsafe bytes.withUnsafeBytes { bytes in
      unsafe xmlReadMemory(
        bytes.baseAddress, count, nil, nil,
        Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue))
    }
    guard let parsed = unsafe parsed else { throw .library(call: "xmlReadMemory") }
    unsafe document = unsafe parsed
  }

  deinit {
    unsafe xmlFreeDoc(document)
  }

  /// What an XPath expression finds: the text of each node, or one number, text or truth value.
  ///
  /// - Throws: ``ReportError/query(_:reason:)`` for what is no XPath.
  package func values(_ path: String) throws(ReportError) -> [String] {
    guard let context = unsafe xmlXPathNewContext(document) else {
      throw .library(call: "xmlXPathNewContext")
    }
    // The document outlives context and result, which are freed here.
    defer { unsafe xmlXPathFreeContext(context) }
    let failure = XMLFailure()
    unsafe clibxml2_query_set_failure(context, failure.address)
    guard let result = unsafe xmlXPathEvalExpression(path, context) else {
      throw .query(path, reason: failure.complaint?.reason ?? "unknown error")
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

  /// How many nodes an XPath expression finds.
  package func count(_ path: String) throws(ReportError) -> Int { try values(path).count }

  /// Asks a schema about the document.
  package func verdict(of schema: borrowing XMLSchema) -> XMLSchema.Verdict {
    unsafe schema.verdict(on: document)
  }

  /// A copy of a text that libxml2 made for the caller, who frees it.
  private static func taken(_ text: UnsafeMutablePointer<xmlChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe clibxml2_free(text) }
    return unsafe String(cString: text)
  }
}
