import MatchmarkReports

/// Prints lines for a person, in place of the standard library's function of that name.
///
/// Rows, engines, files and their names have a say in nearly every line, and a terminal obeys
/// control characters; so nothing but our own colours and the ends of lines has an effect here.
/// What programs read, such as JSON, is printed by `Swift.print`, byte for byte.
/// Where a program asked for JSON, a person's lines are left out.
func print(_ text: String) {
  if Invocation.current.has("--json") { return }
  Swift.print(TerminalLines.harmless(text))
}

/// Text of several lines on its way to a terminal.
enum TerminalLines {
  /// The text with everything made visible that would have an effect, but for line feeds and our
  /// colours.
  static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { coloured.harmless(String($0)) }.joined(separator: "\n")
  }

  private static let coloured = TextStyle(isColoured: true)
}
