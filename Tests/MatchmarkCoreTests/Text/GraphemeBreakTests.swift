import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite("Characters, as marks widen to them")
struct GraphemeBreakTests {
  @Test("The library's character breaks pass all 602 break tests of Unicode 15.0")
  func breakTests() throws {
    let tests = try BreakTest.all()
    #expect(tests.count == 602)
    for test in tests where Self.starts(of: test.scalars) != test.starts {
      Issue.record("\(test.line): got breaks before \(Self.starts(of: test.scalars))")
    }
  }

  @Test("Character breaks do not join conjuncts, unlike those of later versions of Unicode")
  func conjuncts() {
    #expect(Self.starts(of: Array("ज्ञा".unicodeScalars)) == [0, 2])
    #expect(Self.starts(of: Array("श्व".unicodeScalars)) == [0, 2])
  }

  private static func starts(of scalars: [Unicode.Scalar]) -> [Int] {
    var breaks = GraphemeBreaks()
    return scalars.indices.filter { breaks.begins(at: scalars[$0].value) }
  }
}
