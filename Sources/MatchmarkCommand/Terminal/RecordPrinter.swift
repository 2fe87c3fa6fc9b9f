import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports

enum RecordPrinter {
  /// - Parameters:
  ///   - remarks: the change since the last run, and the reports that were written. They come
  ///     before the choice, which is the last line that a person reads.
  ///   - leadsWithGrowth: true to show the growth of the times first, with all details.
  static func show(
    _ rendering: RecordRendering, asJSON: Bool, display: DisplayOptions, remarks: [String] = [],
    leadsWithGrowth: Bool = false
  ) throws {
    if asJSON { return try showJSON(rendering) }
    var document = rendering.document
    if leadsWithGrowth, let growth = Block.growth(of: rendering.record) {
      show(growth, colour: display.screen.colour)
      document.remove(growth)
    }
    document.remarks = remarks
    show(document, display: display)
  }

  static func showJSON(_ rendering: RecordRendering) throws {
    let bytes = try rendering.bytes(.json)
    Swift.print(String(decoding: bytes, as: UTF8.self), terminator: "")
  }

  /// The reports that were written; those in the same folder as the first one without its name.
  static func remark(onReports files: [String]) -> String {
    let folder = files[0].lastIndex(of: "/").map { String(files[0][...$0]) } ?? ""
    let names = files.enumerated().map { index, file in
      index > 0 && file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
    }
    return "reports: \(names.joined(separator: ", "))"
  }

  static func show(_ document: Document, display: DisplayOptions) {
    let renderer = TerminalRenderer(
      document, style: display.style, details: display.details,
      width: display.screen.colour.width)
    show(renderer.lines())
  }

  static func show(_ text: String, _ tone: Tone = .plain, colour: ColourOptions) {
    let lines = TerminalRenderer.lines(text, tone, style: colour.style, width: colour.width)
    show(lines)
  }

  static func show(_ block: Block, colour: ColourOptions) {
    let lines = TerminalRenderer.lines(
      block, style: colour.style, details: true, width: colour.width)
    show(lines)
  }

  private static func show(_ rendered: [String]) {
    for line in rendered { print(StyledText(rendered: line)) }
  }
}
