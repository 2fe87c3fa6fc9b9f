import MatchmarkCore
import MatchmarkMeasurement
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
    var reader = LiveKeyReader()
    while true {
      let size = screen.size
      try screen.draw(lines(columns: size.columns, rows: size.rows))
      guard let bytes = try screen.read() else { continue }
      if bytes.isEmpty { return }
      for key in reader.keys(bytes) where !press(key, rowsOnScreen: max(1, size.rows - 5)) {
        return
      }
    }
  }

  /// - Returns: false if the key ends the session.
  mutating func press(_ key: LiveKey, rowsOnScreen: Int) -> Bool {
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
      style.faint(fitting(title, columns)), "> " + style.strong(field(columns - 3)) + "▏",
      status(columns), style.faint(String(repeating: "─", count: columns)),
    ]
    let room = max(0, rows - head.count - 1)
    let listed = list(room, columns)
    let space = Array(repeating: "", count: max(0, room - listed.count))
    let keys = "type to filter · ↑ ↓ PgUp PgDn scroll · Esc clears, then quits · Ctrl-C quits"
    return Array((head + listed + space + [style.faint(fitting(keys, columns))]).prefix(rows))
  }

  private func fitting(_ text: String, _ columns: Int) -> String {
    TerminalText.clipped(TerminalText.visible(text), to: columns)
  }

  /// The end of the text if it is longer than the line.
  private func field(_ columns: Int) -> String {
    var text = TerminalText.visible(scene.snapshot.text)
    while TerminalText.width(text) > columns { text.removeFirst() }
    return text
  }

  /// How many rows match, and what share of a frame the key took.
  private func status(_ columns: Int) -> String {
    if let refusal { return style.wrong(fitting(refusal, columns)) }
    if let problem = scene.problem { return style.wrong(fitting(problem, columns)) }
    let count =
      "\(QuantityFormat.count(scene.rows.count)) of "
      + QuantityFormat.rows(stage.corpus.rowCount)
    let budget = BudgetCounts.nanosecondsAt120Hertz
    guard let time = scene.answerNanoseconds else { return fitting(count, columns) }
    let share = QuantityFormat.fixed(Double(time) / budget * 100, digits: 2)
    let text = fitting(
      "\(count) in \(QuantityFormat.fixed(Double(time) / 1_000, digits: 1)) µs, \(share) % of a "
        + "frame at 120 Hz (8.33 ms)", columns)
    return Double(time) > budget ? style.wrong(text) : style.right(text)
  }

  private func list(_ room: Int, _ columns: Int) -> [String] {
    let shown = scene.rows.dropFirst(first).prefix(room)
    let text = RowText(stage.corpus, text: scene.snapshot.text, style: style)
    let width = String(stage.corpus.rowCount).count
    return shown.map { row in
      let number = String(row)
      let padding = String(repeating: " ", count: width - number.count)
      return style.faint(padding + number) + "  "
        + ScreenRow(row, of: stage.corpus.corpus, text.marks(row))
        .text(to: columns - width - 2, style)
    }
  }
}

/// A row as a line, with highlighted matches.
struct ScreenRow {
  /// The characters as a terminal shows them, and whether each is marked.
  private var characters: [(text: String, isMarked: Bool)] = []

  init(_ row: Int, of corpus: Corpus, _ marks: [MarkedField]) {
    for column in corpus.schema.columns.indices {
      let cell = corpus.cell(row: row, column: column)
      guard !cell.isEmpty else { continue }
      if !characters.isEmpty { characters.append((" · ", false)) }
      let ranges = marks.filter { $0.column == column }.flatMap(\.ranges)
      var offset = 0
      for character in cell {
        let text = String(character)
        characters.append((TerminalText.visible(text), ranges.contains { $0.contains(offset) }))
        offset += text.utf8.count
      }
    }
  }

  /// The line, cut off if it is too long.
  func text(to limit: Int, _ style: TextStyle) -> String {
    let isCut = characters.reduce(0) { $0 + TerminalText.width($1.text) } > limit
    var room = limit - (isCut ? 1 : 0)
    var line = ""
    var run = ""
    var isMarked = false
    func close() {
      line += run.isEmpty || !isMarked ? run : style.found(run)
      run = ""
    }
    for character in characters {
      room -= TerminalText.width(character.text)
      if room < 0 { break }
      if character.isMarked != isMarked {
        close()
        isMarked = character.isMarked
      }
      run += character.text
    }
    close()
    return line + (isCut ? "…" : "")
  }
}

enum LiveKey: Equatable {
  case text(String)
  case backspace
  /// The key that clears the text: Ctrl-U.
  case clear
  case escape
  case up, down, pageUp, pageDown
  /// Ctrl-D or Ctrl-C.
  case quit
  case other
}

struct LiveKeyReader {
  /// The keys that are one control character.
  private static let controls: [UInt8: LiveKey] = [
    0x08: .backspace, 0x7F: .backspace, 0x15: .clear, 0x03: .quit, 0x04: .quit,
  ]
  /// What follows `ESC [`.
  private static let sequences: [String: LiveKey] = [
    "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown,
  ]

  /// The start of a character whose remaining bytes have not arrived yet.
  private var pending: [UInt8] = []

  /// A terminal sends a key in one piece, so an escape at the end of a chunk is the Escape key.
  mutating func keys(_ bytes: [UInt8]) -> [LiveKey] {
    var keys: [LiveKey] = []
    var text = pending
    pending = []
    var position = 0
    func close() {
      guard !text.isEmpty else { return }
      keys.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte >= 0x20, byte != 0x7F {
        text.append(byte)
        continue
      }
      close()
      keys.append(byte == 0x1B ? Self.escaped(bytes, &position) : Self.controls[byte] ?? .other)
    }
    pending = Self.takeIncomplete(&text)
    close()
    return keys
  }

  /// Parses `ESC [ A` and the like; moves `position` past it.
  private static func escaped(_ bytes: [UInt8], _ position: inout Int) -> LiveKey {
    guard position < bytes.count, [0x5B, 0x4F].contains(bytes[position]) else { return .escape }
    position += 1
    let start = position
    while position < bytes.count, !(0x40...0x7E).contains(bytes[position]) { position += 1 }
    guard position < bytes.count else { return .other }
    position += 1
    return sequences[String(decoding: bytes[start..<position], as: UTF8.self)] ?? .other
  }

  /// Removes the start of an incomplete character from the end.
  private static func takeIncomplete(_ text: inout [UInt8]) -> [UInt8] {
    guard let start = text.lastIndex(where: { $0 & 0xC0 != 0x80 }), text[start] >= 0xC0,
      text.count - start < 4, String(validating: text[start...], as: UTF8.self) == nil
    else { return [] }
    defer { text.removeSubrange(start...) }
    return Array(text[start...])
  }
}
