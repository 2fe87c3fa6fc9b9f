import MatchmarkReports
import Testing

@Suite("Questions to XML documents")
struct XMLDocumentTests {
  private func document(_ text: String) throws -> XMLDocument { try XMLDocument(Array(text.utf8)) }

  @Test("XPath finds texts of elements and attributes, numbers and truth values")
  func queries() throws {
    let document = try document("<a><b c='1'>x</b><b c='2'>y<d>z</d></b></a>")
    #expect(try document.values("//b") == ["x", "yz"])
    #expect(try document.values("//b[2]/@c") == ["2"])
    #expect(try document.values("sum(//@c)") == ["3"])
    #expect(try document.values("boolean(//e)") == ["false"])
    #expect(try document.count("//e") == 0)
  }

  @Test("what is no XPath is told as such")
  func malformedQuery() throws {
    let document = try document("<a/>")
    do {
      _ = try document.values("//[")
      Issue.record("no error")
    } catch {
      #expect(error.description.hasPrefix("got '//[', expected an XPath: "))
    }
  }

  @Test("a document that a stream refuses does not become a tree")
  func refusal() {
    let bomb = "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"
    let error = failure { () throws(ReportError) in _ = try XMLDocument(Array(bomb.utf8)) }
    #expect(error == .refused(line: 1, reason: "got a document type, expected none"))
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

  @Test("a schema says valid, invalid with line and reason, or that it cannot tell")
  func verdicts() throws {
    let schema = try XMLSchema(Array(Self.schema.utf8))
    #expect(try document("<a n='1'/>").verdict(of: schema) == .valid)
    guard
      case .invalid(line: 2, let reason) = try document("<!-- -->\n<a n='x'/>").verdict(of: schema)
    else {
      Issue.record("not invalid")
      return
    }
    #expect(reason.contains("'x'"))
    // A pattern that libxml2 gives up on: 40 digits in all the ways of grouping them.
    let endless = "<a slow='\(String(repeating: "1", count: 40))x'/>"
    guard case .none(let reason) = try document(endless).verdict(of: schema) else {
      Issue.record("libxml2 could tell")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test("what is no schema is refused")
  func malformedSchema() {
    for text in ["<a/>", "<a", "<!DOCTYPE a><a/>"] {
      #expect(failure { () throws(ReportError) in _ = try XMLSchema(Array(text.utf8)) } != nil)
    }
  }
}
