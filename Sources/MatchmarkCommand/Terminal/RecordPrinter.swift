import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports

/// The printer of records, of documents and of parts of them.
struct RecordPrinter {
  private let colour: ColourOptions
  private let details: Bool
  private let print: Printer

  init(_ display: DisplayOptions, _ print: Printer) {
    (colour, details, self.print) = (display.screen.colour, display.details, print)
  }

  init(_ colour: ColourOptions, _ print: Printer) {
    (self.colour, details, self.print) = (colour, true, print)
  }

  /// - Parameters:
  ///   - remarks: the change since the last run, and the reports that were written. They come
  ///     before the choice, which is the last line that a person reads.
  ///   - leadsWithGrowth: true to show the growth of the times first, with all details.
  func show(
    _ rendering: RecordRendering, asJSON: Bool, remarks: [String] = [],
    leadsWithGrowth: Bool = false
  ) throws {
    if asJSON { return try Self.showJSON(rendering) }
    var document = rendering.document
    if leadsWithGrowth, let growth = Block.growth(of: rendering.record) {
      show(growth)
      document.remove(growth)
    }
    document.remarks = remarks
    show(document)
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

  func show(_ document: Document) {
    let renderer = TerminalRenderer(
      document, style: colour.style, details: details, width: colour.width)
    show(renderer.lines())
  }

  func show(_ block: Block) {
    let lines = TerminalRenderer.lines(
      block, style: colour.style, details: true, width: colour.width)
    show(lines)
  }

  private func show(_ rendered: [String]) {
    for line in rendered { print(StyledText(rendered: line)) }
  }
}
