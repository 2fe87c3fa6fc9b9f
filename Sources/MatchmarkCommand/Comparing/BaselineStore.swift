import Foundation
import MatchmarkMeasurement
import MatchmarkSystem

/// Named baselines: files in the folder `baselines` of the reports.
struct BaselineStore {
  let folder: String

  /// - Parameter reports: the folder of the reports.
  init(reports: String) { folder = "\(reports)/baselines" }

  /// The path that a name or a path stands for.
  ///
  /// - Throws: ``CommandError/usage(_:)`` for a text that is neither.
  func path(of nameOrPath: String) throws(CommandError) -> String {
    if Self.isPath(nameOrPath) { return nameOrPath }
    guard nameOrPath.wholeMatch(of: /[a-z0-9][a-z0-9._-]*/) != nil else {
      throw .usage(
        "got baseline '\(nameOrPath)', expected a name such as main, or the path of a file")
    }
    return "\(folder)/\(nameOrPath).json"
  }

  static func isPath(_ text: String) -> Bool { text.contains("/") || text.hasSuffix(".json") }

  /// The baseline; nil where there is none of that name.
  func read(_ nameOrPath: String) throws(CommandError) -> Baseline? {
    let path = try path(of: nameOrPath)
    guard (try? FileKind(at: path)) != .nothing else { return nil }
    return try ComparableFile.read(path)
  }

  /// Writes a baseline, whole or not at all.
  ///
  /// - Returns: the path.
  func save(_ baseline: Baseline, as nameOrPath: String) throws(CommandError) -> String {
    let path = try path(of: nameOrPath)
    do {
      try Folder.create(Folder.containing(path))
      try AtomicFile.write(try baseline.reduced().encoded(), to: path)
    } catch {
      throw .input("cannot save the baseline: \(error)")
    }
    return path
  }

  /// The names, sorted.
  var names: [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(5)) }.sorted()
  }

  /// The error about a name that no baseline has.
  func unknown(_ name: String) -> CommandError {
    guard names.isEmpty else { return .unknownName(kind: "baseline", name: name, known: names) }
    return .usage(
      "got baseline '\(name)', but there is none in \(folder); save one with: "
        + "matchmark baseline save \(name)")
  }

  /// Removes a baseline.
  ///
  /// - Throws: ``CommandError`` where it is not there or stays.
  func delete(_ name: String) throws(CommandError) {
    let path = try path(of: name)
    guard (try? FileKind(at: path)) == .regular else {
      throw unknown(name)
    }
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw .input("cannot delete \(path): \(error.localizedDescription)")
    }
  }
}
