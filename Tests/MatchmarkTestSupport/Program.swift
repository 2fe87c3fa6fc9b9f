import Foundation

/// A program of this build, in the folder of the tests that run it.
package enum Program: String, Sendable {
  case matchmark
  case faulty = "matchmark-faulty"
  case development = "matchmark-dev"
  case faultyEngine = "faulty-engine"

  /// The program was not built with the tests.
  package struct Missing: Error {
    let name: String
    let folders: [String]
  }

  /// The folders in which the tests may have been built.
  private static let folders: [String] = [
    Bundle.main.bundlePath,
    CommandLine.arguments.first.map { ($0 as NSString).deletingLastPathComponent } ?? "",
  ]

  /// The path of the program's file.
  package var path: String {
    get throws {
      let candidates = Self.folders.map { "\($0)/\(rawValue)" }
      guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
        throw Missing(name: rawValue, folders: Self.folders)
      }
      return path
    }
  }

  /// Runs the program until it ends.
  package func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    output: String? = nil, input: String = ""
  ) throws -> ProgramOutcome {
    try Child.start(
      path: try path, arguments: arguments, folder: folder, environment: environment,
      output: output, input: input
    ).finish()
  }
}
