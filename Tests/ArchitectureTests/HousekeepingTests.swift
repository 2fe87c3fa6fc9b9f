import Foundation
import Testing

@Suite("Housekeeping")
struct HousekeepingTests {
  @Test("no file is a placeholder, and no work is marked for later")
  func placeholders() throws {
    #expect(try Repository.files().filter { $0.hasSuffix("/Placeholder.swift") } == [])
    for folder in ["Sources", "Tests"] {
      for file in try Repository.swiftFiles(under: folder) {
        for (line, text) in file.lines.enumerated() where Leftovers.isPostponed(text) {
          Issue.record("\(file.place(line)): \(text)")
        }
      }
    }
  }

  @Test("no file contains a path of the machine it was written on")
  func workplace() throws {
    for path in try Repository.files() {
      let data = try Data(contentsOf: Repository.root.appending(path: path))
      guard !data.contains(0), let text = String(data: data, encoding: .utf8) else { continue }
      for (line, text) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      where Leftovers.hasMachinePath(text) {
        Issue.record("\(path):\(line + 1): a path of someone's machine")
      }
    }
  }
}

/// Words that a finished tree does not contain; they are composed so that this file passes.
enum Leftovers {
  private static let marks = ["TO" + "DO", "FIX" + "ME"]
  private static let folders = ["work", "root", "home", "Users"].map { "/\($0)/" }

  /// Whether a line postpones work.
  static func isPostponed(_ line: some StringProtocol) -> Bool {
    marks.contains { line.contains($0) }
  }

  /// Whether a line contains an absolute path below a folder where people work.
  ///
  /// A slash after a letter, digit, dot, tilde or brace is part of a longer, relative path.
  static func hasMachinePath(_ line: some StringProtocol) -> Bool {
    folders.contains { folder in
      line.ranges(of: folder).contains { range in
        guard range.lowerBound > line.startIndex else { return true }
        let before = line[line.index(before: range.lowerBound)]
        return !(before.isLetter || before.isNumber || "._-~}*".contains(before))
      }
    }
  }
}

@Suite("The housekeeping scanner")
struct HousekeepingScannerTests {
  @Test("notices work marked for later")
  func postponed() {
    #expect(Leftovers.isPostponed("// TO" + "DO: later"))
    #expect(!Leftovers.isPostponed("// to do"))
  }

  @Test("distinguishes machine paths from relative paths and addresses")
  func machinePaths() {
    for folder in ["work", "root", "home"] {
      #expect(Leftovers.hasMachinePath("cd /\(folder)/a"))
      #expect(Leftovers.hasMachinePath("/\(folder)/a"))
      #expect(Leftovers.hasMachinePath("\"/\(folder)/a\""))
      #expect(!Leftovers.hasMachinePath("https://a.example/\(folder)/b"))
      #expect(!Leftovers.hasMachinePath("docs/\(folder)/b"))
    }
  }
}
