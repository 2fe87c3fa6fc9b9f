import Foundation
import MatchmarkTestSupport
import Testing

/// `./matchmark`, which builds the program if necessary, in a project with nothing but the files it
/// reads, and with a script for a compiler.
@Suite("The script that builds and starts the program")
struct WrapperTests {
  private static let tools = [
    "bash", "cat", "chmod", "dirname", "find", "mkdir", "mktemp", "mv", "pkg-config", "readlink",
    "rm", "sed", "tr", "uname",
  ]

  private static let version = "Swift version 6.3"

  /// Prints its version; builds what a test specifies.
  private static func compiler(version: String = version, building: String) -> String {
    "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '\(version)'; exit; fi\n\(building)\n"
  }

  /// Builds a program that prints a word.
  private static let working = """
    mkdir -p "$3/.build/release"; printf '#!/bin/sh\\necho built' >"$3/.build/release/matchmark"
    chmod +x "$3/.build/release/matchmark"
    """

  /// A project, and the programs available to the script: those of a list, and the compiler.
  private static func project(
    compiler: String?, tools: [String] = tools + ["git"]
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for path in ["bin", "scripts", "Sources", "Fixtures/cases"] {
      try files.createDirectory(
        atPath: folder.file(path), withIntermediateDirectories: true)
    }
    for name in ["matchmark", "scripts/common.bash", "scripts/bootstrap"] {
      try files.copyItem(atPath: WorkingCopy.path(name), toPath: folder.file(name))
    }
    try Data().write(to: URL(filePath: folder.file("Package.swift")))
    for tool in tools {
      let found = try Child.run(["which", tool]).output.split(separator: "\n").first
      guard let found else { continue }
      try files.createSymbolicLink(
        atPath: folder.file("bin/\(tool)"), withDestinationPath: String(found))
    }
    if let compiler { try write(compiler, to: folder.file("bin/swift")) }
    return folder
  }

  private static func write(_ script: String, to path: String) throws {
    try Data(script.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private static func run(
    in folder: borrowing TemporaryFolder, environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    try Child.start(
      path: folder.file("bin/bash"), arguments: [folder.file("matchmark"), "--version"],
      folder: folder.path,
      environment: ["PATH": folder.file("bin"), "CI": "", "MATCHMARK_BOOTSTRAP": ""]
        .merging(environment) { $1 }
    ).finish()
  }

  /// Messages of a shell or a tool, which name a line of the script but no remedy.
  private static func isRaw(_ text: String) -> Bool {
    text.contains("line ") || text.contains("unbound variable")
      || text.contains("No such file or directory")
  }

  @Test("The start script builds the program once, and passes on its output")
  func works() throws {
    let folder = try Self.project(compiler: Self.compiler(building: Self.working))
    for announcement in ["building matchmark (the first time takes about 2 minutes)…\n", ""] {
      let outcome = try Self.run(in: folder)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.output == "built\n")
      #expect(outcome.errors == announcement)
    }
  }

  @Test("The start script finds its own folder, whatever CDPATH says")
  func cdPath() throws {
    let folder = try Self.project(compiler: Self.compiler(building: Self.working))
    let outcome = try Child.start(
      path: folder.file("bin/bash"), arguments: ["bin/../matchmark", "--version"],
      folder: folder.path,
      environment: [
        "PATH": folder.file("bin"), "CI": "", "MATCHMARK_BOOTSTRAP": "", "CDPATH": folder.path,
      ]
    ).finish()
    #expect(outcome.code == 0 && outcome.output == "built\n", "\(outcome.text)")
  }

  @Test("Printed commands name the start script as it was called, so that they work in any folder")
  func shownName() throws {
    let naming = Self.working.replacing("echo built", with: "echo \"$MATCHMARK_SHOWN\"")
    let folder = try Self.project(compiler: Self.compiler(building: naming))
    #expect(try Self.run(in: folder).output == "./matchmark\n")
    for (caller, shown) in [
      ("bin/bash ./matchmark version", "./matchmark"),
      ("cd scripts && ../bin/bash ../matchmark version", "../matchmark"),
      (
        "cd / && '\(folder.file("bin/bash"))' '\(folder.file("matchmark"))' version",
        folder.file("matchmark")
      ),
    ] {
      let outcome = try Child.paste(
        caller, in: folder.path, environment: ["PATH": folder.file("bin"), "CI": ""])
      #expect(outcome.output == "\(shown)\n", "\(caller): \(outcome.text)")
    }
  }

  @Test("The start script rebuilds a program that was built on another kind of machine")
  func otherMachine() throws {
    let folder = try Self.project(compiler: Self.compiler(building: Self.working))
    _ = try Self.run(in: folder)
    try Self.write("\u{7F}ELF", to: folder.file(".build/release/matchmark"))
    let stamp = URL(filePath: folder.file(".build/matchmark.stamp"))
    try Data("pdp11-dec-unix\n".utf8).write(to: stamp)
    let outcome = try Self.run(in: folder)
    #expect(outcome.output == "built\n")
    #expect(outcome.errors == "building matchmark…\n")
  }

  @Test(
    "The start script reports a missing, old or unknown compiler in one sentence",
    arguments: [
      (nil, "there is no 'swift' in PATH"), ("Swift version 5.9", "is Swift 5.9;"),
      ("gibberish", "names no version"),
    ])
  func compiler(version: String?, complaint: String) throws {
    let folder = try Self.project(
      compiler: version.map { Self.compiler(version: $0, building: "exit 9") })
    let outcome = try Self.run(in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("matchmark: Swift 6.3 or newer is needed, but "))
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(outcome.lines.isEmpty && outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("The start script names a missing package, without a raw error of the shell")
  func needs() throws {
    let folder = try Self.project(
      compiler: Self.compiler(building: Self.working), tools: Self.tools)
    let outcome = try Self.run(in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("git"), "\(outcome.errors)")
    #expect(!Self.isRaw(outcome.errors), "\(outcome.errors)")
  }

  @Test(
    "The start script names a folder that it cannot write to, even a temporary one",
    arguments: [true, false])
  func folders(isBuild: Bool) throws {
    let folder = try Self.project(compiler: Self.compiler(building: Self.working))
    if isBuild { try Data().write(to: URL(filePath: folder.file(".build"))) }
    let missing = folder.file("missing")
    let outcome = try Self.run(in: folder, environment: isBuild ? [:] : ["TMPDIR": missing])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("matchmark: cannot write into '/"), "\(outcome.errors)")
    #expect(outcome.errors.contains(isBuild ? "/.build', expected" : "\(missing)', expected"))
    #expect(!Self.isRaw(outcome.errors), "\(outcome.errors)")
  }

  @Test(
    "A build that fails shows its output, and one that makes no program is reported",
    arguments: [
      ("echo 'error: the compiler speaks'; exit 1", "the build failed; its output is above"),
      ("exit 0", "expected the one that was built"),
      ("mkdir -p \"$3/.build/release/matchmark\"", "expected the one that was built"),
    ])
  func builds(building: String, complaint: String) throws {
    let folder = try Self.project(compiler: Self.compiler(building: building))
    let outcome = try Self.run(in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(!Self.isRaw(outcome.errors), "\(outcome.errors)")
    if building.contains("speaks") { #expect(outcome.errors.contains("the compiler speaks")) }
  }
}
