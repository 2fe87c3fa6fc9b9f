import ArgumentParser
import Foundation
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: """
      Create a project: a matcher in Swift, or an engine in JavaScript, Rust, Go, Python or C.
      """,
    discussion: """
      The package contains a matcher, its conformance test, a command that includes it, titles \
      with a profile, and a GitHub workflow. With --engine, the project contains an engine and \
      the file that lists it. Both work without changes. Existing files are never overwritten.

      Exit codes: 0 written · 1 a file exists already, or cannot be written · 64 wrong usage.

      Examples:
        matchmark init MyMatcher
        matchmark init MyMatcher --matchmark https://example.org/matchmark.git
        matchmark init my-engine --engine javascript
      """)

  @Argument(
    help: "Such as MyMatcher, which becomes a Swift module; an engine may also be my-engine.")
  var name: String

  @Option(name: .output, help: "The folder; by default, it has the project's name.")
  var output: String?

  @Option(
    help: """
      Where the package gets matchmark from: a checkout, or the address of a repository. Without \
      this, the checkout that this command was built in.
      """)
  var matchmark: String?

  @Option(help: "Write an engine in this language.")
  var engine: EngineLanguage?

  mutating func validate() throws {
    if engine != nil, matchmark != nil {
      throw ValidationError("got --matchmark with --engine, expected one of them")
    }
  }

  func run() throws {
    let starter =
      if let engine { try Starter(try StarterName(ofEngine: name), in: engine) } else {
        try Starter(try StarterName(ofModule: name), try StarterDependency(matchmark))
      }
    let folder = output ?? name
    try starter.write(to: folder)
    print("wrote \(starter.files.count) files; continue with:")
    print("  cd \(ShellWord.line([folder]))")
    for command in starter.firstCommands { print("  \(command)") }
  }
}

/// The files of a new project: those of an example, renamed.
struct Starter {
  let files: [(path: String, text: String)]
  /// The shell commands that lead to a first result.
  let firstCommands: [String]

  /// The files of the examples, each with its path in the new folder.
  private static let packageFiles = [
    ".github/workflows/matchmark.yml", ".gitignore", "Package.swift", "README.md",
    "Sources/Starter/MyMatcher.swift", "Sources/StarterCommand/StarterCommand.swift",
    "Tests/StarterTests/ConformanceTests.swift", "profile.yaml", "titles.txt",
  ]
  private static let engineFiles = [
    ".github/workflows/matchmark.yml", ".gitignore", "README.md", "engines.yaml", "profile.yaml",
    "titles.txt",
  ]
  /// The script that a workflow calls, the same in every project.
  private static let pipeline = "pipeline"

  /// A package with a matcher.
  init(_ name: StarterName, _ dependency: StarterDependency) throws(InputError) {
    files = try Self.files(Self.packageFiles, of: "Starter", name) { text in
      text.replacing(".package(name: \"matchmark\", path: \"../..\")", with: dependency.declaration)
    }
    firstCommands = [
      "swift run -c release \(name.given)Command run --corpus titles.txt --profile profile.yaml"
    ]
  }

  /// An engine in another language.
  init(_ name: StarterName, in language: EngineLanguage) throws(InputError) {
    let sources = try language.sources.map { source throws(InputError) in
      let text = try Self.text(of: "Benchmarks/Engines/\(language.template)/\(source)")
      return (path: source, text: text.replacing(language.template, with: name.id))
    }
    files =
      try Self.files(Self.engineFiles, of: "StarterEngine", name, language.adapted) + sources
    // A relative path would lead elsewhere from the new folder.
    let called = CommandLine.arguments.first ?? ""
    let run = ShellWord.line([
      called.isEmpty || called.hasSlash ? Invocation.programPath : called,
      "run", "--corpus", "titles.txt", "--profile", "profile.yaml", "--engine-file", "engines.yaml",
      "-e", name.id,
    ])
    firstCommands = [language.build, run].compactMap { $0 }
  }

  private static func files(
    _ paths: [String], of example: String, _ name: StarterName, _ edit: (String) -> String
  ) throws(InputError) -> [(path: String, text: String)] {
    func renamed(_ text: String) -> String {
      // In one pass, because a name may contain the word, too.
      text.replacing(/[Ss]tarter/) { $0.output == "Starter" ? name.given : name.id }
    }
    var files = [(path: pipeline, text: try text(of: "scripts/\(pipeline)"))]
    for path in paths {
      let original = try text(of: "Examples/\(example)/\(path)")
      files.append((renamed(path), edit(renamed(original))))
    }
    return files
  }

  private static func text(of path: String) throws(InputError) -> String {
    guard let place = ProjectFolder.current.file(path) else {
      throw .input("the project's folder cannot be found; set MATCHMARK_HOME")
    }
    return String(decoding: try InputError.wrap { try FileReader.read(place) }, as: UTF8.self)
  }

  /// Writes the files, unless one of them exists.
  func write(to folder: String) throws(InputError) {
    try InputError.wrap {
      for file in files {
        guard try FileKind(at: "\(folder)/\(file.path)") == .nothing else {
          throw InputError.input(
            "'\(folder)/\(file.path)' exists, expected a folder without it; nothing was written")
        }
      }
      for file in files {
        let path = "\(folder)/\(file.path)"
        try Folder.create(Folder.containing(path))
        try AtomicFile.write(Array(file.text.utf8), to: path)
      }
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(Self.pipeline)")
    }
  }
}

struct StarterDependency {
  let declaration: String

  /// - Parameter place: a checkout or an address; nil means the checkout of this program.
  init(_ place: String?) throws(InputError) {
    if let place, place.contains("://") || place.hasPrefix("git@") {
      declaration = try Self.address(place)
      return
    }
    guard let place = place ?? ProjectFolder.current.path.flatMap({ Self.isPackage($0) ? $0 : nil })
    else {
      throw .usage("got no --matchmark, expected a checkout, or the address of a repository")
    }
    let path = URL(fileURLWithPath: place).standardizedFileURL.path
    guard Self.isPackage(path) else {
      throw .usage(
        "got --matchmark '\(place)', expected a checkout with a Package.swift, or an address of one"
      )
    }
    guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw .usage("got --matchmark '\(place)', expected a path without control characters")
    }
    let literal = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    declaration = ".package(name: \"matchmark\", path: \"\(literal)\")"
  }

  /// An archive is not a package.
  private static func isPackage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/Package.swift")
  }

  /// Accepts only what cannot end the literal; products name the package by the last part.
  private static func address(_ text: String) throws(InputError) -> String {
    let form = /(https:\/\/|ssh:\/\/|file:\/\/|git@)[A-Za-z0-9._~:@%\/+-]*[\/:]matchmark(\.git)?/
    guard text.wholeMatch(of: form) != nil else {
      throw .usage(
        "got --matchmark '\(text)', expected an address that begins with https://, ssh://, "
          + "file:// or git@, and ends with /matchmark or /matchmark.git")
    }
    return ".package(url: \"\(text)\", branch: \"main\")"
  }
}
