import ArgumentParser
import Foundation
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: """
      Create a project (a matcher in Swift, an engine in JavaScript, Rust, Go, Python or C, or a \
      search box in JavaScript, Python or Swift), or the job that checks an engine in a pipeline.
      """,
    discussion: """
      The package contains a matcher, its conformance test, a command that includes it, titles \
      with a profile, and a GitHub workflow. With --engine, the project contains an engine and \
      the file that lists it; with --ranked, the engine ranks. With --box, it contains a search \
      box whose answers come late. All work without changes. With --ci, the current folder gets \
      the job for an engine that it contains. Existing files are never overwritten.

      Exit codes: 0 written · 1 a file exists already, or cannot be written · 64 wrong usage.

      Examples:
        matchmark init MyMatcher
        matchmark init MyMatcher --matchmark https://example.org/matchmark.git
        matchmark init my-engine --engine javascript
        matchmark init my-palette --engine javascript --ranked
        matchmark init my-box --box javascript
        matchmark init MySearch --box swift
        matchmark init my-engine --ci gitlab --engine-file engines.yaml --corpus titles.txt
      """)

  @Argument(
    help: """
      Such as MyMatcher, which becomes a Swift module; an engine may also be my-engine. With --ci, \
      the id of an engine in the engine file.
      """)
  var name: String

  @Option(
    name: .output,
    help: "The folder; by default, it has the project's name. With --ci, always the current one.")
  var output: String?

  @Option(
    help: """
      Where the package gets matchmark from: a checkout, or the address of a repository. Without \
      this, the address in matchmark's CITATION.cff, or else the checkout that this command was \
      built in.
      """)
  var matchmark: String?

  @Option(help: "Write an engine in this language.")
  var engine: EngineLanguage?

  @Flag(
    help: """
      With --engine javascript or python: write an engine that ranks, such as a command palette.
      """)
  var ranked = false

  @Option(help: "Write a search box in this language.")
  var box: BoxLanguage?

  @Option(help: "Write the job for this service, which checks an engine on your rows.")
  var ci: PipelineService?

  @Option(help: "With --ci: the file that lists the engine.")
  var engineFile: String?

  @Option(help: "With --ci: your rows, a file or a generator with a size.")
  var corpus: String?

  @Option(help: "With --ci: the profile of these rows; by default, it is inferred.")
  var profile: String?

  mutating func validate() throws {
    let kinds = [
      ("--engine", engine != nil), ("--box", box != nil),
      ("--matchmark", matchmark != nil && box != .swift), ("--ci", ci != nil),
    ].filter(\.1).map(\.0)
    if kinds.count > 1 {
      throw ValidationError("got \(kinds.joined(separator: " with ")), expected one of them")
    }
    if ranked, engine?.rankedSource == nil {
      let known = EngineLanguage.allCases.filter { $0.rankedSource != nil }
      throw ValidationError(
        "got --ranked, expected "
          + known.map { "--engine \($0.rawValue)" }.joined(separator: " or ") + " with it")
    }
    if ci != nil {
      guard engineFile != nil, corpus != nil else {
        throw ValidationError("got --ci, expected --engine-file and --corpus with it")
      }
      guard output == nil else {
        throw ValidationError("got -o with --ci, expected to be run in the project's folder")
      }
    } else if engineFile != nil || corpus != nil || profile != nil {
      throw ValidationError("got --engine-file, --corpus or --profile, expected --ci with it")
    }
  }

  func run() throws {
    let starter =
      if let ci {
        try Starter(
          examples, of: ci,
          for: try PipelineSubject(
            name, engineFile: engineFile ?? "", corpus: corpus ?? "", profile: profile, context))
      } else if let engine {
        try starter(in: engine)
      } else if box == .swift {
        try Starter(
          examples, model: try StarterName(ofModule: name, taken: context.catalog.ids),
          try StarterDependency(matchmark, in: context.folder))
      } else if let box {
        try Starter(
          examples, try StarterName(ofEngine: name, in: context.project), box, context.invocation)
      } else {
        try Starter(
          examples, try StarterName(ofModule: name, taken: context.catalog.ids),
          try StarterDependency(matchmark, in: context.folder))
      }
    let folder = output ?? (ci == nil ? name : ".")
    let count = try starter.write(to: folder, replacing: context.replacement)
    print("wrote \(QuantityFormat.counted(count, "file")); continue with:")
    if folder != "." { print("  cd \(ShellWord.line([folder]))") }
    for command in starter.firstCommands { print("  \(command)") }
    for note in starter.notes { print("note: \(note)") }
  }

  private func starter(in language: EngineLanguage) throws(InputError) -> Starter {
    let name = try StarterName(ofEngine: name, in: context.project)
    guard ranked, let source = language.rankedSource else {
      return try Starter(examples, name, in: language, context.invocation)
    }
    return try Starter(examples, ranking: name, source, in: language, context.invocation)
  }

  private var examples: StarterExamples { StarterExamples(project: context.folder) }
}

