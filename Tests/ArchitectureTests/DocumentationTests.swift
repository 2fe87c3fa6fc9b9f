import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test(
    "The standard documents exist",
    arguments: ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE"])
  func documents(path: String) {
    #expect(Repository.has(path), "\(path) is missing")
  }

  @Test("Every link in a document leads to something")
  func links() throws {
    for path in try Repository.files() where path.hasSuffix(".md") {
      for link in Links.targets(in: try Repository.text(of: path)) {
        let target = Links.path(of: link, in: path)
        #expect(Repository.has(target), "\(path) links to '\(link)', which is not there")
      }
    }
  }

  @Test("Git does not ignore the report folders that reports/README.md lists as committed")
  func committedReports() throws {
    let exceptions = try Repository.text(of: ".gitignore").split(separator: "\n")
    let table = try Repository.text(of: "reports/README.md").matches(of: /\n\| `([a-z-]+\/)`/)
    #expect(table.count > 5)
    for folder in table.map(\.1) { #expect(exceptions.contains("!/reports/\(folder)")) }
  }

  @Test("The closure in the README appears line for line on the page about your own matcher")
  func closure() throws {
    let code = try Repository.text(of: "README.md").firstMatch(of: /```swift\n((?:.*\n)*?)```/)?.1
    let page = try Repository.text(of: "Sources/MatchmarkCore/MatchmarkCore.docc/OwnMatcher.md")
    let lines = { (text: Substring) in
      text.split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    #expect(lines(page[...]).contains(lines(try #require(code))))
  }

  @Test("The threat model names every script that uses the network, and no other")
  func network() throws {
    let scripts = try Repository.files().filter {
      $0.wholeMatch(of: /scripts\/[a-z-]+|Tests\/[a-z]+\/run/) != nil
    }
    let signs = [
      "curl -", "wget ", "urlopen", "pip install", "import distributed", "import socket",
      "-m http.server", "-m distributed",
    ]
    let users = try scripts.filter { script in
      try Repository.text(of: script).split(separator: "\n").contains { line in
        !line.hasPrefix("#") && signs.contains { line.contains($0) }
      }
    }
    let text = try Repository.text(of: "SECURITY.md")
    let section = try #require(
      text.firstMatch(of: /## What leaves the machine\n([^#]*)/)?.1)
    let named = section.matches(of: /`(scripts\/[a-z-]+|Tests\/[a-z]+\/run)`/).map { String($0.1) }
    #expect(Set(named) == Set(users))
    #expect(users.count > 3)
  }

  @Test("Every suite that the threat model names exists")
  func threats() throws {
    let files = try Repository.files().filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".swift") }
    let tests = try files.map(Repository.text).joined(separator: "\n")
    let named = try Repository.text(of: "SECURITY.md").matches(of: /`([A-Z]\w+Tests)`/)
    #expect(named.count > 30)
    for suite in Set(named.map(\.1)) {
      #expect(tests.contains("struct \(suite) {"), "\(suite) is nowhere")
    }
  }
}

@Suite("Links in documents")
struct LinkTests {
  @Test("The link search finds links inside the project, but none in fenced code")
  func links() {
    let text = """
      [a](b.md) [c](../d#e) [f](https://g.example) [h](#i) <doc:J>
      ```
      [k](l)
      ```
      """
    #expect(Links.targets(in: text) == ["b.md", "../d", "doc:J"])
  }

  @Test("A link is resolved from the folder of its document")
  func targets() {
    #expect(Links.path(of: "../d", in: "a/b/c.md") == "a/d")
    #expect(Links.path(of: "./d", in: "c.md") == "d")
    #expect(Links.path(of: "doc:J", in: "a/C.docc/K.md") == "a/C.docc/J.md")
  }
}
