import Foundation
import Testing

@Suite("Housekeeping")
struct HousekeepingTests {
  @Test("No file contains a path of the machine on which it was written")
  func workplace() throws {
    for path in try Repository.files() {
      let data = try Data(contentsOf: Repository.root.appending(path: path))
      guard !data.contains(0), let text = String(data: data, encoding: .utf8) else { continue }
      for (line, text) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      where MachinePath.occurs(in: text) {
        Issue.record("\(path):\(line + 1): a path of someone's machine")
      }
    }
  }
}

/// The folders where people work; they are composed so that this file passes.
enum MachinePath {
  private static let folders = ["work", "root", "home", "Users"].map { "/\($0)/" }

  /// Returns true if a line contains an absolute path below a folder where people work.
  ///
  /// A slash after a letter, digit, dot, tilde or brace is part of a longer, relative path.
  static func occurs(in line: some StringProtocol) -> Bool {
    folders.contains { folder in
      line.ranges(of: folder).contains { range in
        guard range.lowerBound > line.startIndex else { return true }
        let before = line[line.index(before: range.lowerBound)]
        return !(before.isLetter || before.isNumber || "._-~}*".contains(before))
      }
    }
  }
}

@Suite("Paths of a machine")
struct MachinePathTests {
  @Test("An absolute path in a home folder is a path of a machine; a relative one or a URL is not")
  func machinePaths() {
    for folder in ["work", "root", "home"] {
      #expect(MachinePath.occurs(in: "cd /\(folder)/a"))
      #expect(MachinePath.occurs(in: "/\(folder)/a"))
      #expect(MachinePath.occurs(in: "\"/\(folder)/a\""))
      #expect(!MachinePath.occurs(in: "https://a.example/\(folder)/b"))
      #expect(!MachinePath.occurs(in: "docs/\(folder)/b"))
    }
  }
}
