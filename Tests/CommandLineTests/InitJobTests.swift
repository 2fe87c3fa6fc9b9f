import Foundation
import MatchmarkTestSupport
import Testing
import Yams

/// The jobs that `init --ci` writes for an engine that exists.
@Suite("The job for an engine of your own")
struct InitJobTests {
  /// A project with an engine whose paths no shell and no YAML would leave alone.
  private static func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try "engines:\n  - {id: mine, command: [sh]}\n".write(
      toFile: folder.file("it's \\ $(exit 9).yaml"), atomically: true, encoding: .utf8)
    try "name\nRose\n".write(
      toFile: folder.file("rows.csv"), atomically: true, encoding: .utf8)
    return folder
  }

  private static func write(
    _ service: String, in folder: borrowing TemporaryFolder, _ options: [String] = []
  ) throws -> ProgramOutcome {
    try Program.matchmark.run(
      ["init", "mine", "--ci", service, "--engine-file", "it's \\ $(exit 9).yaml"]
        + (options.contains("--corpus") ? [] : ["--corpus", "rows.csv"]) + options,
      in: folder.path)
  }

  private static func text(_ path: String, in folder: borrowing TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.file(path), encoding: .utf8)
  }

  private static let values = [
    "MATCHMARK_PARTICIPANT": "mine", "MATCHMARK_ENGINES": "it's \\ $(exit 9).yaml",
    "MATCHMARK_CORPUS": "rows.csv",
  ]

  @Test(
    "The job for GitHub or GitLab has the engine, its file and the rows as plain values",
    arguments: [
      ("github", ".github/workflows/matchmark.yml", ["jobs", "matchmark", "env"]),
      ("gitlab", "matchmark.gitlab-ci.yml", ["matchmark", "variables"]),
    ])
  func yaml(service: String, path: String, keys: [String]) throws {
    let folder = try Self.project()
    let outcome = try Self.write(service, in: folder)
    #expect(outcome.code == 0, "\(outcome.text)")
    var node = try #require(try Yams.compose(yaml: try Self.text(path, in: folder)))
    for key in keys { node = try #require(node.mapping?[key], "no \(key) in \(path)") }
    for (name, value) in Self.values { #expect(node.mapping?[name]?.string == value) }
    // An engine that exists need not know the columns of the specification's cases.
    let text = try Self.text(path, in: folder)
    #expect(text.contains("./pipeline answers") && !text.contains("conformance"), "\(text)")
    // Without a profile, the rules are inferred.
    #expect(node.mapping?["MATCHMARK_PROFILE"] == nil)
    #expect(FileManager.default.isExecutableFile(atPath: folder.file("pipeline")))
    #expect(outcome.output.hasPrefix("wrote 2 files; continue with:\n  export MATCHMARK_"))
    #expect(outcome.output.contains(#" 'MATCHMARK_ENGINES=it'\''s \ $(exit 9).yaml' "#))
    #expect(outcome.output.contains("\n  ./pipeline answers\n"))
    #expect(outcome.output.contains("MATCHMARK_ARCHIVE, the address of an archive"))
    #expect(outcome.output.contains("include: matchmark.gitlab-ci.yml") == (service == "gitlab"))
  }

  @Test("The job for Jenkins has the engine, its file and the rows as plain values")
  func jenkins() throws {
    let folder = try Self.project()
    #expect(try Self.write("jenkins", in: folder).code == 0)
    let text = try Self.text("Jenkinsfile.matchmark", in: folder)
    #expect(text.contains("    MATCHMARK_PARTICIPANT = 'mine'\n"))
    #expect(text.contains(#"    MATCHMARK_ENGINES = 'it\'s \\ $(exit 9).yaml'"# + "\n"))
    #expect(!text.contains("MATCHMARK_PROFILE"))
    #expect(!text.contains("my-engine") && !text.contains("titles.txt"))
    #expect(text.contains("./pipeline answers") && !text.contains("conformance"), "\(text)")
  }

  @Test("A job is added to a project that has the pipeline script, but never over other files")
  func existing() throws {
    let folder = try Self.project()
    #expect(try Self.write("gitlab", in: folder).code == 0)
    let second = try Self.write("jenkins", in: folder)
    #expect(second.code == 0)
    #expect(second.output.hasPrefix("wrote 1 file; "))
    let again = try Self.write("gitlab", in: folder)
    #expect(again.code == 1)
    #expect(again.errors.contains("matchmark.gitlab-ci.yml' exists"), "\(again.errors)")
    try "mine\n".write(toFile: folder.file("pipeline"), atomically: true, encoding: .utf8)
    let other = try Self.write("github", in: folder)
    #expect(other.code == 1)
    #expect(try Self.text("pipeline", in: folder) == "mine\n")
    #expect(try !folder.names().contains(".github"))
  }

  @Test(
    "A job is refused for an engine, rows or a folder that it could not check",
    arguments: [
      (["--corpus", "none.csv"], 1, "none.csv"),
      (["--corpus", "/etc/passwd"], 64, "got --corpus '/etc/passwd', expected a path within"),
      (["--corpus", "../rows.csv"], 64, "got --corpus '../rows.csv', expected a path within"),
      (["--profile", "none.yaml"], 1, "none.yaml"),
      (["-o", "elsewhere"], 64, "got -o with --ci"),
      (["--engine", "python"], 64, "got --engine with --ci, expected one of them"),
    ] as [([String], Int32, String)])
  func refused(options: [String], code: Int32, complaint: String) throws {
    let folder = try Self.project()
    let outcome = try Self.write("gitlab", in: folder, options)
    #expect(outcome.code == code, "\(outcome.text)")
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(try folder.names().count == 2)
  }

  @Test("A job for an engine that its file does not list is refused with the nearest name")
  func unlisted() throws {
    let folder = try Self.project()
    let outcome = try Program.matchmark.run(
      [
        "init", "mines", "--ci", "gitlab", "--engine-file", "it's \\ $(exit 9).yaml", "--corpus",
        "rows.csv",
      ], in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("did you mean 'mine'?"), "\(outcome.errors)")
    let alone = try Program.matchmark.run(["init", "mine", "--ci", "gitlab"], in: folder.path)
    #expect(alone.code == 64)
    #expect(alone.errors.contains("expected --engine-file and --corpus with it"))
  }
}
