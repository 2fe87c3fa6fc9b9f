import Testing

@Suite("Sizes")
struct SizeTests {
  @Test("Swift files have at most 400 lines in Sources and 600 in Tests")
  func files() throws {
    for (folder, limit) in [("Sources", 400), ("Tests", 600)] {
      for file in try Repository.swiftFiles(under: folder) where file.lineCount > limit {
        Issue.record("\(file.path) has \(file.lineCount) lines, at most \(limit) are wanted")
      }
    }
  }

  @Test("Lines of Swift files have at most 100 columns", arguments: ["Sources", "Tests"])
  func lines(folder: String) throws {
    for file in try Repository.swiftFiles(under: folder) {
      for (line, text) in file.lines.enumerated() where text.count > 100 {
        Issue.record("\(file.place(line)): \(text.count) columns, at most 100 are wanted")
      }
    }
  }
}
