import Foundation
import MatchmarkTestSupport
import Testing

/// The folders that `scripts/site` refuses, and the links that its checker reports.
///
/// `Tests/site/run` builds a site and opens it.
@Suite("The static site")
struct SiteTests {
  private func run(_ script: String, _ arguments: [String]) throws -> ProgramOutcome {
    try Child.start(path: WorkingCopy.path(script), arguments: arguments).finish()
  }

  private func write(_ files: [String: String], into folder: borrowing TemporaryFolder) throws {
    for (name, text) in files {
      let url = URL(filePath: folder.file(name))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  /// A small site in the layout of DocC, hosted at `/base`.
  private static let sound = [
    "index.html": ##"<a href="docs/documentation/a/#top">A</a> <img src="/base/docs/i.svg">"##,
    "docs/i.svg": "",
    "docs/style.css": "a { background: url(i.svg) }",
    "docs/documentation/a/index.html": ##"<p id="top"><a href="https://b.example/c">C</a>"##,
    "docs/data/documentation/a.json": """
    {"sections": [{"type": "reference", "isActive": true, "identifier": "doc://a"}, \
    {"anchor": "Head"}], "references": {"doc://a": {"type": "topic", \
    "url": "/documentation/a#Head"}}}
    """,
    "docs/index/index.json": #"{"children": [{"path": "/documentation/a"}]}"#,
  ]

  @Test("The link checker finds dead links in pages, style sheets and DocC references")
  func links() throws {
    let folder = try TemporaryFolder()
    try write(Self.sound, into: folder)
    let sound = try run("Tests/site/links", [folder.path, "/base"])
    #expect(sound.code == 0, "\(sound.errors)")
    #expect(sound.output == "Tests/site/links: 6 links in 6 files lead somewhere\n")

    let damaged: [(file: String, old: String, new: String)] = [
      ("index.html", "#top", "#bottom"), ("index.html", "/base/docs", "/docs"),
      ("docs/style.css", "i.svg", "../../i.svg"),
      ("docs/data/documentation/a.json", "\"identifier\": \"doc://a\"", "\"identifier\": \"b\""),
      ("docs/data/documentation/a.json", "#Head", "#Foot"),
      ("docs/index/index.json", "documentation/a", "documentation/b"),
    ]
    var files = Self.sound
    for (file, old, new) in damaged { files[file] = files[file]?.replacing(old, with: new) }
    try write(files, into: folder)
    let broken = try run("Tests/site/links", [folder.path, "/base"])
    #expect(broken.code == 1)
    #expect(
      broken.errors == """
        Tests/site/links: docs/data/documentation/a.json: '/documentation/a#Foot' leads nowhere
        Tests/site/links: docs/data/documentation/a.json: 'b' leads nowhere
        Tests/site/links: docs/index/index.json: '/documentation/b' leads nowhere
        Tests/site/links: docs/style.css: '../../i.svg' leads nowhere
        Tests/site/links: index.html: 'docs/documentation/a/#bottom' leads nowhere
        Tests/site/links: index.html: '/docs/i.svg' leads nowhere

        """)
  }

  @Test("scripts/site replaces only folders that it made itself, and otherwise names the obstacle")
  func strangers() throws {
    let folder = try TemporaryFolder()
    try write(
      [
        "file": "", "theirs/a": "kept", "ours/.matchmark-site": "./index.html\n",
        "ours/index.html": "kept", "ours/CNAME": "kept",
      ], into: folder)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "ours")
    let refusals = [
      "file": "is not a folder", "theirs": "holds files but no site of ours",
      "ours/": "/ours/CNAME' is not from this script", "link": "is a symbolic link",
    ]
    for (name, message) in refusals {
      let outcome = try run("scripts/site", [folder.file(name)])
      #expect(outcome.code == 1 && outcome.errors.contains(message), "\(outcome.errors)")
    }
    for file in ["theirs/a", "ours/index.html", "ours/CNAME"] {
      #expect(try String(contentsOfFile: folder.file(file), encoding: .utf8) == "kept")
    }
    let usage = try run("scripts/site", [folder.file("new"), "matchmark/../x"])
    #expect(usage.code == 64 && usage.errors.contains("expected one such as '/matchmark'"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("new")))
  }
}
