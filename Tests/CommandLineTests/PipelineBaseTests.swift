import Foundation
import MatchmarkTestSupport
import Testing

/// The checkout of the base branch that `scripts/pipeline` compares with.
extension PipelineTests {
  @Test("A pipeline compares a project that is a folder of its repository with the same folder")
  func part() throws {
    let folder = try Self.project()
    let engine = ["MATCHMARK_ENGINES": "engines.yaml"]
    // In a container, the checkout may belong to another user.
    func give(to user: String) throws {
      guard getuid() == 0 else { return }
      #expect(try Self.run("chown -R \(user) .", in: folder).outcome.code == 0)
    }
    let move =
      "mkdir parts; git mv engines.yaml parts; git -c user.name=t "
      + "-c user.email=t@localhost commit -q -m x"
    #expect(try Self.run(move, in: folder).outcome.code == 0)
    // The base branch has no such folder yet; then it has.
    for _ in 0..<2 {
      try give(to: "65534:65534")
      let (outcome, notes) = try Self.run(
        "cd parts; '\(Self.script)' gate", in: folder, engine)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let base = URL(filePath: folder.file("own/parts/.matchmark/base/own/parts"))
      #expect(try #require(notes.first).contains(" --against \(base.standardizedFileURL.path) "))
      try give(to: "0:0")
      try Self.git(["branch", "-f", "main", "HEAD"], in: folder)
    }
    let kept = folder.file("own/parts/.matchmark/base/own/parts/engines.yaml")
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "engines: [ ]\n")
  }

  @Test("The pipeline keeps the checkout of the base branch after the gate, at the base's commit")
  func kept() throws {
    let folder = try Self.project()
    try Self.git(["branch", "-f", "main", "HEAD"], in: folder)
    #expect(try Self.step("gate", in: folder).outcome.code == 0)
    try Self.write("engines: [  ]\n", to: folder.file("own/engines.yaml"))
    try Self.commit(in: folder)
    #expect(try Self.step("gate", in: folder).outcome.code == 0)
    let kept = "\(Self.base(in: folder))/engines.yaml"
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "engines: [ ]\n")
    #expect(try Self.git(["worktree", "list"], in: folder).split(separator: "\n").count == 2)
  }

  @Test("A foreign folder or link in place of the pipeline's checkout is refused and left alone")
  func foreignBase() throws {
    for isLink in [false, true] {
      let folder = try Self.project()
      let foreign = folder.file(isLink ? "elsewhere" : "own/.matchmark/base")
      try FileManager.default.createDirectory(
        atPath: foreign, withIntermediateDirectories: true)
      try Self.write("mine", to: "\(foreign)/mine")
      if isLink {
        try FileManager.default.createDirectory(
          atPath: folder.file("own/.matchmark"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: folder.file("own/.matchmark/base"), withDestinationPath: foreign)
      }
      let outcome = try Self.step("gate", in: folder).outcome
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("which this script did not make"), "\(outcome.errors)")
      #expect(FileManager.default.fileExists(atPath: "\(foreign)/mine"))
    }
  }

  @Test(
    "The pipeline writes nothing outside the project, whose relative paths still lead to neighbours"
  )
  func neighbours() throws {
    let folder = try Self.project()
    let build = "cat ../bin/matchmark >/dev/null; ls -A '\(folder.path)' >>\"$LOG\""
    let (outcome, notes) = try Self.step("gate", in: folder, ["MATCHMARK_BUILD": build])
    #expect(outcome.code == 0, "\(outcome.errors)")
    // In the build of the base branch, then in that of the change.
    let names = ["bin", "log", "own"]
    #expect(Array(notes.prefix(6)) == names + names)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("own/.matchmark")) == ["base"]
    )
  }
}
