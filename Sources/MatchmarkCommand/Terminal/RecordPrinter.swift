import MatchmarkMeasurement
import MatchmarkReports

/// Prints a record on standard output.
enum RecordPrinter {
  /// - Parameters:
  ///   - change: what changed since the last run.
  ///   - files: the reports that were written. Both come before the choice, which is the last line
  ///     that a person reads.
  static func show(
    _ record: RunRecord, asJSON: Bool, display: DisplayOptions, change: String? = nil,
    files: [String] = []
  ) throws {
    if asJSON { return try showJSON(record) }
    var document = Document(record)
    document.remarks = [change].compactMap(\.self)
    if !files.isEmpty { document.remarks.append("reports: \(listed(files))") }
    show(document, display: display)
  }

  /// Prints a record as JSON.
  static func showJSON(_ record: RunRecord) throws {
    let bytes = try RecordRendering(record).bytes(.json)
    Swift.print(String(decoding: bytes, as: UTF8.self), terminator: "")
  }

  /// The files; those in the same folder as the first one without their folder's name.
  private static func listed(_ files: [String]) -> String {
    let folder = files[0].lastIndex(of: "/").map { String(files[0][...$0]) } ?? ""
    return files.enumerated().map { index, file in
      index > 0 && file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
    }.joined(separator: ", ")
  }

  /// Prints a document.
  static func show(_ document: Document, display: DisplayOptions) {
    let renderer = TerminalRenderer(
      document, style: display.style, details: display.details,
      width: display.screen.colour.width)
    for line in renderer.lines() { print(line) }
  }

  /// Prints a block with all its details.
  static func show(_ block: Block, colour: ColourOptions) {
    let lines = TerminalRenderer.lines(
      block, style: colour.style, details: true, width: colour.width)
    for line in lines { print(line) }
  }
}
