import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkSystem

/// The step after a passed check step by step: all cases of the specification, or a hunt for an
/// engine that ranks.
///
/// They are asked of an engine in a file, so the lines that list it are shown if they are missing.
struct ConformanceStep {
  /// The file that a project's engines are usually in.
  private static let file = "engines.yaml"

  private let id: String
  private let engineFile: String?
  /// What is to be done before, and the entry of the engine; empty if a file lists it.
  private let listing: [String]
  private let context: ProgramContext

  /// - Parameter engineFile: the file that lists the engine; nil for an engine that ships.
  init(id: String, engineFile: String?, in context: ProgramContext) {
    (self.id, self.engineFile, listing, self.context) = (id, engineFile, [], context)
  }

  /// The step for a program, whose entry is looked for in the current folder.
  init(program: [String], in context: ProgramContext) {
    let entries = (try? EngineFile(try YAMLFile(path: Self.file), in: context.project))?.entries
    if let entry = entries?.first(where: { $0.command == program }) {
      self.init(id: entry.id, engineFile: Self.file, in: context)
    } else {
      self.init(listing: program, isNewFile: entries == nil, context)
    }
  }

  private init(listing program: [String], isNewFile: Bool, _ context: ProgramContext) {
    let words = program.map { word in
      JSONWriter.quoted(word) { !ShellWord.isControl($0) }
    }
    let what = isNewFile ? "write these lines to \(Self.file)" : "add an entry to \(Self.file)"
    listing =
      ["next: \(what), and run the last one"] + (isNewFile ? ["engines:"] : [])
      + ["  - {id: my-engine, command: [\(words.joined(separator: ", "))]}"]
    (id, engineFile, self.context) = ("my-engine", Self.file, context)
  }

  /// - Parameter isRanking: true for an engine that ranks.
  func lines(isRanking: Bool) -> [String] {
    let file = engineFile.map { ShellWord.option("--engine-file", $0) } ?? []
    let words = isRanking ? ["hunt", "--ranked", "--time", "10s"] : ["verify", "--conformance"]
    let command = context.shown.command(words + file + ["-e", id])
    return listing.isEmpty ? ["next: \(command)"] : listing + [command]
  }
}
