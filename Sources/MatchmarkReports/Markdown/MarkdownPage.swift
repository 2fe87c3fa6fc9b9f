/// Sections of Markdown under a limit of size, the most important first.
///
/// GitHub drops a job summary of more than 1 MiB as a whole, so a section that would not fit is
/// left out and named instead.
package struct MarkdownPage {
  private var text = ""
  private var omitted: [String] = []

  /// Somewhat below 1 MiB, for a summary may have more than one author.
  static let limitInBytes = 900_000

  /// Adds paragraphs, whatever their size: only for what is short.
  mutating func append(_ paragraphs: String...) {
    for paragraph in paragraphs where !paragraph.isEmpty { text += paragraph + "\n\n" }
  }

  package init() {}

  /// Adds a section, open or behind a line that opens it.
  package mutating func append(_ title: String, isOpen: Bool, _ lines: [String]) {
    let body = lines.joined(separator: "\n")
    let section =
      isOpen
      ? "### \(title)\n\n\(body)\n\n"
      : "<details>\n<summary>\(title)</summary>\n\n\(body)\n\n</details>\n\n"
    if text.utf8.count + section.utf8.count <= Self.limitInBytes {
      text += section
    } else {
      omitted.append(title)
    }
  }

  /// The page, with the names of what did not fit.
  package func finished() -> String {
    guard !omitted.isEmpty else { return text }
    return text + "Left out, for this page has a limit of size: "
      + "\(omitted.joined(separator: ", ")). The HTML report has them.\n"
  }
}
