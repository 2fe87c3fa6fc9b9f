/// The forms that a record can take.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// One self-contained web page.
  case html
  /// For job summaries and comments.
  case markdown
  /// JUnit's XML, in one of its dialects.
  case junit
  /// XML of our own, to query and transform.
  case xml
  /// All samples.
  case csv
  /// The record itself, in the newest version of its format.
  case json
  /// What `run` prints.
  case text

  /// The format that the ending of a file name stands for; nil where it names none.
  ///
  /// `xml` is none: it could be either of two formats.
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
