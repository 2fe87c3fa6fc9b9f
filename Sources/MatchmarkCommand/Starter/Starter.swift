import ArgumentParser
import Foundation
import MatchmarkSystem

/// A language in which `init` writes an engine.
enum EngineLanguage: String, ExpressibleByArgument, CaseIterable {
  case python
}

/// The files of a new project: those of an example, under another name.
struct Starter {
  /// Paths in the new folder, with their contents.
  let files: [(path: String, text: String)]
  /// What shows a first result.
  let firstCommand: String

  /// The files of the examples, each at its place in the new folder.
  private static let packageFiles = [
    ".github/workflows/matchmark.yml", ".gitignore", "Package.swift", "README.md",
    "Sources/Starter/MyMatcher.swift", "Sources/StarterCommand/StarterCommand.swift",
    "Tests/StarterTests/ConformanceTests.swift", "profile.yaml", "titles.txt",
  ]
  private static let engineFiles = [
    ".github/workflows/matchmark.yml", ".gitignore", "README.md", "engines.yaml", "profile.yaml",
    "titles.txt",
  ]
  /// What a workflow calls, the same in every project.
  private static let pipeline = "pipeline"

  /// A package with a matcher.
  ///
  /// - Throws: ``CommandError``, where the project's examples cannot be read.
  init(_ name: StarterName, _ dependency: StarterDependency) throws(CommandError) {
    files = try Self.files(Self.packageFiles, of: "Starter", name) { text in
      text.replacing(".package(name: \"matchmark\", path: \"../..\")", with: dependency.declaration)
    }
    firstCommand =
      "swift run -c release \(name.module)Command run --corpus titles.txt --profile profile.yaml"
  }

  /// An engine in another language.
  ///
  /// - Throws: ``CommandError``, where the project's examples cannot be read.
  init(_ name: StarterName, in language: EngineLanguage) throws(CommandError) {
    let template = "template-\(language.rawValue)"
    let program = try Self.text(of: "Benchmarks/Engines/\(template)/engine.py")
    files =
      try Self.files(Self.engineFiles, of: "StarterEngine", name) { $0 }
      + [("engine.py", program.replacing(template, with: name.id))]
    // From the new folder, where a relative path leads elsewhere.
    let called = CommandLine.arguments.first ?? ""
    firstCommand = ShellWord.line([
      called.isEmpty || called.hasSlash ? Invocation.programPath : called,
      "run", "--corpus", "titles.txt", "--profile", "profile.yaml", "--engine-file", "engines.yaml",
      "-e", name.id,
    ])
  }

  private static func files(
    _ paths: [String], of example: String, _ name: StarterName, _ edit: (String) -> String
  ) throws(CommandError) -> [(path: String, text: String)] {
    func renamed(_ text: String) -> String {
      // In one pass, for a name may hold the word as well.
      text.replacing(/[Ss]tarter/) { $0.output == "Starter" ? name.module : name.id }
    }
    var files = [(path: pipeline, text: try text(of: "scripts/\(pipeline)"))]
    for path in paths {
      let original = try text(of: "Examples/\(example)/\(path)")
      files.append((renamed(path), edit(renamed(original))))
    }
    return files
  }

  private static func text(of path: String) throws(CommandError) -> String {
    guard let place = ProjectFolder.file(path) else {
      throw .input("the project's folder cannot be found; set MATCHMARK_HOME")
    }
    do { return String(decoding: try FileReader.read(place), as: UTF8.self) } catch {
      throw .input(error.description)
    }
  }

  /// Writes the files, unless one of them exists.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  func write(to folder: String) throws(CommandError) {
    do {
      for file in files {
        guard try FileKind(at: "\(folder)/\(file.path)") == .nothing else {
          throw CommandError.input(
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
    } catch let error as CommandError {
      throw error
    } catch {
      throw .input("\(error)")
    }
  }
}
