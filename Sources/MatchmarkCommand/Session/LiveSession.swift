import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSession
import MatchmarkSystem

/// A search field on a terminal's screen that filters on every key.
struct LiveSession {
  private var stage: SessionStage
  private var scene: SessionScene
  private let title: String
  private let style: TextStyle
  /// The first row on the screen, as an index in the list.
  private var first = 0
  private var refusal: String?

  /// The time within which the rest of a sequence follows; a person's next key comes later.
  private static let sequencePauseInMilliseconds: Int32 = 50

  /// - Parameter stage: a field that is not active yet.
  init(_ stage: SessionStage, title: String, style: TextStyle) throws(SessionError) {
    self.stage = stage
    scene = try self.stage.play(.activate(by: .user))
    self.title = title
    self.style = style
  }

  /// Draws and handles keys until one ends the session.
  ///
  /// - Throws: ``FileError`` if the terminal cannot be read or written.
  mutating func run(on screen: borrowing Screen) throws(FileError) {
    var reader = TerminalKeyReader()
    while true {
      let size = screen.size
      try screen.draw(lines(columns: size.columns, rows: size.rows))
      guard let bytes = try screen.read() else { continue }
      if bytes.isEmpty { return }
      var keys = reader.keys(bytes)
      if reader.isInsideSequence,
        !screen.hasInput(withinMilliseconds: Self.sequencePauseInMilliseconds)
      {
        keys += reader.remainder()
      }
      for key in keys where !press(key, rowsOnScreen: max(1, size.rows - 5)) { return }
    }
  }

  /// - Returns: false if the key ends the session.
  mutating func press(_ key: TerminalKey, rowsOnScreen: Int) -> Bool {
    switch key {
    case .text(let typed): play(.type(typed))
    case .backspace: play(.backspace)
    case .clear: play(.setText(""))
    case .escape:
      if stage.session.field.text.isEmpty { return false }
      play(.setText(""))
    case .quit: return false
    case .up: scroll(by: -1, rowsOnScreen)
    case .down: scroll(by: 1, rowsOnScreen)
    case .pageUp: scroll(by: -rowsOnScreen, rowsOnScreen)
    case .pageDown: scroll(by: rowsOnScreen, rowsOnScreen)
    case .other: break
    }
    return true
  }

  private mutating func play(_ event: SessionEvent) {
    refusal = nil
    do throws(SessionError) {
      scene = try stage.play(event)
      first = 0
    } catch { refusal = error.description }
  }

  private mutating func scroll(by count: Int, _ rowsOnScreen: Int) {
    first = max(0, min(first + count, scene.rows.count - rowsOnScreen))
  }

  /// The lines of the screen: the field, how long the answer took, the rows, and the keys.
  func lines(columns: Int, rows: Int) -> [String] {
    let head = [
      style.faint(fitting(title, columns)).output, field(columns), status(columns),
      style.faint(String(repeating: "─", count: columns)).output,
    ]
    let room = max(0, rows - head.count - 1)
    let listed = list(room, columns)
    let space = Array(repeating: "", count: max(0, room - listed.count))
    let keys = "type to filter · ↑ ↓ PgUp PgDn scroll · Esc clears, then quits · Ctrl-C quits"
    return Array(
      (head + listed + space + [style.faint(fitting(keys, columns)).output]).prefix(rows))
  }

  private func fitting(_ text: String, _ columns: Int) -> String {
    TerminalText.clipped(TerminalText.visible(text), to: columns)
  }

  /// The prompt, the end of the text as far as it fits, and the caret.
  private func field(_ columns: Int) -> String {
    guard columns > 3 else { return fitting(">", columns) }
    var text = TerminalText.visible(scene.snapshot.text)
    while TerminalText.width(text) > columns - 3 { text.removeFirst() }
    return "> \(style.strong(text).output)▏"
  }

  /// The number of matching rows, and the share of a frame that the key took.
  private func status(_ columns: Int) -> String {
    if let refusal { return style.wrong(fitting(refusal, columns)).output }
    if let problem = scene.problem { return style.wrong(fitting(problem, columns)).output }
    let count =
      "\(QuantityFormat.count(scene.rows.count)) of "
      + QuantityFormat.rows(stage.corpus.rowCount)
    let budget = BudgetCounts.nanosecondsAt120Hertz
    guard let time = scene.answerNanoseconds else { return fitting(count, columns) }
    let share = QuantityFormat.fixed(Double(time) / budget * 100, digits: 2)
    let text = fitting(
      "\(count) in \(QuantityFormat.fixed(Double(time) / 1_000, digits: 1)) µs, \(share) % of a "
        + "frame at 120 Hz (8.33 ms)", columns)
    return (Double(time) > budget ? style.wrong(text) : style.right(text)).output
  }

  private func list(_ room: Int, _ columns: Int) -> [String] {
    let shown = scene.rows.dropFirst(first).prefix(room)
    let text = RowText(stage.corpus, text: scene.snapshot.text, style: style)
    let width = String(stage.corpus.rowCount).count
    return shown.map { row in
      let number = String(row)
      let padding = String(repeating: " ", count: width - number.count)
      let text = ScreenRow(row, of: stage.corpus.corpus, text.marks(row))
      guard columns > width + 2 else {
        return style.faint(fitting(padding + number, columns)).output
      }
      return style.faint(padding + number).output + "  " + text.text(to: columns - width - 2, style)
    }
  }
}
