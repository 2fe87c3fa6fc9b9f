import Testing

/// Each question has one home, and the article on the architecture names it.
@Suite("Homes")
struct HomeTests {
  @Test("Each question in the Architecture article is answered by one type, in the named room")
  func questions() throws {
    let article = try Repository.text(
      of: "Sources/MatchmarkCore/MatchmarkCore.docc/Architecture.md")
    let table = try #require(article.firstMatch(of: /\n\| Question \|(?:.*\n\|)*/)?.0)
    let rows = table.matches(of: /\n\| (.+) \| `(\w+)` \| (\w+) \|/)
    #expect(rows.count > 5)
    let files = try Repository.swiftFiles(under: "Sources")
    for (_, question, type, room) in rows.map(\.output) {
      let homes = files.filter { $0.code.contains { declares(type, in: $0) } }.map(\.path)
      #expect(homes.count == 1, "\(type), which answers: \(question)")
      #expect(
        homes.allSatisfy { $0.hasPrefix("Sources/Matchmark\(room)/") },
        "\(type) is in \(homes), not in \(room)")
    }
  }

  /// Returns true if a line begins the declaration of this type, outside of any other.
  private func declares(_ type: Substring, in line: Substring) -> Bool {
    guard line.first?.isWhitespace == false, line.contains(type) else { return false }
    let words = line.split { !$0.isLetter && !$0.isNumber }
    return zip(words, words.dropFirst()).contains { kind, name in
      name == type && ["struct", "enum", "class", "protocol", "typealias"].contains(kind)
    }
  }
}
