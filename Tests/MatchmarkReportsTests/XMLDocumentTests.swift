import MatchmarkTestSupport
import Testing

/// Other tests trust this reader; if it accepted everything, they would all pass.
@Suite("The XML reader of these tests")
struct XMLDocumentTests {
  private func document(_ text: String) throws(XMLError) -> XMLDocument {
    try XMLDocument(Array(text.utf8))
  }

  @Test("The XML reader of these tests finds text, attributes, numbers and booleans by XPath")
  func queries() throws {
    let document = try document("<a><b c='1'>x</b><b c='2'>y<d>z</d></b></a>")
    #expect(try document.values("//b") == ["x", "yz"])
    #expect(try document.values("//b[2]/@c") == ["2"])
    #expect(try document.values("sum(//@c)") == ["3"])
    #expect(try document.values("boolean(//e)") == ["false"])
    #expect(try document.count("//e") == 0)
    #expect(throws: XMLError.self) { try document.values("//[") }
  }

  @Test(
    "The XML reader of these tests refuses what is not well-formed",
    arguments: [
      "", "<a>&b;</a>", "<a><b>", "<a>\u{1}</a>", "<a>\u{FFFF}</a>", "<a></b>", "<a/><a/>",
      "<a b='<'/>",
    ])
  func malformed(text: String) {
    #expect(throws: XMLError.self) { _ = try self.document(text) }
  }

  @Test(
    "The JUnit reader of these tests notices counts that do not match the cases",
    arguments: [("1", "0", true), ("2", "0", false), ("1", "1", false)])
  func counts(tests: String, failures: String, isConsistent: Bool) throws {
    let text = """
      <testsuites tests="\(tests)" failures="\(failures)"><testsuite name="s" tests="\(tests)" \
      failures="\(failures)" errors="0" skipped="1"><testcase><skipped/></testcase></testsuite>\
      </testsuites>
      """
    let file = try JUnitFile(Array(text.utf8))
    #expect(file.isConsistent == isConsistent)
    #expect(file.counted.skippedCount == 1)
  }

  private static let schema = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="a"><xs:complexType>
        <xs:attribute name="n" type="xs:int"/>
        <xs:attribute name="slow"><xs:simpleType><xs:restriction base="xs:string">
          <xs:pattern value="(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\\.[0-9]{0,3})?"/>
        </xs:restriction></xs:simpleType></xs:attribute>
      </xs:complexType></xs:element>
    </xs:schema>
    """

  @Test("The verdict of a schema is valid, invalid with a reason, or unknown")
  func verdicts() throws {
    let schema = try XMLSchema(Array(Self.schema.utf8))
    #expect(try document("<a n='1'/>").verdict(of: schema) == .valid)
    guard
      case .invalid(let reason) = try document("<!-- -->\n<a n='x'/>").verdict(of: schema)
    else {
      Issue.record("not invalid")
      return
    }
    #expect(reason.hasPrefix("line 2: ") && reason.contains("'x'"))
    // libxml2 gives up on this pattern: 40 digits in all possible groupings.
    let endless = "<a slow='\(String(repeating: "1", count: 40))x'/>"
    guard case .none = try document(endless).verdict(of: schema) else {
      Issue.record("libxml2 could tell")
      return
    }
    #expect(throws: XMLError.self) { _ = try XMLSchema(Array("<a/>".utf8)) }
  }
}
