import Foundation
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// The last records of `run`, kept so that each run can say what changed.
///
/// Their order is that of a number before each name: a clock may be set back, and two runs may
/// begin in the same second.
struct RunHistory {
  private let reports: ReportsFolder

  /// How many are kept.
  static let limit = 20

  /// - Parameter reports: the folder of the reports, which no other process writes to meanwhile.
  init(reports: ReportsFolder) { self.reports = reports }

  private var folder: String { ReportsFolder.Part.runs.path(in: reports.path) }

  /// What changed since the last comparable run of the suite, or why that cannot be said.
  func change(of record: RunRecord) -> String {
    guard let now = try? Baseline(record) else { return "nothing to compare yet" }
    var newest: String?
    for name in names.reversed() where name.hasSuffix(Self.suffix(record)) {
      let path = "\(folder)/\(name)"
      // A pipe would be waited for.
      guard (try? FileKind(at: path)) == .regular,
        let earlier = try? ComparableFile.read(path)
      else { continue }
      var shared = earlier
      shared.keep(now)
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
      return line + (isOneProcess ? " (one process each; --forks 5 tells more)" : "")
    }
    return newest
      ?? "nothing to compare yet: this is the first run of '\(record.suite.name)' in \(folder)"
  }

  /// Adds the record to files that appear together, in the bytes of record.json.
  func add(_ record: RunRecord, to batch: FileBatch) throws {
    let time = record.context.startedAt.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    let digits = String(1 + (names.last.map(Self.number) ?? 0))
    let number = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    try Folder.create(folder)
    try RecordRendering(record).write(
      .json, to: "\(folder)/\(number)-\(time)\(Self.suffix(record))", in: batch)
  }

  /// Removes the oldest records beyond the limit.
  func prune() {
    for name in names.dropLast(Self.limit) {
      // One record more than the limit does no harm.
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  /// The names, oldest first.
  private var names: [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
      .sorted { (Self.number(of: $0), $0) < (Self.number(of: $1), $1) }
  }

  /// The number before a name; 0 where it has none that this program would give.
  private static func number(of name: String) -> Int {
    let digits = name.prefix { $0 != "-" }
    return digits.utf8.count <= 9 ? max(0, Int(digits) ?? 0) : 0
  }

  private static func suffix(_ record: RunRecord) -> String { "-\(record.suite.name).json" }
}