/// The files of a new project: those of an example, renamed.
struct Starter {
  let files: [(path: String, text: String)]
  /// The shell commands that lead to a first result.
  let firstCommands: [String]
  /// Remarks about what was written, for the person who uses it.
  let notes: [String]

  /// The files of the examples, each with its path in the new folder.
  private static let packageFiles = [
    ".github/workflows/matchmark.yml", ".gitignore", "Package.swift", "README.md",
    "Sources/Starter/Starter.swift", "Sources/StarterCommand/StarterCommand.swift",
    "Tests/StarterTests/ConformanceTests.swift", "profile.yaml", "titles.txt",
  ]
  private static let engineFiles = [
    ".github/workflows/matchmark.yml", ".gitignore", "README.md", "engines.yaml", "profile.yaml",
    "titles.txt",
  ]
  private static let rankerFiles = [
    ".gitignore", "README.md", "commands.txt", "engines.yaml", "golden.tsv",
  ]
  private static let modelFiles = [
    ".gitignore", "Package.swift", "README.md", "Sources/Starter/NaiveTitleSearch.swift",
    "Sources/Starter/TitleSearch.swift", "Tests/StarterTests/LateAnswerTests.swift",
  ]
  private static let boxFiles = [".gitignore", "README.md", "engines.yaml"]

  /// A package with a matcher.
  init(
    _ examples: StarterExamples, _ name: StarterName, _ dependency: StarterDependency
  ) throws(InputError) {
    let own = try examples.files(Self.packageFiles, of: "Starter", name, dependency.adapted)
    files = own + [try examples.pipeline()]
    notes = dependency.notes
    firstCommands = [
      "swift run -c release \(name.given)Command run --corpus titles.txt "
        + "--profile profile.yaml"
    ]
  }

  /// A package with the view model of a search box.
  init(
    _ examples: StarterExamples, model name: StarterName, _ dependency: StarterDependency
  ) throws(InputError) {
    files = try examples.files(Self.modelFiles, of: "StarterModel", name, dependency.adapted)
    notes = dependency.notes
    firstCommands = ["swift test"]
  }

  /// An engine in another language.
  init(
    _ examples: StarterExamples, _ name: StarterName, in language: EngineLanguage,
    _ invocation: Invocation
  ) throws(InputError) {
    files =
      try examples.files(Self.engineFiles, of: "StarterEngine", name, language.adapted)
      + [examples.pipeline()]
      + language.sources.map { source throws(InputError) in
        try examples.source(source, of: language.template, name)
      }
    notes = [try Self.archiveNote(examples, "two variables of the repository")]
    let run = ["run", "--corpus", "titles.txt", "--profile", "profile.yaml"]
    firstCommands = [language.build, Self.command(run, of: name, invocation)].compactMap { $0 }
  }

  /// An engine that ranks.
  ///
  /// - Parameter source: the file with its search.
  init(
    _ examples: StarterExamples, ranking name: StarterName, _ source: String,
    in language: EngineLanguage, _ invocation: Invocation
  ) throws(InputError) {
    let search = try examples.source(source, of: language.template, name)
    files =
      try examples.files(Self.rankerFiles, of: "StarterRanker", name, language.adapted)
      + [(language.sources[0], search.text)]
      + language.sources.dropFirst().map { source throws(InputError) in
        try examples.source(source, of: language.template, name)
      }
    notes = []
    let hunt = ["hunt", "--ranked", "--time", "10s", "--corpus", "commands.txt"]
    firstCommands = [Self.command(hunt, of: name, invocation)]
  }

