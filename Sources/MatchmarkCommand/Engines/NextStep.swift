import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkSystem

/// The step after a passed check step by step: all cases of the specification, or a hunt for an
/// engine that ranks and for a search box.
///
/// They are asked of an engine in a file, so the lines that list it are shown if they are missing.
struct NextStep {
  /// The file that a project's engines are usually in.
  private static let file = "engines.yaml"

  private let id: String
  private let engineFile: String?
  /// The lines that list the engine in a file; empty if one does.
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
    let what = isNewFile ? "write these lines to \(Self.file)" : "add an entry to \(Self.file)"
    listing =
      ["next: \(what), and run the last one"] + (isNewFile ? ["engines:"] : [])
      + [Self.entry(of: program)]
    (id, engineFile, self.context) = ("my-engine", Self.file, context)
  }

  /// Returns the line of an engine file that lists a program as `my-engine`.
  static func entry(of program: [String]) -> String {
    let words = program.map { word in JSONWriter.quoted(word) { !ShellWord.isControl($0) } }
    return "  - {id: my-engine, command: [\(words.joined(separator: ", "))]}"
  }

  func lines(after tally: StepWalk.Tally) -> [String] {
    let file = engineFile.map { ShellWord.option("--engine-file", $0) } ?? []
    let contract = tally.isRanking ? "--ranked" : tally.isBox ? "--boxes" : nil
    let words = contract.map { ["hunt", $0, "--time", "10s"] } ?? ["verify", "--conformance"]
    let command = context.shown.command(words + file + ["-e", id])
    return listing.isEmpty ? ["next: \(command)"] : listing + [command]
  }
}
