import CLibXML2

/// An XML Schema that reports are held to.
@safe package struct XMLSchema: ~Copyable {
  /// What a schema says of a document.
  package enum Verdict: Hashable, Sendable {
    case valid
    /// The first thing that is wrong.
    case invalid(reason: String)
    /// libxml2 could not decide, as with patterns that take forever: neither of the two.
    case none(reason: String)
  }

  private let schema: xmlSchemaPtr

  /// Reads a schema.
  ///
  /// - Throws: ``XMLError/malformed(reason:)`` for what is none.
  package init(_ bytes: [UInt8]) throws(XMLError) {
    let failure = XMLFailure()
    let parsed = unsafe bytes.withUnsafeBytes { bytes -> xmlSchemaPtr? in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      // The array's own memory, valid until the context is freed, which is here.
      guard let context = unsafe xmlSchemaNewMemParserCtxt(start, Int32(bytes.count)) else {
        return nil
      }
      defer { unsafe xmlSchemaFreeParserCtxt(context) }
      unsafe clibxml2_schema_parser_set_failure(context, failure.address)
      return unsafe xmlSchemaParse(context)
    }
    guard let parsed = unsafe parsed else {
      throw .malformed(reason: failure.reason ?? "unknown")
    }
    unsafe schema = unsafe parsed
  }

  deinit {
    unsafe xmlSchemaFree(schema)
  }

  /// Holds a document to the schema.
  func verdict(on document: xmlDocPtr) -> Verdict {
    guard let context = unsafe xmlSchemaNewValidCtxt(schema) else {
      return .none(reason: "libxml2 refused xmlSchemaNewValidCtxt")
    }
    defer { unsafe xmlSchemaFreeValidCtxt(context) }
    let failure = XMLFailure()
    unsafe clibxml2_schema_judge_set_failure(context, failure.address)
    let result = unsafe xmlSchemaValidateDoc(context, document)
    if result == 0 { return .valid }
    let reason = failure.reason ?? "unknown"
    return result > 0 ? .invalid(reason: reason) : .none(reason: reason)
  }
}
