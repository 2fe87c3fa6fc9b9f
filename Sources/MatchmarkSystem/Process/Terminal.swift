import LibC

/// What an open descriptor says about its terminal.
package enum Terminal {
  /// Whether a person may be looking at descriptor `number` (1 is standard output).
  package static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// The width in columns; nil if there is no terminal or it does not say.
  package static func width(of number: Int32) -> Int? { size(of: number)?.columns }

  /// Columns and rows; nil if there is no terminal or it does not say.
  package static func size(of number: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    // The pointer to `size` lives for the call; TIOCGWINSZ fills exactly one winsize.
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
