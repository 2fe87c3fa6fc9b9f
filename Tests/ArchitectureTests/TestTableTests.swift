import Foundation
import MatchmarkTestSupport
import Testing

/// Which command checks which assertion.
@Suite("The table of tests")
struct TestTableTests {
  private static let path = "CONTRIBUTING.md"
  private static let start = "<!-- generated: the table of tests -->\n"
  private static let end = "<!-- end of what is generated -->\n"

  @Test("matches CONTRIBUTING; MATCHMARK_REWRITE=1 rewrites it")
  func page() throws {
    let text = try Repository.text(of: Self.path)
    let before = try #require(text.range(of: Self.start))
    let after = try #require(text.range(of: Self.end))
    let table = try TestTable.text()
    if ProcessInfo.processInfo.environment["MATCHMARK_REWRITE"] == "1" {
      let page = text[..<before.upperBound] + table + text[after.lowerBound...]
      try String(page).write(
        to: Repository.root.appending(path: Self.path), atomically: true, encoding: .utf8)
    }
    #expect(text[before.upperBound..<after.lowerBound] == table, "\(Self.path) is out of date")
  }

  @Test("has a command for every test, and knows every condition")
  func conditions() throws {
    let tests = try TestTable.targets().flatMap(\.files)
    #expect(tests.map(\.testCount).reduce(0, +) > 1_000)
    for file in tests {
      for condition in file.conditions {
        #expect(
          TestTable.commands(where: condition) != nil, "\(file.path): when is '\(condition)' true?")
      }
    }
  }
}

/// The contents of the table, read from the sources of the tests.
private enum TestTable {
  struct File {
    let path: String
    let testCount: Int
    let suites: [String]
    /// The conditions in `.enabled(if: …)` and `.needs(…)`.
    let conditions: [String]
  }

  struct Target {
    let name: String
    let files: [File]

    var room: String {
      name == "CommandLineTests"
        ? "Command"
        : name.replacing(/^Matchmark|Tests$/, with: "")
    }
  }

  static func targets() throws -> [Target] {
    let files = try Repository.swiftFiles(under: "Tests").map { file in
      let text = file.code.joined(separator: "\n")
      return File(
        path: file.path, testCount: text.matches(of: /@Test\b/).count,
        suites: text.matches(of: /@Suite[^{]*?struct (\w+)/).map { String($0.1) },
        conditions: text.matches(of: /\.enabled\(\s*if: ([^,)]+)/).map { String($0.1) }
          + text.matches(of: /\.needs\(\.(\w+)\)/).map { "Need.\($0.1)" })
    }
    let byTarget = Dictionary(grouping: files.filter { $0.testCount > 0 }) { file in
      String(file.path.split(separator: "/")[1])
    }
    return byTarget.map { Target(name: $0.key, files: $0.value) }.sorted { $0.name < $1.name }
  }

  /// The commands that run a test with a condition; nil if the condition is unknown.
  static func commands(where condition: String) -> String? {
    switch condition {
    case "Build.isOptimised": "`scripts/test`, `--all`"
    case "!Build.isOptimised": "`--all` (step `debug`)"
    case "TestAmount.isFull": "`--all`"
    case "schemaFolder != nil": "any, where `MATCHMARK_JUNIT_SCHEMAS` names the schemas"
    case "hasFullDevice": "any, where there is a full device"
    case "tellsMemory": "`scripts/test`, `--all`, where `/proc` tells the memory of a process"
    case "hasEndlessFile": "any, where `/proc` has files without an end"
    case "canMount", "canBeSomeone": "any, as root"
    case "startsInLittleMemory": "any, where the program starts in little memory"
    case "seesOpenFiles": "any, where `/proc` shows the open files of a process"
    default: condition.hasPrefix("Need.") ? "any, after `./scripts/bootstrap --tests`" : nil
    }
  }

  static func text() throws -> String {
    var lines = [
      "| test suites | suites | tests | `--fast` | `scripts/test` | `--all` |",
      "| :-- | --: | --: | :-- | :-- | :-- |",
    ]
    let targets = try Self.targets()
    for target in targets {
      lines.append(
        "| \(target.name) | \(target.files.map(\.suites.count).reduce(0, +)) "
          + "| \(target.files.map(\.testCount).reduce(0, +)) | `\(target.room)` "
          + "| short | full; least in debug |")
    }
    lines += ["", "Some tests run only under a condition:", ""]
    lines += ["| file | condition | run by |", "| :-- | :-- | :-- |"]
    for file in targets.flatMap(\.files) {
      for condition in Set(file.conditions).sorted() {
        let name = file.path.replacing(/^Tests\//, with: "")
        lines.append("| `\(name)` | `\(condition)` | \(commands(where: condition) ?? "") |")
      }
    }
    lines += ["", "How much of each kind a run does: in debug, short, at full length:", ""]
    lines += ["| amount | debug | short | full |", "| :-- | --: | --: | --: |"]
    lines += try amounts()
    return lines.joined(separator: "\n") + "\n"
  }

  private static func amounts() throws -> [String] {
    let text = try Repository.text(of: "Tests/MatchmarkTestSupport/TestAmount.swift")
    let amounts = text.matches(of: /let (\w+)\s*=[^=]*?choose\(([^,]+), ([^,]+), ([^)]+)\)/)
    return amounts.map { "| `\($0.1)` | \($0.2) | \($0.3) | \($0.4) |" }
  }
}
