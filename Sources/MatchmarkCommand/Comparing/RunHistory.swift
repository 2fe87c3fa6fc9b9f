import Foundation
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// The last records of `run`, kept so that each run can say what changed.
struct RunHistory {
  let folder: String

  /// How many are kept.
  static let limit = 20

  /// - Parameter reports: the folder of the reports.
  init(reports: String) { folder = "\(reports)/runs" }

  /// What changed since the last comparable run of the suite, or why that cannot be said.
  func change(of record: RunRecord) -> String {
    guard let now = try? Baseline(record) else { return "no change to tell of" }
    var newest: String?
    for name in names.reversed() where name.hasSuffix(Self.suffix(record)) {
      guard let earlier = try? ComparableFile.read("\(folder)/\(name)") else { continue }
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
      ?? "no change to tell of: this is the first run of '\(record.suite.name)' in \(folder)"
  }

  /// Adds the record, and removes the oldest beyond the limit.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  func add(_ record: RunRecord) throws(CommandError) {
    let time = record.context.startedAt.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    do {
      try Folder.create(folder)
      try AtomicFile.write(try record.encoded(), to: "\(folder)/\(time)\(Self.suffix(record))")
    } catch {
      throw .input("cannot keep the record: \(error)")
    }
    for name in names.dropLast(Self.limit) {
      // One record more than the limit harms nobody.
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  /// The names, oldest first.
  private var names: [String] {
    FolderListing.names(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
  }

  private static func suffix(_ record: RunRecord) -> String { "-\(record.suite.name).json" }
}
