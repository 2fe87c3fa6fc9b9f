import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// The folder of the reports: from before a run to its end no other process writes there.
///
/// Two runs at once would mix the files of both, and neither could trust its
/// times. So the second is refused before it begins, not when it has taken its time.
final class ReportsFolder {
  let path: String
  private let claim: FolderClaim

  /// Creates the folder, claims it and tries to write there, before anything takes time.
  ///
  /// - Throws: ``CommandError/input(_:)``, also where another run has it.
  init(_ path: String) throws(CommandError) {
    guard path != "-" else {
      throw .usage(
        "got '-' for the folder of the reports, expected a folder; --json prints the record, and a "
          + "folder of that name is './-'")
    }
    try Self.refusePipes(in: path)
    claim = try CommandError.wrap("cannot write reports: ") { try FolderClaim(path) }
    self.path = path
    Self.removeAbandoned(in: path)
  }

  enum Part: String, CaseIterable {
    /// The last records of `run`.
    case runs
    /// Finished cells of runs that were stopped.
    case unfinished
    case baselines
    /// JUnit's reports in a dialect of several files.
    case junit

    func path(in reports: String) -> String { "\(reports)/\(rawValue)" }
  }

  /// Removes what killed processes left in a folder of reports, and no file of a live one.
  static func removeAbandoned(in path: String) {
    for folder in [path] + Part.allCases.map({ $0.path(in: path) }) {
      AtomicFile.removeAbandoned(in: folder)
    }
  }

  /// The record that a path means: a folder stands for the `record.json` in it.
  ///
  /// What killed processes left there is removed, as it is before something is written.
  ///
  /// - Throws: ``CommandError/input(_:)`` where a pipe lies there, which would be waited for.
  static func record(at path: String) throws(CommandError) -> String {
    guard (try? FileKind(at: path)) == .folder else { return path }
    removeAbandoned(in: path)
    let file = "\(path)/\(usual[0].name)"
    if FileKind.isPipe(at: file) { try ComparableFile.requireRegular(file) }
    return file
  }

  /// Refuses a pipe in the place of a report: to open it would wait for a reader.
  private static func refusePipes(in folder: String) throws(CommandError) {
    for place in [folder, Part.junit.path(in: folder)] {
      for name in Folder.names(in: place)
      where endings.contains(where: name.hasSuffix) && FileKind.isPipe(at: "\(place)/\(name)") {
        throw .input(
          "cannot write reports: '\(place)/\(name)' is a pipe, expected a file; remove it, or name "
            + "another folder with -o")
      }
    }
  }

  private static let endings = [".json", ".xml", ".html", ".md"]

  /// The files and what each holds: the record first, for it can make all others again.
  private static let usual: [(name: String, format: ReportFormat)] = [
    ("record.json", .json), ("junit.xml", .junit), ("result.xml", .xml), ("report.html", .html),
    ("report.md", .markdown),
  ]

  /// Writes the record and the usual reports, which appear together.
  ///
  /// - Parameter more: adds files that appear with them.
  /// - Returns: the paths.
  /// - Throws: ``CommandError/input(_:)``.
  func write(
    _ record: RunRecord, dialect: JUnitDialect = .common,
    with more: (FileBatch) throws -> Void = { _ in }
  ) throws(CommandError) -> [String] {
    let rendering = RecordRendering(record, dialect: dialect)
    var paths: [String] = []
    try write { batch in
      for file in Self.usual {
        let path = try file.format == .junit ? junitPath(dialect) : "\(path)/\(file.name)"
        try rendering.write(file.format, to: path, in: batch)
        paths.append(path)
      }
      try more(batch)
    }
    return paths
  }

  /// Writes what programs read as a file of this name, `junit.xml`, `report.html` and `report.md`,
  /// which appear together.
  func write(
    _ content: some Encodable, as name: String, _ junit: JUnitReport, _ document: Document,
    dialect: JUnitDialect
  ) throws(CommandError) {
    try write { batch in
      try AtomicFile.write(try JSONText.page(content), to: "\(path)/\(name)", in: batch)
      try JUnitWriter.write(junit, to: try junitPath(dialect), dialect: dialect, in: batch)
      try AtomicFile.write(
        try HTMLRenderer(document).render(), to: "\(path)/report.html", in: batch)
      try AtomicFile.write(
        Array(MarkdownRenderer(document).render().utf8), to: "\(path)/report.md", in: batch)
    }
  }

  /// Where JUnit's report goes; in a dialect of several files it is a folder.
  func junitPath(_ dialect: JUnitDialect) throws(FileError) -> String {
    guard dialect.rootIsSuite else { return "\(path)/junit.xml" }
    let folder = Part.junit.path(in: path)
    try Folder.create(folder)
    return folder
  }

  /// Writes files that appear together; on an error none of them does.
  func write(_ body: (FileBatch) throws -> Void) throws(CommandError) {
    let batch = FileBatch()
    try CommandError.wrap("cannot write reports: ") {
      try body(batch)
      try batch.publish()
    }
  }
}
