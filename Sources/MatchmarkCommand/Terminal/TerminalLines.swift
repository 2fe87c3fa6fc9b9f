import MatchmarkReports

/// Prints lines for a person, in place of the standard library's function with that name.
///
/// Rows, engines, files and their names contribute to nearly every line, and a terminal obeys
/// control characters. So only our own colours and line ends take effect here.
/// What programs read, such as JSON, is printed by `Swift.print`, byte for byte.
/// If a program asked for JSON, lines for a person are left out.
func print(_ text: String) {
  if Invocation.current.has("--json") { return }
  Swift.print(TerminalLines.harmless(text))
}

/// Text of several lines that goes to a terminal.
enum TerminalLines {
  /// The text with every control character made visible, except line feeds and our colours.
  static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { coloured.harmless(String($0)) }.joined(separator: "\n")
  }

  private static let coloured = TextStyle(isColoured: true)
}
