import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// The last records of `run`, kept so that each run can say what changed.
///
/// A number before each name gives their order: a clock may be set back, and two runs may begin in
/// the same second.
struct RunHistory {
  let folder: String
  private let context: ProgramContext

  static let limit = 20
  /// The largest size of a note about a run, in bytes.
  private static let noteLimit = 4_096

  init(in reports: String, _ context: ProgramContext) {
    folder = ReportsLayout.Part.runs.path(in: reports)
    self.context = context
  }

  /// The change since the last comparable run of the suite, or the reason why there is none.
  func change(of record: RunRecord) -> String {
    guard let now = try? Baseline(record) else { return "nothing to compare yet" }
    var newest: String?
    var rows = ""
    for name in names.reversed() where name.hasSuffix(Self.suffix(record)) {
      let path = "\(folder)/\(name)"
      // Reading a pipe would block.
      guard (try? FileKind(at: path)) == .regular,
        let earlier = try? ComparableFile.read(path, in: context.folder)
      else { continue }
      var shared = earlier
      shared.keep(now)
      guard !shared.cells.isEmpty else {
        rows = " with these rows"
        continue
      }
      let findings = RunComparison(
        now: now, earlier: shared, seed: record.suite.seed,
        replicateCount: FigureCalculation.replicateCount
      ).findings()
      let line = ChangeText.line(findings, since: earlier.conditions.startedAt)
      guard findings.contains(where: { $0.ratio != nil }) else {
        newest = newest ?? line
        continue
      }
      let isOneProcess = findings.contains { $0.ratio != nil && $0.forkCount == 1 }
      return line + (isOneProcess ? " (one process each; --forks 5 says more)" : "")
    }
    let suite = record.suite.title ?? record.suite.name
    return newest
      ?? "nothing to compare yet: this is the first run of '\(suite)'\(rows) in \(folder)"
  }

  /// Adds the record, with the bytes of record.json, to files that appear together.
  func add(_ rendering: RecordRendering, to batch: FileBatch) throws {
    let record = rendering.record
    let time = record.context.startedAt.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    let number = String(1 + (names.last.map(Self.number) ?? 0)).zeroPadded(to: 6)
    try Folder.create(folder)
    try rendering.write(
      .json, to: "\(folder)/\(number)-\(time)\(Self.suffix(record))", in: batch)
  }

  /// Removes the oldest records beyond ``limit``, with their notes, and no other file.
  func prune() {
    for name in names.dropLast(Self.limit) where isRecord(name) {
      // A record that cannot be removed stays with its note; one too many does no harm.
      guard (try? OwnFile.remove("\(folder)/\(name)")) == true else { continue }
      _ = try? OwnFile.remove(notePath(of: name), if: .file)
    }
  }

  private func isRecord(_ name: String) -> Bool {
    let path = "\(folder)/\(name)"
    // Reading a pipe would block.
    return (try? FileKind(at: path)) == .regular && (try? RecordFile.read(path)) != nil
  }

  /// The names that ``add(_:to:)`` gives: a number, a time and a suite.
  private var names: [String] {
    Folder.names(in: folder).filter { name in
      name.wholeMatch(of: /[0-9]{6,9}-[0-9TZ]+-.+\.json/) != nil
    }
    .sorted { (Self.number(of: $0), $0) < (Self.number(of: $1), $1) }
  }

  /// The number before a name; 0 if it has none that this program would assign.
  private static func number(of name: String) -> Int {
    let digits = name.prefix { $0 != "-" }
    return digits.utf8.count <= 9 ? max(0, Int(digits) ?? 0) : 0
  }

  private static func suffix(_ record: RunRecord) -> String { "-\(record.suite.name).json" }

  func runs() -> [KeptRun] {
    names.compactMap { name in
      let path = "\(folder)/\(name)"
      // Reading a pipe would block.
      guard (try? FileKind(at: path)) == .regular, let record = try? RecordFile.read(path)
      else { return nil }
      return KeptRun(number: Self.number(of: name), record, note: note(of: name))
    }
  }

  func name(of number: Int) -> String? { names.first { Self.number(of: $0) == number } }

  func note(of name: String) -> String {
    let path = notePath(of: name)
    guard (try? FileKind(at: path)) == .regular,
      let bytes = try? FileReader.read(path, maximumSizeInBytes: Self.noteLimit)
    else { return "" }
    return DisplayText.line(String(decoding: bytes, as: UTF8.self), limit: Self.noteLimit)
  }

  /// Adds to the note about a run.
  func add(_ text: String, to name: String) throws(InputError) {
    let earlier = note(of: name)
    let whole = Array((earlier.isEmpty ? text : "\(earlier); \(text)").utf8)
    guard whole.count <= Self.noteLimit else {
      throw .usage("got a note of \(whole.count) bytes in all, expected at most \(Self.noteLimit)")
    }
    let path = notePath(of: name)
    if (try? FileKind(at: path)) == .regular,
      (try? FileReader.read(path, maximumSizeInBytes: Self.noteLimit)) == nil
    {
      throw .input("'\(path)' cannot be read as a note, so it stays as it is")
    }
    do { try AtomicFile.write(whole, to: path, replacing: .file) } catch {
      throw .input("cannot write the note: \(error.description)")
    }
  }

  func removeNote(of name: String) throws(InputError) {
    let path = notePath(of: name)
    guard (try? FileKind(at: path)) != .nothing else { return }
    let isRemoved: Bool
    do { isRemoved = try OwnFile.remove(path, if: .file) } catch {
      throw .input(error.description)
    }
    guard isRemoved else { throw .input("'\(path)' is not a file, so it stays as it is") }
  }

  private func notePath(of name: String) -> String { "\(folder)/\(name.dropLast(5)).note" }
}
