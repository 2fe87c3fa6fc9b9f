import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkReports

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

/// A row as people see it: its cells, with the matches underlined.
struct RowText {
  private let corpus: FoldedCorpus
  private let style: TextStyle
  private var query = ResolvedQuery()

  /// - Parameter text: what was typed; text that cannot be searched for marks nothing.
  init(_ corpus: FoldedCorpus, text: String, style: TextStyle) {
    self.corpus = corpus
    self.style = style
    // Tokens and scope mark nothing, and the row is known to match them.
    do { try query.resolve(SearchQuery(text), in: corpus) } catch { query = ResolvedQuery() }
  }

  var hasMarks: Bool { query.termCount > 0 }

  func marks(_ row: Int) -> [MarkedField] { corpus.matchedRanges(row: row, for: query) }

  /// For instance `United Kingdom · Europe · 2018`.
  func line(_ row: Int) -> StyledText {
    let marks = marks(row)
    let cells = corpus.corpus.schema.columns.indices.compactMap { column -> StyledText? in
      let cell = corpus.corpus.cell(row: row, column: column)
      let ranges = marks.first { $0.column == column }?.ranges ?? []
      return cell.isEmpty ? nil : style.marked(cell, ranges)
    }
    return StyledText(rendered: cells.map(\.output).joined(separator: " · "))
  }

  /// The marks for JSON: pairs of UTF-8 offsets, keyed by the column's name.
  func ranges(_ row: Int) -> [String: [[Int]]] {
    marks(row).byName(in: corpus.corpus.schema)
  }
}
