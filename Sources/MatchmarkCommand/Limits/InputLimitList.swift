import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSession

/// The limits of all modules, for `list` and for the documentation page, which tests generate.
package enum InputLimitList {
  /// The limits, grouped by subject.
  package static let groups: [(title: String, limits: [InputLimit])] = [
    ("Queries and corpora", InputLimit.core + InputLimit.datasets),
    ("Search fields, traces and cases", InputLimit.session + InputLimit.conformance),
    ("Files and arguments", InputLimit.command),
    ("Engines", InputLimit.engines),
    ("Runs and reports", InputLimit.measurement + InputLimit.harness + InputLimit.reports),
  ]

  package static var all: [InputLimit] { groups.flatMap(\.limits) }

  /// The exit code of a command beyond a limit; nil if it continues.
  package static func exitCode(beyond limit: InputLimit) -> Int32? {
    switch limit.beyond {
    case .misused: ExitStatus.usage.rawValue
    case .refused: ExitStatus.couldNotRun.rawValue
    case .faulted: ExitStatus.engine.rawValue
    case .answered, .cut: nil
    }
  }

  /// Name and value, and what is limited; what happens beyond the limit is on a separate line.
  static func entries() -> [(String, String)] {
    all.map { limit in
      (limit.name, "\(amount(limit)): \(limit.subject); beyond: \(consequence(limit))")
    }
  }

  private static func consequence(_ limit: InputLimit) -> String {
    let exit = exitCode(beyond: limit).map { " (exit \($0))" } ?? ""
    return limit.beyond.text + exit
  }

  /// `65 536 bytes (64 KiB)`.
  package static func amount(_ limit: InputLimit) -> String {
    let count = QuantityFormat.count(limit.value)
    let size = limit.unit == .bytes ? roundSize(limit.value).map { " (\($0))" } ?? "" : ""
    return [count, limit.unit.rawValue].filter { !$0.isEmpty }.joined(separator: " ") + size
  }

  /// The size in the largest unit that divides it evenly.
  private static func roundSize(_ bytes: Int) -> String? {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    return units.first { bytes % $0.1 == 0 }.map { "\(bytes / $0.1) \($0.0)" }
  }
}
