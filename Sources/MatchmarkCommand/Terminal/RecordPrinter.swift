import MatchmarkMeasurement
import MatchmarkReports

/// A record on standard output.
enum RecordPrinter {
  /// - Parameters:
  ///   - change: what changed since the last run.
  ///   - files: the reports that were written. Both stand above the choice, which is the last line
  ///     that a person reads.
  static func show(
    _ record: RunRecord, asJSON: Bool, display: DisplayOptions, change: String? = nil,
    files: [String] = []
  ) throws {
    if asJSON {
      Swift.print(String(decoding: try record.encoded(), as: UTF8.self), terminator: "")
      return
    }
    let style = display.style
    if display.details {
      for line in TerminalDetails(record, style: style).lines() { print(line) }
    }
    var lines = TerminalReport(record, style: style).lines()
    let position = Choice(record) == nil ? lines.count : lines.count - 1
    if !files.isEmpty {
      lines.insert(style.faint("reports: \(files.joined(separator: ", "))"), at: position)
    }
    if let change { lines.insert(change, at: position) }
    for line in lines { print(line) }
  }
}
