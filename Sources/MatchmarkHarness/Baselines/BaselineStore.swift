package import MatchmarkDatasets
package import MatchmarkRecord
package import MatchmarkSystem

/// Named baselines: files in one folder among the reports.
///
/// A baseline is read from any path, but written and removed only by its name, and only if nothing
/// or a baseline is at its place. So neither operation can harm a file of another kind.
package struct BaselineStore {
  package let folder: String

  private let words: ComparableFile.Words
  private let replacement: Replacement
  private let program: ShownProgram

  package static let standardFolder = "reports/baselines"
  /// The option that names another folder.
  package static let folderOption = "--baseline-folder"

  /// Removes leftovers of killed processes from the folder.
  ///
  /// - Parameters:
  ///   - words: the function that reads the command line of a record.
  ///   - program: the program in commands that are shown.
  package init(
    folder: String, words: @escaping ComparableFile.Words, replacing replacement: Replacement,
    program: ShownProgram
  ) {
    self.folder = folder
    self.words = words
    self.replacement = replacement
    self.program = program
    AtomicFile.removeAbandoned(in: folder)
  }

  package static func isPath(_ text: String) -> Bool {
    text.hasSlash || text.hasSuffix(".json")
  }

  /// The baseline; nil if none has that name and no file is at that path.
  package func read(_ nameOrPath: String) throws(InputError) -> Baseline? {
    let path = Self.isPath(nameOrPath) ? nameOrPath : try path(ofName: nameOrPath)
    guard (try? FileKind(at: path)) != .nothing else { return nil }
    // A pipe is read only if the user names one.
    if !Self.isPath(nameOrPath) { try ComparableFile.requireRegular(path) }
    return try ComparableFile.read(path, words: words)
  }

  /// Refuses what ``save(_:as:)`` would refuse, before anything is measured: opens a file in the
  /// baseline's folder and discards it.
  package func refuseUnsavable(_ name: String, replaces: Bool = false) throws(InputError) {
    let path = try path(ofName: name)
    try refuseTaken(path, name, replaces: replaces)
    try InputError.wrap(Self.unsaved) {
      try Folder.create(folder)
      _ = try AtomicFile(path: path, replacing: replacement)
    }
  }

  private static let unsaved = "cannot save the baseline: "

  /// Writes a baseline, whole or not at all, and returns its path.
  ///
  /// Another process may have saved one with this name since ``refuseUnsavable(_:replaces:)``, so
  /// that is checked again while no other process saves here.
  package func save(
    _ baseline: Baseline, as name: String, replaces: Bool = false
  ) throws(InputError) -> String {
    let path = try path(ofName: name)
    try InputError.wrap(Self.unsaved) {
      let claim = try FolderClaim(folder, waitingUntil: Deadline(after: .seconds(60)))
      try refuseTaken(path, name, replaces: replaces)
      try AtomicFile.write(
        try baseline.reduced().encoded(), to: path, replacing: replacement)
      withExtendedLifetime(claim) {}
    }
    return path
  }

  private func refuseTaken(
    _ path: String, _ name: String, replaces: Bool
  ) throws(InputError) {
    try refuseForeign(at: path)
    guard !replaces, let kind = try? FileKind(at: path), kind != .nothing else { return }
    throw .usage("baseline '\(name)' already exists (\(path)); --replace overwrites it")
  }

  package func delete(_ name: String) throws(InputError) {
    let path = try path(ofName: name)
    guard (try? FileKind(at: path)) != .nothing else { throw unknown(name) }
    try refuseForeign(at: path)
    do { try OwnFile.remove(path) } catch { throw .input(error.description) }
  }

  package func isFile(_ name: String) -> Bool {
    (try? FileKind(at: "\(folder)/\(name).json")) == .regular
  }

  package var names: [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(5)) }.sorted()
  }

  package func unknown(_ name: String) -> InputError {
    if Self.isPath(name) { return .usage("got baseline '\(name)', but there is no such file") }
    guard names.isEmpty else { return .unknownName(kind: "baseline", name: name, known: names) }
    return .usage(
      "got baseline '\(name)', but there is none in \(folder); save one with: "
        + program.command(
          ["baseline", "save", name]
            + (folder == Self.standardFolder
              ? [] : [Self.folderOption, folder])))
  }

  /// The error of a check that has nothing to compare with; `command` saves a baseline.
  package func missing(_ name: String, command: String) -> InputError {
    .notComparable(
      Self.isPath(name)
        ? "there is no baseline '\(name)'; create "
          + (BaselinePlace(name) == nil ? "one under a name" : "it") + " with: \(command)"
        : "there is no baseline '\(name)' (\(folder)/\(name).json); create it with: \(command)")
  }

  /// - Throws: ``InputError/usage(_:)`` for a path, because paths are only read.
  private func path(ofName name: String) throws(InputError) -> String {
    guard !Self.isPath(name), BaselinePlace.isName(name) else {
      throw .usage(
        "got baseline '\(name)', expected a name such as main; a path can only be read, by "
          + "check --baseline, baseline show, compare and report")
    }
    return "\(folder)/\(name).json"
  }

  /// Refuses to replace or remove a file that cannot be read as a baseline.
  private func refuseForeign(at path: String) throws(InputError) {
    // The command names this folder, and the user any other.
    if folder == Self.standardFolder { try ReportsLayout.refuseLink(folder) }
    // If nothing can be looked up, nothing can be replaced either.
    guard let kind = try? FileKind(at: path), kind != .nothing else { return }
    guard !FileKind.isLink(at: path) else {
      throw .input("'\(path)' is a link, expected a baseline; it stays as it is")
    }
    do { try ComparableFile.requireBaseline(path) } catch {
      throw .input("\(error.description); it is not a baseline, so it stays as it is")
    }
  }
}

/// The name and folder with which `baseline save` saves a baseline that the user gave by name or
/// path.
package struct BaselinePlace {
  package let name: String
  /// The folder of a path; nil for a name, whose file is in the folder of all baselines.
  package let folder: String?

  /// Nil for a path to which no baseline can be saved, such as that of a record.
  package init?(_ nameOrPath: String) {
    guard BaselineStore.isPath(nameOrPath) else {
      (name, folder) = (nameOrPath, nil)
      return
    }
    let parts = nameOrPath.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.last ?? ""
    let isFree = (try? FileKind(at: nameOrPath)) == .nothing
    guard file.hasSuffix(".json"), Self.isName(String(file.dropLast(5))),
      isFree || (try? ComparableFile.requireBaseline(nameOrPath)) != nil
    else { return nil }
    name = String(file.dropLast(5))
    let folder = parts.dropLast().joined(separator: "/")
    self.folder = parts.count == 1 ? "." : folder.isEmpty ? "/" : folder
  }

  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z0-9][a-z0-9._-]*/) != nil
  }
}
