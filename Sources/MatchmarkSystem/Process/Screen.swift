import CProcess

/// The whole terminal, taken over: keys come one by one, and lines replace the ones before.
///
/// However the process ends, the terminal is as it was: after the value is gone, by exit(3), by
/// signals that end it (``Signals``), and while SIGTSTP stops it.
package struct Screen: ~Copyable {
  private static let name = "the terminal"

  /// Takes the terminal over.
  ///
  /// - Throws: ``FileError`` where there is none.
  package init() throws(FileError) {
    let code = cprocess_begin_screen()
    if code != 0 { throw FileError(.open, path: Self.name, code: code) }
  }

  deinit { cprocess_end_screen() }

  /// What was typed, waiting for it; nil where the screen must be drawn anew first, nothing at the
  /// end of input.
  ///
  /// - Throws: ``FileError``.
  package func read() throws(FileError) -> [UInt8]? {
    var chunk: [UInt8] = []
    if cprocess_screen_has_changed() != 0 { return nil }
    return try StandardInput.readUntilSignal(into: &chunk) ? chunk : nil
  }

  package var size: (columns: Int, rows: Int) { Terminal.size(of: 1) ?? (80, 24) }

  /// Replaces what is shown, in one write, so that nothing flickers.
  ///
  /// - Parameter lines: none wider than the screen, and no more than it has rows.
  /// - Throws: ``FileError``.
  package func draw(_ lines: [String]) throws(FileError) {
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    try StandardOutput.write(Array("\u{1B}[H\(text)\u{1B}[J".utf8))
  }
}
