package import MatchmarkRecord
package import MatchmarkSystem

/// The renderings of a record in every format, from the record alone.
///
/// The choice and the document are made once, however many renderings need them: the choice
/// resamples.
package final class RecordRendering {
  package let record: RunRecord
  private let program: ShownProgram
  private let dialect: JUnitDialect
  private let text: TextForm

  /// The form of the report as text.
  package struct TextForm {
    let style: TextStyle
    let hasDetails: Bool
    let width: Int?

    /// - Parameter width: the width of the lines for a terminal; nil for no limit.
    package init(
      style: TextStyle = TextStyle(isColoured: false), details: Bool = false, width: Int? = nil
    ) {
      (self.style, hasDetails, self.width) = (style, details, width)
    }
  }

  /// Prepares the rendering of a record.
  ///
  /// - Parameter program: the program in the commands that a reader may repeat.
  package init(
    _ record: RunRecord, program: ShownProgram, dialect: JUnitDialect = .common,
    text: TextForm = TextForm()
  ) {
    self.record = record
    self.program = program
    self.dialect = dialect
    self.text = text
  }

  private lazy var choices = Choice.all(record)
  package private(set) lazy var document = Document(record, choices, program)

  /// The record with the choice in words, as files have it.
  private var chosen: RunRecord {
    var chosen = record
    chosen.choice = choices.flatMap(\.lines)
    return chosen
  }

  /// Returns the bytes of the report.
  ///
  /// - Throws: ``RecordError`` or ``ReportError``.
  package func bytes(_ format: ReportFormat) throws -> [UInt8] {
    switch format {
    case .text, .html, .markdown:
      return try document.bytes(
        format, style: text.style, details: text.hasDetails, width: text.width)
    case .comment: return Array(MarkdownComment(document, of: record).render().utf8)
    case .junit:
      return try JUnitWriter.render(JUnitReport(record, program: program), dialect: dialect)
    case .xml: return try ResultReport(record, choices, program).render()
    case .csv: return SampleTable(record).render()
    case .githubActionBenchmark: return try TrackedFigures(record).githubActionBenchmark()
    case .bencher: return try TrackedFigures(record).bencher()
    case .json: return try chosen.encoded()
    }
  }

  /// Writes the report to a file, which appears with its batch; the folder must exist.
  ///
  /// - Throws: ``FileError``, ``RecordError`` or ``ReportError``; the existing file then stays.
  package func write(_ format: ReportFormat, to path: String, in batch: FileBatch) throws {
    switch format {
    case .junit:
      try JUnitWriter.write(
        JUnitReport(record, program: program), to: path, dialect: dialect, in: batch)
    case .csv: try SampleTable(record).write(to: path, in: batch)
    default: try AtomicFile.write(try bytes(format) + format.signature, to: path, in: batch)
    }
  }
}

extension ReportFormat {
  /// The end of a file, by which ``OwnFile`` recognises it; empty for formats that have another
  /// mark.
  package var signature: [UInt8] { self == .text ? Array("\n\(FileMark.line)\n".utf8) : [] }
}

extension Document {
  /// Returns the document as a web page, as Markdown, or else as text, by default with all details.
  package func bytes(
    _ format: ReportFormat, style: TextStyle = TextStyle(isColoured: false), details: Bool = true,
    width: Int? = nil
  ) throws(ReportError) -> [UInt8] {
    switch format {
    case .html: return try HTMLRenderer(self).render()
    case .markdown: return Array(MarkdownRenderer(self).render().utf8)
    default:
      let lines = TerminalRenderer(self, style: style, details: details, width: width).lines()
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    }
  }
}

package enum ReportFormat: String, Sendable, CaseIterable {
  case html
  /// Markdown for job summaries.
  case markdown
  /// Markdown for a comment on a change, in a few lines.
  case comment
  /// JUnit's XML, in one of two dialects.
  case junit
  /// XML in a format of this project, to query and transform.
  case xml
  case csv
  /// The record itself, in the newest version of its format.
  case json
  /// The output of `run`.
  case text
  /// The input of github-action-benchmark with the tool `customSmallerIsBetter`.
  case githubActionBenchmark = "github-action-benchmark"
  /// Bencher's metric format.
  case bencher

  /// Creates the format for the extension of a file name; the result is nil if there is none.
  ///
  /// `xml` stands for no format, because it could be either of two.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "html", "htm": self = .html
    case "md", "markdown": self = .markdown
    case "csv": self = .csv
    case "json": self = .json
    case "txt": self = .text
    default: return nil
    }
  }
}

/// A failed call of libxml2, which happens only if memory runs out or calls are in the wrong order.
package struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let call: String

  package init(call: String) { self.call = call }

  package var description: String { "libxml2 refused \(call)" }
}
