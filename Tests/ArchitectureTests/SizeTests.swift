import Foundation
import MatchmarkTestSupport
import Testing

@Suite("Sizes")
struct SizeTests {
  @Test("files have at most 400 lines in Sources and 600 in Tests")
  func files() throws {
    for (folder, limit) in [("Sources", 400), ("Tests", 600)] {
      for file in try Repository.swiftFiles(under: folder) where file.lineCount > limit {
        Issue.record("\(file.path) has \(file.lineCount) lines, at most \(limit) are wanted")
      }
    }
  }

  @Test("lines have at most 100 columns", arguments: ["Sources", "Tests"])
  func lines(folder: String) throws {
    for file in try Repository.swiftFiles(under: folder) {
      for (line, text) in file.lines.enumerated() where text.count > 100 {
        Issue.record("\(file.place(line)): \(text.count) columns, at most 100 are wanted")
      }
    }
  }

  @Test("functions have at most 70 lines", arguments: ["Sources", "Tests"])
  func functions(folder: String) throws {
    for file in try Repository.swiftFiles(under: folder) {
      for shape in FunctionScanner.functions(in: file) where shape.lineCount > 70 {
        Issue.record("\(file.place(shape.line)): \(shape.lineCount) lines, at most 70 are wanted")
      }
    }
  }

  @Test(
    "functions in Sources have at most 5 parameters, initializers excepted")
  func parameters() throws {
    for file in try Repository.swiftFiles(under: "Sources") {
      for shape in FunctionScanner.functions(in: file)
      where shape.parameterCount > 5 && !shape.isInitializer {
        Issue.record(
          "\(file.place(shape.line)): \(shape.parameterCount) parameters, at most 5 are wanted")
      }
    }
  }
}

@Suite("The size scanner")
struct SizeScannerTests {
  private func shapes(_ text: String) -> [FunctionShape] {
    FunctionScanner.functions(in: SourceFile(path: "A.swift", text: text))
  }

  @Test("counts lines from the keyword to the closing brace, ignoring strings and comments")
  func lines() {
    let text = """
      func a() {
        let brace = "}"  // }
        if true { }
      }
      func b() {}
      """
    #expect(shapes(text).map(\.lineCount) == [4, 1])
    #expect(shapes(text).map(\.line) == [0, 4])
  }

  @Test(
    "counts the parameters of the declaration only",
    arguments: [
      ("func a() {}", 0),
      ("func a(b: Int) {}", 1),
      ("func a<B: C>(_ b: B, c: (Int, Int) -> Void = { _, _ in }) {}", 2),
      ("func a(b: Dictionary<Int, Int>, c: [Int: (Int, Int)],) {}", 2),
      ("init(a: Int, b: Int, c: Int) {}", 3),
      ("func < (a: Int, b: Int) -> Bool {}", 2),
      ("func a(b: @Sendable () -> Int, c: Int) -> Int {}", 2),
    ])
  func parameters(text: String, count: Int) {
    #expect(shapes(text).map(\.parameterCount) == [count])
  }

  @Test("treats a protocol requirement as having no body")
  func requirement() {
    let text = """
      protocol A {
        func b(c: Int) -> Int
        init(d: Int) throws(E)
        func f()
          -> Int
      }
      func g(
        h: Int
      ) -> Int
      where I: J {
      }
      """
    #expect(shapes(text).map(\.lineCount) == [0, 0, 0, 5])
  }

  @Test("finds computed properties, and mistakes no call for a declaration")
  func declarations() {
    let text = """
      var a: Int {
        self.init(b: 1, c: 2)
      }
      var d: Int = e { 1 }
      """
    #expect(shapes(text) == [FunctionShape(line: 0, parameterCount: 0, lineCount: 3)])
  }
}
