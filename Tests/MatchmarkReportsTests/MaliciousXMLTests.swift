import MatchmarkReports
import MatchmarkSystem
import Testing

/// Documents made to take a reader down, or to make it read something else.
enum Attack: String, CaseIterable {
  case documentType
  case externalEntity
  case parameterEntity
  case entityBomb
  case quadraticBomb
  case unknownEntity
  case longAttribute
  case longText
  case manyAttributes
  case manyNamespaces
  case deepNesting
  case veryDeepNesting
  case compressed
  case wideEncoding
  case declaredEncoding
  case truncated
  case zeroByte
  case nothing

  var bytes: [UInt8] {
    switch self {
    case .documentType: Array("<!DOCTYPE a><a/>".utf8)
    case .externalEntity:
      Array("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>".utf8)
    case .parameterEntity:
      Array("<!DOCTYPE a [<!ENTITY % b SYSTEM 'http://127.0.0.1:9/x'> %b;]><a/>".utf8)
    case .entityBomb: Self.bomb
    case .quadraticBomb:
      Array("<!DOCTYPE a [<!ENTITY b '\(Self.many("x", 50_000))'>]><a>".utf8)
        + Array(Self.many("&b;", 50_000).utf8) + Array("</a>".utf8)
    case .unknownEntity: Array("<a>&b;</a>".utf8)
    case .longAttribute: Array("<a b='".utf8) + Self.letters + Array("'/>".utf8)
    case .longText: Array("<a>".utf8) + Self.letters + Array("</a>".utf8)
    case .manyAttributes:
      Array(("<a " + (0..<100_000).map { "b\($0)='1'" }.joined(separator: " ") + "/>").utf8)
    case .manyNamespaces:
      Array(("<a " + (0..<50_000).map { "xmlns:b\($0)='c'" }.joined(separator: " ") + "/>").utf8)
    case .deepNesting: Array((Self.many("<a>", 300) + Self.many("</a>", 300)).utf8)
    case .veryDeepNesting: Array(Self.many("<a>", 1_000_000).utf8)
    case .compressed: [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xB3, 0x49, 0xD4, 0xB7, 0x03, 0]
    case .wideEncoding: [0xFF, 0xFE] + "<!DOCTYPE a><a/>".utf16.flatMap { [UInt8($0), 0] }
    case .declaredEncoding:
      Array("<?xml version='1.0' encoding='UTF-7'?>\n+ADw-a/+AD4-".utf8)
    case .truncated: Array("<testsuites><testsuite name='a'".utf8)
    case .zeroByte: Array("<a>".utf8) + [0] + Array("</a>".utf8)
    case .nothing: []
    }
  }

  private static let letters = [UInt8](repeating: UInt8(ascii: "x"), count: 11_000_000)

  private static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// Ten levels of ten references each.
  private static var bomb: [UInt8] {
    let entities = (1...10).map { level in
      "<!ENTITY e\(level) '\(many("&e\(level - 1);", 10))'>"
    }
    return Array("<!DOCTYPE a [<!ENTITY e0 'x'>\(entities.joined())]><a>&e10;</a>".utf8)
  }
}

@Suite("Malicious XML")
struct MaliciousXMLTests {
  @Test(
    "is refused by every reader, with a line of complaint", .timeLimit(.minutes(15)),
    arguments: Attack.allCases)
  func refusal(attack: Attack) {
    let bytes = attack.bytes
    let readers: [(String, () throws(ReportError) -> Void)] = [
      ("stream", { () throws(ReportError) in _ = try readAll(bytes) }),
      ("JUnit", { () throws(ReportError) in _ = try JUnitReader.read(bytes) }),
      ("document", { () throws(ReportError) in _ = try XMLDocument(bytes) }),
      ("schema", { () throws(ReportError) in _ = try XMLSchema(bytes) }),
    ]
    // All others read through the stream; what is large is not read four times.
    for (name, read) in bytes.count > 500_000 ? Array(readers.prefix(1)) : readers {
      do {
        try read()
        Issue.record("\(name) reads it")
      } catch {
        #expect(error.description.utf8.count < 400, "\(name)")
        #expect(!error.description.contains("\n"), "\(name)")
        #expect(!error.description.contains("root:"), "\(name)")
      }
    }
  }

  #if os(Linux)
    @Test("takes little memory", .timeLimit(.minutes(15)))
    func memory() async {
      // A process of its own: other tests would be counted too.
      await #expect(processExitsWith: .success) {
        for attack in Attack.allCases where attack != .longText {
          let bytes = attack.bytes
          try #require(ProcessMemory.resetPeak())
          let before = try #require(ProcessMemory.residentSizeInBytes())
          #expect(throws: ReportError.self) { _ = try JUnitReader.read(bytes) }
          let after = try #require(ProcessMemory.peakResidentSizeInBytes())
          #expect(after < before + 64_000_000, "\(attack): \(before) before, \(after) at the peak")
        }
      }
    }
  #endif

  @Test("what only looks like it is read: comments, sections and instructions hold anything")
  func harmless() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- <!DOCTYPE a> = = = -->
      <?run <!DOCTYPE a> ?>
      <a b="<" c='"=&lt;'><![CDATA[<!DOCTYPE a> ]] > ]]>x</a>
      """.replacing("b=\"<\"", with: "b=\"&lt;!DOCTYPE\"")
    let events = try readAll(Array(text.utf8))
    #expect(events.first == .start("a", attributes: ["b": "<!DOCTYPE", "c": "\"=<"]))
    let tag = "<a " + (0..<1_000).map { "b\($0)='='" }.joined(separator: " ") + "/>"
    #expect(try readAll(Array(tag.utf8)).count == 2)
  }
}
