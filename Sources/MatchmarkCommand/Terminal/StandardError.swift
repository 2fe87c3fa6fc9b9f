import Foundation
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem
import Synchronization

/// Prints text for a person, in place of the standard library's function `print`.
///
/// Rows, engines, files and their names contribute to nearly every line, and a terminal obeys
/// control characters. So only our own colours and line ends take effect here (``StyledText``).
/// Output for programs, such as JSON, is printed by `Swift.print`, byte for byte.
struct Printer: Sendable {
  /// True if a program asked for JSON, so that text for a person is left out.
  let isSilent: Bool

  func callAsFunction(_ text: StyledText) { if !isSilent { Swift.print(text.output) } }
}

/// Hides the standard library's function, which would otherwise take a literal as a `String`, whose
/// values would take effect.
@available(*, unavailable, message: "take a Printer, or call Swift.print for programs")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

/// Lines for a person, separate from standard output.
enum StandardError {
  static let descriptor: Int32 = 2

  /// The longest message; a name or a cell that it quotes may be as long as a file.
  static let messageSizeLimitInBytes = 1 << 14

  static func write(_ message: StyledText) { put(shortened(message.output) + "\n") }

  /// Writes an error that ends a command, as one line.
  static func write(_ error: some Error & CustomStringConvertible) { write("matchmark: \(error)") }

  /// Writes each line of a text; only for texts of our own, which quote no file.
  static func write(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { write("\(line)") }
  }

  /// Redraws the last line; the next one will replace it in turn.
  static func redraw(_ line: String) { put(erasure + TerminalText.visible(line)) }

  /// Erases the last line of a terminal, so that another line can take its place.
  static func erase() { if Terminal.obeysSequences(descriptor) { put(erasure) } }

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

/// Shows the progress of a run: a redrawn bar on a terminal, a line per cell elsewhere.
final class Progress: Sendable {
  private let isShown: Bool
  private let isTerminal: Bool
  private let start = MonotonicClock.now()
  private let state = Mutex(State())

  private struct State {
    var lastDrawn: UInt64 = 0
    /// The time of the last line about what takes long, if there is no terminal.
    var lastTold = MonotonicClock.now()
    var cell = ""
    var fraction = 0.0
    var finished = 0
    var total = 0
  }

  /// More frequent redrawing would only take time from the measurement.
  private static let redrawNanoseconds: UInt64 = 100_000_000
  /// The time without a line: at least this long, and at least a tenth of the whole.
  private static let tellNanoseconds: UInt64 = 5_000_000_000
  private static let tellShare: UInt64 = 10

  init(isShown: Bool) {
    self.isShown = isShown
    isTerminal = Terminal.obeysSequences(StandardError.descriptor)
  }

  func note(_ event: RunEvent) {
    guard isShown else { return }
    state.withLock { state in
      switch event {
      case .cellStarted(let index, let count, let id):
        state.cell = id
        state.finished = index
        state.total = count
        state.lastTold = MonotonicClock.now()
        if !isTerminal { StandardError.write("[\(index + 1)/\(count)] \(id)") }
      case .progressed(let fraction):
        state.fraction = fraction
        draw(&state, state.cell)
      case .forkStarted(let number, let count, let matcher, let cell):
        state.cell = "\(cell): \(matcher)"
        tell(&state, "\(state.cell), process \(number + 1) of \(count)")
      case .building(let matcher, let step, let fraction):
        let what = "building \(matcher): \(step), \(Int(fraction * 100)) %"
        draw(&state, what)
        tell(&state, what)
      case .cellFinished:
        state.finished += 1
        state.fraction = Double(state.finished) / Double(max(state.total, 1))
        draw(&state, state.cell, isForced: true)
      }
    }
  }

  /// Notes one of many short steps: on a terminal in the bar, elsewhere every few seconds.
  ///
  /// - Parameter done: the number of steps before this one.
  func note(_ step: String, after done: Int, of total: Int) {
    guard isShown else { return }
    state.withLock { state in
      (state.finished, state.total) = (done, total)
      state.fraction = Double(done) / Double(max(total, 1))
      draw(&state, step)
      tell(&state, "\(done) of \(total), \(step)")
    }
  }

  func end() {
    if isShown { StandardError.erase() }
  }

  private func tell(_ state: inout State, _ line: String) {
    let now = MonotonicClock.now()
    let pause = max(Self.tellNanoseconds, (now - start) / Self.tellShare)
    guard !isTerminal, now - state.lastTold >= pause else { return }
    state.lastTold = now
    StandardError.write("      \(line)")
  }

  private func draw(_ state: inout State, _ what: String, isForced: Bool = false) {
    let now = MonotonicClock.now()
    guard isTerminal, isForced || now - state.lastDrawn >= Self.redrawNanoseconds else { return }
    state.lastDrawn = now
    let width = Terminal.width(of: StandardError.descriptor) ?? 80
    let line = Self.line(
      fraction: state.fraction, cells: "\(min(state.finished + 1, state.total))/\(state.total)",
      cell: what, elapsedSeconds: Double(now - start) / 1e9)
    StandardError.redraw(String(line.prefix(width - 1)))
  }

  /// For instance `[########············]  40 %  20/49  8 s left  titles-1000.titles`.
  static func line(
    fraction: Double, cells: String, cell: String, elapsedSeconds: Double
  ) -> String {
    let done = min(max(fraction, 0), 1)
    let filled = Int(done * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 20 - filled)
    let percent = "\(Int(done * 100)) %"
    let left =
      done > 0.02 ? "\(Int(elapsedSeconds / done * (1 - done)) + 1) s left" : "starting"
    let padding = String(repeating: " ", count: max(0, 5 - percent.count))
    return "[\(bar)] \(padding)\(percent)  \(cells)  \(left)  \(cell)"
  }
}
