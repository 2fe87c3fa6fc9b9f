import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

/// Shows how far a run is: a bar that is redrawn on a terminal, a line for each cell elsewhere.
final class Progress {
  private let isShown: Bool
  private let isTerminal: Bool
  private let start = MonotonicClock.now()
  private var lastDrawn: UInt64 = 0
  private var cell = ""
  private var finished = 0
  private var total = 0

  /// Redrawing more often only costs time that is being measured.
  private static let redrawNanoseconds: UInt64 = 100_000_000

  init(isShown: Bool) {
    self.isShown = isShown
    isTerminal = Terminal.isTerminal(StandardError.descriptor)
  }

  func note(_ event: RunEvent) {
    guard isShown else { return }
    switch event {
    case .cellStarted(let index, let count, let id):
      cell = id
      finished = index
      total = count
      if !isTerminal { StandardError.write("[\(index + 1)/\(count)] \(id)") }
    case .progressed(let fraction):
      draw(fraction)
    case .cellFinished:
      finished += 1
      draw(Double(finished) / Double(max(total, 1)), isForced: true)
    }
  }

  /// Removes the bar.
  func end() {
    if isShown && isTerminal { StandardError.write("\r\u{1B}[2K", terminator: "") }
  }

  private func draw(_ fraction: Double, isForced: Bool = false) {
    let now = MonotonicClock.now()
    guard isTerminal, isForced || now - lastDrawn >= Self.redrawNanoseconds else { return }
    lastDrawn = now
    let width = Terminal.width(of: StandardError.descriptor) ?? 80
    let line = Self.line(
      fraction: fraction, cells: "\(min(finished + 1, total))/\(total)", cell: cell,
      elapsedSeconds: Double(now - start) / 1e9)
    StandardError.write("\r\u{1B}[2K" + line.prefix(width - 1), terminator: "")
  }

  /// For instance `[########············]  40 %  20/49  8 s left  titles-1000.titles`.
  static func line(
    fraction: Double, cells: String, cell: String, elapsedSeconds: Double
  ) -> String {
    let done = min(max(fraction, 0), 1)
    let filled = Int(done * 20)
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "·", count: 20 - filled)
    let percent = "\(Int(done * 100)) %"
    let left =
      done > 0.02 ? "\(Int(elapsedSeconds / done * (1 - done)) + 1) s left" : "starting"
    let padding = String(repeating: " ", count: max(0, 5 - percent.count))
    return "[\(bar)] \(padding)\(percent)  \(cells)  \(left)  \(cell)"
  }
}
