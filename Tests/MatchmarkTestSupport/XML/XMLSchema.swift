import CLibXML2

/// An XML Schema that reports must follow.
@safe package struct XMLSchema: ~Copyable {
  /// The result of a validation.
  package enum Verdict: Hashable, Sendable {
    case valid
    /// The document is invalid; the reason is the first error.
    case invalid(reason: String)
    /// libxml2 could not decide, for instance because a pattern takes forever.
    case none(reason: String)
  }

  private let schema: xmlSchemaPtr

  /// Reads a schema.
  ///
  /// - Throws: ``XMLError/malformed(reason:)`` if it is not a schema.
  package init(_ bytes: [UInt8]) throws(XMLError) {
    let failure = XMLFailure()
    let parsed = unsafe bytes.withUnsafeBytes { bytes -> xmlSchemaPtr? in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      // The array's memory is valid until the context is freed, which happens here.
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

  /// Validates a document.
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
