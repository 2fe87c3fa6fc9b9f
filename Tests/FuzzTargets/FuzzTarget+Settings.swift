import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkTestSupport

extension FuzzTarget {
  /// This project, without a matcher.
  static let project = ProjectContext(
    folder: ProjectFolder(path: WorkingCopy.path("")),
    catalog: Catalog(replacing: [], by: []), program: ""
  ) { _ in }

  static let suite = FuzzTarget(
    "suite", "a suite in YAML", promise: "errors name the file"
  ) { bytes in
    try read(bytes) { file in _ = try SuiteFile(file, name: "fuzz", in: project) }
  }

  static let profile = FuzzTarget(
    "profile", "a profile in YAML",
    promise: "what is written can be read back unchanged; errors name the file"
  ) { bytes in
    try read(bytes) { file in
      let profile = try ProfileFile(file)
      let text = ProfileFile.yaml(profile.profile, columns: profile.columns)
      let again = try ProfileFile(YAMLFile(bytes: Array(text.utf8), file: "written"))
      guard again.profile == profile.profile, again.columns == profile.columns else {
        throw BrokenPromise("another profile: \(text)")
      }
    }
  }

  static let engines = FuzzTarget(
    "engines", "engines, or known disagreements, in YAML", promise: "errors name the file"
  ) { bytes in
    try read(bytes) { file in _ = try EngineFile(file, in: project) }
    try read(bytes) { file in
      _ = try DivergenceFile(file, engines: ["tantivy"], clauses: ["X4"])
    }
  }

  private static func read(_ bytes: [UInt8], _ body: (YAMLFile) throws -> Void) throws {
    do { try body(YAMLFile(bytes: bytes, file: "file")) } catch let error as InputError {
      try require(error.description.hasPrefix("file:"), "no file: \(error.description)")
    }
  }
}