  /// A search box in another language.
  init(
    _ examples: StarterExamples, _ name: StarterName, _ language: BoxLanguage,
    _ invocation: Invocation
  ) throws(InputError) {
    files =
      try examples.files(Self.boxFiles, of: "StarterBox", name, language.adapted)
      + language.sources.map { source throws(InputError) in
        try examples.source(source, of: language.template, in: "Boxes", name)
      }
    notes = []
    firstCommands = [Self.command(["hunt", "--boxes", "--time", "10s"], of: name, invocation)]
  }

  /// Returns a command about an engine, to be called in the new folder.
  private static func command(
    _ words: [String], of name: StarterName, _ invocation: Invocation
  ) -> String {
    // A relative path would lead elsewhere from the new folder.
    let called = invocation.word
    let program = called.isEmpty || called.hasSlash ? invocation.program : called
    return ShellWord.line([program] + words + ["--engine-file", "engines.yaml", "-e", name.id])
  }

  /// Returns the note about the variables that tell a job where to get matchmark.
  ///
  /// - Parameter variables: the kind of variables that the service has.
  static func archiveNote(
    _ examples: StarterExamples, _ variables: String
  ) throws(InputError) -> String {
    let address = try examples.project.address().map { ", from \($0)/releases" } ?? ""
    return "the job needs \(variables): MATCHMARK_ARCHIVE, the address of an archive of "
      + "matchmark\(address), and MATCHMARK_SHA256, its checksum; './scripts/archive' in a "
      + "checkout of matchmark makes both"
  }

  /// Writes the files, unless one of them exists; the script may exist as it would be written.
  ///
  /// - Returns: the number of files that were written.
  func write(to folder: String, replacing replacement: Replacement) throws(InputError) -> Int {
    try InputError.wrap {
      let missing = try files.filter { file in
        let path = "\(folder)/\(file.path)"
        switch try FileKind(at: path) {
        case .nothing: return true
        case .regular where file.path == StarterExamples.pipeline:
          // The script is the same in every project.
          guard try FileReader.read(path) != Array(file.text.utf8) else { return false }
        default: break
        }
        throw InputError.input(
          "'\(path)' exists, expected a folder without it; nothing was written")
      }
      for file in missing {
        let path = "\(folder)/\(file.path)"
        try Folder.create(Folder.containing(path))
        try AtomicFile.write(Array(file.text.utf8), to: path, replacing: replacement)
      }
      if files.contains(where: { $0.path == StarterExamples.pipeline }) {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(StarterExamples.pipeline)")
      }
      return missing.count
    }
  }
}

/// The files of the project from which those of a new one are made.
struct StarterExamples {
  let project: ProjectFolder

  /// The script that a workflow calls, the same in every project.
  static let pipeline = "pipeline"

  /// The script, as a file of a new project.
  func pipeline() throws(InputError) -> (path: String, text: String) {
    (Self.pipeline, try text(of: "scripts/\(Self.pipeline)"))
  }

  /// A file of the template of an engine or a box, as a file of a new project.
  func source(
    _ file: String, of template: String, in folder: String = "Engines", _ name: StarterName
  ) throws(InputError) -> (path: String, text: String) {
    let text = try text(of: "Benchmarks/\(folder)/\(template)/\(file)")
    return (file, text.replacing(template, with: name.id))
  }

  /// The files of an example, renamed and edited.
  func files(
    _ paths: [String], of example: String, _ name: StarterName, _ edit: (String) -> String
  ) throws(InputError) -> [(path: String, text: String)] {
    func renamed(_ text: String) -> String {
      // In one pass, because a name may contain the word, too.
      text.replacing(/[Ss]tarter/) { $0.output == "Starter" ? name.given : name.id }
    }
    return try paths.map { path throws(InputError) in
      let original = try text(of: "Examples/\(example)/\(path)")
      return (renamed(path), edit(renamed(original)))
    }
  }

  func text(of path: String) throws(InputError) -> String {
    guard let place = project.file(path) else {
      throw .input("the project's folder cannot be found; set MATCHMARK_HOME")
    }
    return String(decoding: try InputError.wrap { try FileReader.read(place) }, as: UTF8.self)
  }
}
