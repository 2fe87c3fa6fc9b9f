import CProcess
import LibC

/// Facts about the terminal of an open descriptor.
package enum Terminal {
  /// Returns true if a person may be looking at descriptor `number` (1 is standard output).
  package static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  package static func width(of number: Int32) -> Int? { size(of: number)?.columns }

  /// Returns the columns and rows of a terminal; nil if there is no terminal or its size is
  /// unknown.
  package static func size(of number: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    // The pointer to `size` lives only for the call; TIOCGWINSZ fills exactly one winsize.
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// The entire terminal: keys arrive one by one, and lines replace the previous lines.
///
/// From the start, keys are kept for ``read()`` and are not echoed; the separate screen appears
/// with the first lines. The terminal is restored no matter how the process ends: at the end of the
/// value's lifetime, by exit(3), by signals that end the process (``Signals``), and while SIGTSTP
/// stops it.
package struct Screen: ~Copyable {
  /// Takes over the terminal.
  ///
  /// - Throws: ``FileError`` if there is no terminal.
  package init() throws(FileError) {
    let code = cprocess_begin_screen()
    if code != 0 { throw FileError(.open, path: "the terminal", code: code) }
  }

  deinit { cprocess_end_screen() }

  /// Waits for input and returns it; nil if the screen must be redrawn first, empty at the end of
  /// the input.
  package func read() throws(FileError) -> [UInt8]? {
    var chunk: [UInt8] = []
    if cprocess_wait_for_keys() == 0 { return nil }
    return try StandardInput.readUntilSignal(into: &chunk) ? chunk : nil
  }

  /// Returns true if input arrives within a time limit.
  package func hasInput(withinMilliseconds limit: Int32) -> Bool {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    // The pointer to `input` lives only for the call, which reads and fills one element.
    while true {
      let count = unsafe poll(&input, 1, limit)
      // A signal, such as that of a resize, ends the wait and tells nothing about input.
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  package var size: (columns: Int, rows: Int) { Terminal.size(of: 1) ?? (80, 24) }

  /// Replaces the lines on the screen, in one write, to avoid flicker.
  ///
  /// - Parameter lines: at most as many lines as the screen has rows, and none wider than the
  ///   screen.
  package func draw(_ lines: [String]) throws(FileError) {
    cprocess_show_screen()
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    try StandardOutput.write(Array("\u{1B}[H\(text)\u{1B}[J".utf8))
  }
}
