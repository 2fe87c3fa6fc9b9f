import Foundation

/// A test of Unicode 15.0 for breaks between characters, of which Fixtures/unicode has all.
package struct BreakTest {
  package let line: String
  package let scalars: [Unicode.Scalar]
  /// The indices of the scalars with which a character begins.
  package let starts: [Int]

  package static func all() throws -> [BreakTest] {
    try String(
      contentsOfFile: WorkingCopy.path("Fixtures/unicode/grapheme-breaks.txt"), encoding: .utf8
    )
    .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { BreakTest(String($0)) }
  }

  private init(_ line: String) {
    self.line = line
    var scalars: [Unicode.Scalar] = []
    var starts: [Int] = []
    for word in line.split(separator: " ") {
      if word == "/" {
        starts.append(scalars.count)
      } else if let scalar = UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) {
        scalars.append(scalar)
      }
    }
    self.scalars = scalars
    // The last break is the end of the text, where no character begins.
    self.starts = Array(starts.dropLast())
  }
}
