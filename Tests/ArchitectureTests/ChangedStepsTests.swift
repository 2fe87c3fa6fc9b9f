import Foundation
import MatchmarkTestSupport
import Testing

/// The steps of `scripts/test --all` that a change needs.
@Suite("The steps that a change needs")
struct ChangedStepsTests {
  private static let script = "scripts/changed-steps"
  private static let command = [
    "default-suite", "site", "fleet", "engines", "gate", "documents", "archive",
  ]
  private static let product = command + ["examples", "users"]
  private static let all = product + ["documentation", "wasm", "arm64", "apple"]

  /// The steps that depend on a target; nil for an unknown folder.
  private static func steps(of target: String) -> [String]? {
    switch target {
    case "MatchmarkCore": product + ["documentation", "wasm", "apple"]
    case "CScan": product + ["wasm", "arm64", "apple"]
    case "MatchmarkMatchers": product + ["wasm", "apple"]
    case "CCases", "MatchmarkConformance", "MatchmarkJSON", "MatchmarkSession":
      product + ["apple"]
    case "CLibXML2", "CProcess", "MatchmarkCommand", "LibC", "MatchmarkDatasets",
      "MatchmarkEngines", "MatchmarkHarness", "MatchmarkRecord", "MatchmarkIncumbents",
      "MatchmarkReports", "MatchmarkSystem":
      product
    case "matchmark": command + ["users"]
    case "CSerialTasks", "MatchmarkTesting": ["examples", "users"]
    // Programs that only their steps run.
    case "apple", "arm64", "engines", "fleet", "site", "users", "wasm": [target]
    // These belong to parts of --deep and to steps that are left to --all.
    case "CFuzzer", "FuzzTargets", "matchmark-fuzz", "sanitizers": []
    case "MatchmarkTestSupport", "DatasetsSupport", "matchmark-dev", "matchmark-faulty",
      "RecordSupport":
      ["gate", "documents"]
    // Only the tests of every change depend on these.
    case "faulty-engine": []
    default: target.hasSuffix("Tests") ? [] : nil
    }
  }

  private static let others: [String: [String]] = [
    "Package.swift": all, ".ci/run": all, "scripts/test": all,
    "README.md": ["documents"],
    "Sources/MatchmarkCore/MatchmarkCore.docc/Hunting.md": ["documentation", "site", "documents"],
    "Examples/OwnMatcher/Package.swift": ["site", "examples", "users", "archive"],
    "Benchmarks/Engines/tantivy/engine.py": [
      "site", "engines", "documents", "archive", "examples", "users",
    ],
    "Benchmarks/Suites/smoke.yaml": [
      "default-suite", "site", "fleet", "gate", "documents", "archive",
    ],
    "reports/peers/record.json": ["site", "documents"],
    "Fixtures/fuzz/csv/seed": ["documents"],
    "Fixtures/cases/text.json": product + ["apple"],
    "LICENSE": ["archive"], "SECURITY.md": ["documents"],
  ]

  private func run(
    _ arguments: [String] = [], in folder: String = Repository.root.path,
    base: String? = nil
  ) throws -> [String] {
    let outcome = try Child.start(
      path: "\(folder)/\(Self.script)", arguments: arguments, folder: folder,
      environment: base.map { ["MATCHMARK_BASE": $0] } ?? [:]
    ).finish()
    try #require(outcome.code == 0, "\(outcome.errors)")
    return outcome.lines.map(String.init)
  }

  @Test("A changed file, inside a target or not, selects the steps that depend on it")
  func changes() throws {
    var expected = Self.others
    for folder in ["Sources", "Tests"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: WorkingCopy.path(folder)) {
        guard try Repository.isFolder("\(folder)/\(name)") else { continue }
        let steps: [String] = try #require(
          Self.steps(of: name), "which steps depend on \(folder)/\(name)?")
        expected["\(folder)/\(name)/Changed.swift"] = steps
      }
    }
    let files = expected.keys.sorted()
    let lines = try run(["--of"] + files)
    #expect(lines.count == files.count)
    for (file, line) in zip(files, lines) {
      let chosen = Set(line.dropFirst(file.count + 1).split(separator: " ").map(String.init))
      #expect(chosen == Set(expected[file] ?? []), "\(file)")
    }
  }

  @Test(
    "Changes count from the named commit, else the last one that passed, else the parent"
  )
  func bases() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("scripts"), withIntermediateDirectories: false)
    for file in ["Package.swift", Self.script, ".gitignore"] {
      try FileManager.default.copyItem(atPath: WorkingCopy.path(file), toPath: folder.file(file))
    }
    func commit(_ file: String) throws -> String {
      try Data(UUID().uuidString.utf8).write(to: URL(filePath: folder.file(file)))
      let git = ["git", "-C", folder.path, "-c", "user.name=t", "-c", "user.email=t@localhost"]
      for arguments in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", file]] {
        try #require(try Child.run(git + arguments).code == 0)
      }
      return try Child.run(git + ["rev-parse", "HEAD"]).output.trimmingCharacters(in: .newlines)
    }
    func chosen(base: String? = nil) throws -> [String] {
      try run(in: folder.path, base: base).filter { $0.contains(": run, ") }.map {
        String($0.prefix { $0 != ":" })
      }
    }
    let first = try commit("NOTES")
    #expect(try run(in: folder.path).allSatisfy { $0.hasSuffix("builds on is unknown") })
    let second = try commit("README.md")
    #expect(try chosen() == ["documents"])
    _ = try commit("NOTES")
    #expect(try chosen() == [])
    #expect(try chosen(base: first) == ["documents"])
    try FileManager.default.createDirectory(
      atPath: folder.file(".build/passed"), withIntermediateDirectories: true)
    try Data(first.utf8).write(to: URL(filePath: folder.file(".build/passed/documents")))
    #expect(try chosen() == ["documents"])
    try Data(second.utf8).write(to: URL(filePath: folder.file(".build/passed/documents")))
    #expect(try chosen() == [])
    #expect(
      try run(in: folder.path).contains {
        $0.hasPrefix("engines: skipped, nothing it depends on changed since ")
      })
  }
}
