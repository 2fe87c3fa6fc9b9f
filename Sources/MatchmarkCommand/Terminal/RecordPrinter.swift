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
    if asJSON { return try showJSON(record) }
    var document = Document(record)
    document.remarks = [change].compactMap(\.self)
    if !files.isEmpty { document.remarks.append("reports: \(listed(files))") }
    show(document, display: display)
  }

  /// A record as JSON on standard output.
  static func showJSON(_ record: RunRecord) throws {
    let bytes = try RecordRendering(record).bytes(.json)
    Swift.print(String(decoding: bytes, as: UTF8.self), terminator: "")
  }

  /// The files, those in the folder of the first without its name.
  private static func listed(_ files: [String]) -> String {
    let folder = files[0].lastIndex(of: "/").map { String(files[0][...$0]) } ?? ""
    return files.enumerated().map { index, file in
      index > 0 && file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
    }.joined(separator: ", ")
  }

  /// A document on standard output.
  static func show(_ document: Document, display: DisplayOptions) {
    let renderer = TerminalRenderer(
      document, style: display.style, details: display.details,
      width: display.screen.colour.width)
    for line in renderer.lines() { print(line) }
  }

  /// A block on standard output, with all its details.
  static func show(_ block: Block, colour: ColourOptions) {
    let lines = TerminalRenderer.lines(
      block, style: colour.style, details: true, width: colour.width)
    for line in lines { print(line) }
  }
}
