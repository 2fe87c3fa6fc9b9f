import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkIncumbents
import MatchmarkMatchers
import MatchmarkReports
import MatchmarkSession
import MatchmarkSystem

/// Everything that depends on how the program was started, as one value that `main` creates.
struct ProgramContext: Sendable {
  let invocation: Invocation
  /// The context of the files of the project.
  let project: ProjectContext
  /// The program in the commands that it shows.
  let shown: ShownProgram
  /// The existing files that the command may replace; more than its own only if the user asks.
  let replacement: Replacement

  /// The context of the running command, for options and commands only.
  ///
  /// The argument parser creates and runs them without a parameter. They hand the context on: a
  /// thread would find another one here.
  @TaskLocal fileprivate static var current = ProgramContext(
    Invocation(program: "", calledAs: "matchmark", arguments: []),
    ProjectContext(
      folder: ProjectFolder(path: nil), catalog: Catalog(replacing: [], by: []), program: ""
    ) { _ in }, ShownProgram("matchmark"))

  private init(_ invocation: Invocation, _ project: ProjectContext, _ shown: ShownProgram) {
    (self.invocation, self.project, self.shown) = (invocation, project, shown)
    replacement = invocation.has(RootCommand.force) ? .anything : .own
  }

  /// - Parameters:
  ///   - entries: matchers in addition to the built-in ones.
  ///   - rankers: rankers in addition to the oracles and the built-in ones.
  ///   - boxes: search boxes in addition to those of this library.
  init(
    _ invocation: Invocation, adding entries: [MatcherEntry], rankers: [RankerEntry],
    boxes: [SearchBoxEntry]
  ) {
    let environment = ProcessInfo.processInfo.environment
    // No script of ours knows what was added.
    let isOurs = entries.isEmpty && rankers.isEmpty && boxes.isEmpty
    let script = isOurs ? environment["MATCHMARK_SHOWN"] : nil
    self.init(
      invocation,
      ProjectContext(
        folder: ProjectFolder(of: invocation.program, home: environment["MATCHMARK_HOME"]),
        catalog: Catalog(
          replacing: MatcherEntry.builtIn + MatcherEntry.incumbents, by: entries,
          builtInRankers: RankerEntry.builtIn, rankers: rankers, boxes: boxes),
        program: invocation.program
      ) { StandardError.write("\($0)") }, ShownProgram(of: invocation, script: script))
  }

  /// Calls a function that parses and runs a command in this context.
  func callAsCurrent<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }

  var catalog: Catalog { project.catalog }
  var folder: ProjectFolder { project.folder }

  /// The printer of text for a person, which a program that asked for JSON does not get.
  var print: Printer { Printer(isSilent: invocation.has("--json")) }
}

extension ShownProgram {
  /// The program as the user called it, or the script that builds and starts it; it can be called
  /// by this name from the current folder.
  fileprivate init(of invocation: Invocation, script: String?) {
    let paths = Self.pathOptions.compactMap { option in
      invocation.value(of: option).map { (option, $0) }
    }
    let word = invocation.word.isEmpty ? invocation.program : invocation.word
    self.init(script ?? word, ownPaths: Dictionary(paths) { $1 })
  }
}

extension ParsableArguments {
  /// The context in which a parser asks for names to complete.
  static var context: ProgramContext { .current }

  var context: ProgramContext { .current }
  var print: Printer { context.print }
}

extension ProjectFolder {
  /// The project of a program.
  ///
  /// The wrapper names the folder in `MATCHMARK_HOME`. For a binary started directly, it is above
  /// the current folder, else above the binary (as in the archive), else where it was compiled.
  ///
  /// - Parameter home: the value of `MATCHMARK_HOME`; nil if it is not set.
  init(of program: String, home: String?) {
    let places = [
      FileManager.default.currentDirectoryPath,
      URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path,
      (#filePath as NSString).deletingLastPathComponent,
    ]
    let candidates = (home.map { [$0] } ?? []) + places.flatMap(Self.ancestors)
    self.init(path: candidates.first { Self.isProject($0) })
  }

  /// The project that contains the current folder; nil elsewhere.
  static var aroundCurrentFolder: String? {
    ancestors(of: FileManager.default.currentDirectoryPath).first { isProject($0) }
  }

  private static func ancestors(of path: String) -> [String] {
    var paths: [String] = []
    var current = path
    while current.count > 1 {
      paths.append(current)
      current = (current as NSString).deletingLastPathComponent
    }
    return paths
  }

  private static func isProject(_ path: String) -> Bool {
    FileManager.default.fileExists(
      atPath: (path as NSString).appendingPathComponent("Benchmarks/Suites/default.yaml"))
  }
}
