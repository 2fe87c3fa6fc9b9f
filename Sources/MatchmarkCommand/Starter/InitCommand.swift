import ArgumentParser
import Foundation
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a project: a matcher in Swift, or an engine in Python.",
    discussion: """
      The package contains a matcher, its conformance test, a command that includes it, titles \
      with a profile, and a GitHub workflow. With --engine, the project contains an engine and \
      the file that lists it. Both work without changes. Existing files are never overwritten.

      Exit codes: 0 written · 1 a file exists already, or cannot be written · 64 wrong usage.

      Examples:
        matchmark init MyMatcher
        matchmark init MyMatcher --matchmark https://example.org/matchmark.git
        matchmark init MyEngine --engine python
      """)

  @Argument(help: "A name that a Swift module can have, such as MyMatcher.")
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
    let name = try StarterName(name)
    let starter =
      if let engine { try Starter(name, in: engine) } else {
        try Starter(name, try StarterDependency(matchmark))
      }
    let folder = output ?? name.module
    try starter.write(to: folder)
    print("wrote \(starter.files.count) files; continue with:")
    print("  cd \(ShellWord.line([folder]))")
    print("  \(starter.firstCommand)")
  }
}

/// A language in which `init` can write an engine.
enum EngineLanguage: String, ExpressibleByArgument, CaseIterable {
  case python
}

/// The files of a new project: those of an example, renamed.
struct Starter {
  let files: [(path: String, text: String)]
  let firstCommand: String

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
    firstCommand =
      "swift run -c release \(name.module)Command run --corpus titles.txt --profile profile.yaml"
  }

  /// An engine in another language.
  init(_ name: StarterName, in language: EngineLanguage) throws(InputError) {
    let template = "template-\(language.rawValue)"
    let program = try Self.text(of: "Benchmarks/Engines/\(template)/engine.py")
    files =
      try Self.files(Self.engineFiles, of: "StarterEngine", name) { $0 }
      + [("engine.py", program.replacing(template, with: name.id))]
    // A relative path would lead elsewhere from the new folder.
    let called = CommandLine.arguments.first ?? ""
    firstCommand = ShellWord.line([
      called.isEmpty || called.hasSlash ? Invocation.programPath : called,
      "run", "--corpus", "titles.txt", "--profile", "profile.yaml", "--engine-file", "engines.yaml",
      "-e", name.id,
    ])
  }

  private static func files(
    _ paths: [String], of example: String, _ name: StarterName, _ edit: (String) -> String
  ) throws(InputError) -> [(path: String, text: String)] {
    func renamed(_ text: String) -> String {
      // In one pass, because a name may contain the word, too.
      text.replacing(/[Ss]tarter/) { $0.output == "Starter" ? name.module : name.id }
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

/// The name of a new project: as a Swift module, and as a participant.
struct StarterName {
  /// In upper camel case, such as `MyMatcher`.
  let module: String
  /// In kebab case, such as `my-matcher`.
  let id: String

  /// The longest name; the names of the project's files add one word to it.
  private static let longest = 60
  /// Modules that a package with matchmark already has, files and types that it needs, and words
  /// with a meaning in Swift.
  private static let taken: Set<String> = [
    "Any", "ArgumentParser", "CCases", "CLibXML2", "CProcess", "CScan", "CYaml", "Darwin",
    "Dispatch", "Foundation", "FoundationEssentials", "GRDB", "Glibc", "LibC", "Main", "Musl",
    "Package", "PackageDescription", "Protocol", "Self", "Swift", "Synchronization", "Testing",
    "Type", "XCTest", "Yams",
  ]

  init(_ name: String) throws(InputError) {
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil, name.utf8.count <= Self.longest else {
      let proposal = Self.proposal(for: name).map { ", such as '\($0)'" } ?? ""
      throw .usage(
        "got the name '\(name)', expected a Swift module in upper camel case with at most "
          + "\(Self.longest) ASCII letters and digits\(proposal)")
    }
    let id = Self.kebabCase(name)
    // The names of matchmark's own modules begin with its name.
    guard !Self.taken.contains(name), !name.hasPrefix("Matchmark"),
      !Catalog.current.ids.contains(id)
    else {
      throw .usage("got the name '\(name)', expected a name that is not taken")
    }
    module = name
    self.id = id
  }

  /// `MyMatcher` for `my-matcher`; nil if that is not a valid name either.
  private static func proposal(for name: String) -> String? {
    let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isLetter == true && joined.count <= longest ? joined : nil
  }

  /// A word begins with a capital after a small letter or a digit, or before a small letter.
  private static func kebabCase(_ name: String) -> String {
    name.replacing(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/) { match in
      match.output.1.map { "\($0)-\(match.output.2 ?? "")" } ?? "\(match.output.0)-"
    }.lowercased()
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
