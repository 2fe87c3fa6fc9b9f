/// The forms that a record can take.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// What `run` prints.
  case text
  /// JUnit's XML, in one of its dialects.
  case junit
  /// One self-contained web page.
  case html
  /// The record itself, in the newest version of its format.
  case json

  /// The format that the ending of a file name stands for; nil where it names none or several.
  package init?(fileName: String) {
    let ending = fileName.split(separator: ".").last?.lowercased() ?? ""
    guard fileName.contains("."),
      let format = Self.allCases.first(where: { $0.endings.contains(ending) })
    else { return nil }
    self = format
  }

  /// `xml` is none of them: it could be either of two formats.
  private var endings: [String] {
    switch self {
    case .text: ["txt"]
    case .junit: []
    case .html: ["html", "htm"]
    case .json: ["json"]
    }
  }
}
