package import MatchmarkMeasurement
package import MatchmarkSystem

/// Renders a record in any format, from the record alone.
package struct RecordRendering {
  private let record: RunRecord
  private let dialect: JUnitDialect
  private let style: TextStyle

  package init(
    _ record: RunRecord, dialect: JUnitDialect = .common,
    style: TextStyle = TextStyle(isColoured: false)
  ) {
    self.record = record
    self.dialect = dialect
    self.style = style
  }

  /// The bytes of the report.
  ///
  /// - Throws: ``ReportError``.
  package func bytes(_ format: ReportFormat) throws(ReportError) -> [UInt8] {
    switch format {
    case .text:
      let lines = TerminalReport(record, style: style).lines()
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    case .junit:
      return try JUnitWriter.render(JUnitReport(record), dialect: dialect)
    case .html:
      return try HTMLReport(record).render()
    case .markdown:
      return Array(MarkdownReport(record).render().utf8)
    case .xml:
      return try ResultReport(record).render()
    case .csv:
      return SampleTable(record).render()
    case .json:
      do { return try record.encoded() } catch { throw .record(error) }
    }
  }

  /// Writes the report to a file, whole or not at all; the folder must exist.
  ///
  /// - Parameter batch: with what it appears; nil has it appear at once.
  /// - Throws: ``ReportError``; the file that was there before then stands.
  package func write(
    _ format: ReportFormat, to path: String, in batch: FileBatch? = nil
  ) throws(ReportError) {
    switch format {
    case .junit:
      try JUnitWriter.write(JUnitReport(record), to: path, dialect: dialect, in: batch)
    case .xml:
      try ResultReport(record).write(to: path, in: batch)
    case .csv:
      do { try SampleTable(record).write(to: path, in: batch) } catch { throw .file(error) }
    case .html, .markdown, .json, .text:
      let bytes = try bytes(format)
      do { try AtomicFile.write(bytes, to: path, in: batch) } catch { throw .file(error) }
    }
  }
}
