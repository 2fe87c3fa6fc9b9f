import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test(
    "the standard documents exist",
    arguments: ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE"])
  func documents(path: String) {
    #expect(Repository.has(path), "\(path) is missing")
  }

  @Test("every link in a document leads to something")
  func links() throws {
    for path in try Repository.files() where path.hasSuffix(".md") {
      for link in Links.targets(in: try Repository.text(of: path)) {
        let target = Links.path(of: link, in: path)
        #expect(Repository.has(target), "\(path) links to '\(link)', which is not there")
      }
    }
  }

  @Test("git does not ignore the folders of reports that are said to be committed")
  func committedReports() throws {
    let exceptions = try Repository.text(of: ".gitignore").split(separator: "\n")
    let table = try Repository.text(of: "reports/README.md").matches(of: /\n\| `([a-z-]+\/)`/)
    #expect(table.count > 5)
    for folder in table.map(\.1) { #expect(exceptions.contains("!/reports/\(folder)")) }
  }

  @Test("the closure in the README is one that the page about matchers builds and runs")
  func closure() throws {
    let code = try Repository.text(of: "README.md").firstMatch(of: /```swift\n((?:.*\n)*?)```/)?.1
    let page = try Repository.text(of: "Sources/MatchmarkCore/MatchmarkCore.docc/OwnMatcher.md")
    let lines = { (text: Substring) in
      text.split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    #expect(lines(page[...]).contains(lines(try #require(code))))
  }

  @Test("the threat model names each script that uses the network, and no other")
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

  @Test("the suites that the threat model names exist")
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
  @Test("links inside the project are found, but none in fenced code")
  func links() {
    let text = """
      [a](b.md) [c](../d#e) [f](https://g.example) [h](#i) <doc:J>
      ```
      [k](l)
      ```
      """
    #expect(Links.targets(in: text) == ["b.md", "../d", "doc:J"])
  }

  @Test("a link starts from the folder of its document")
  func targets() {
    #expect(Links.path(of: "../d", in: "a/b/c.md") == "a/d")
    #expect(Links.path(of: "./d", in: "c.md") == "d")
    #expect(Links.path(of: "doc:J", in: "a/C.docc/K.md") == "a/C.docc/J.md")
  }
}
