import Foundation

/// Where the project's data is: suites, fixtures, reports.
///
/// The wrapper names the folder in `MATCHMARK_HOME`. A binary started directly looks above the
/// current folder, then above its own path (as in the archive), and last where it was compiled.
enum ProjectFolder {
  static let path: String? = candidates().first { isProject($0) }

  /// A file of the project; nil if the project cannot be found.
  static func file(_ relative: String) -> String? {
    path.map { ($0 as NSString).appendingPathComponent(relative) }
  }

  /// The project that contains the current folder; nil elsewhere.
  static var aroundCurrentFolder: String? {
    ancestors(of: FileManager.default.currentDirectoryPath).first { isProject($0) }
  }

  private static func candidates() -> [String] {
    let home = ProcessInfo.processInfo.environment["MATCHMARK_HOME"]
    let program = URL(fileURLWithPath: Invocation.programPath)
      .resolvingSymlinksInPath().deletingLastPathComponent().path
    let compiled = (#filePath as NSString).deletingLastPathComponent
    return (home.map { [$0] } ?? [])
      + [FileManager.default.currentDirectoryPath, program, compiled].flatMap(ancestors)
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
