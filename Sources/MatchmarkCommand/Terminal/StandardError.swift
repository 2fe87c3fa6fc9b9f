import Foundation

/// Lines for a person, separate from standard output.
enum StandardError {
  static let descriptor: Int32 = 2

  /// The longest message; a name or a cell that it quotes may be as long as a file.
  static let messageSizeLimitInBytes = 1 << 14

  /// Writes a message; only our own colours take effect on a terminal.
  static func write(_ message: String) {
    put(TerminalLines.harmless(shortened(message)) + "\n")
  }

  /// Redraws the last line; the next one will replace it in turn.
  static func redraw(_ line: String) { put(erasure + TerminalLines.harmless(line)) }

  /// Erases the line that was drawn last.
  static func erase() { put(erasure) }

  private static let erasure = "\r\u{1B}[2K"

  private static func shortened(_ message: String) -> String {
    let size = message.utf8.count
    guard size > messageSizeLimitInBytes else { return message }
    let start = String(decoding: message.utf8.prefix(messageSizeLimitInBytes), as: UTF8.self)
    return "\(start)… (\(size - messageSizeLimitInBytes) bytes left out)"
  }

  private static func put(_ text: String) {
    // If even this write fails, there is no way left to report it.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
