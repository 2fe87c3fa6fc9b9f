package import MatchmarkRecord

/// Figures in rows and columns.
///
/// A column is declared in one place, with its title, its kind and the text that it derives from a
/// row. An additional column is therefore one more line of code, and every format has it.
package struct ReportTable: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Names and short words, aligned left.
    case words
    /// Sentences, which need more space, aligned left.
    case prose
    /// Figures, aligned right.
    case figures
  }

  package struct Heading: Sendable, Hashable {
    package let title: String
    let kind: Kind
    /// True if a terminal shows the column only with details.
    var isDetail = false
    /// True if a narrow terminal omits the column.
    var isSpare = false
    /// The position of a matcher in the roster, if the column is about one.
    var position: Int?
  }

  /// The content of the table, as one phrase.
  package let caption: String
  /// True if the caption is shown above the table because its block has several tables.
  private(set) var isNamed = false
  /// True if the first column names the rows.
  private(set) var hasRowHeads = false
  package let columns: [Heading]
  package private(set) var rows: [[String]]
  private(set) var tones: [[Tone]]
  /// Notes about single figures, such as the meaning of a mark.
  package let notes: [String]
  /// The rows that a terminal marks, such as the fastest.
  var bestRows: Set<Int> = []
  /// The lines that a terminal shows instead of the table without details.
  var brief: [String]?
  /// The maximum number of rows on a page; a table of a million rows is useless, and the record
  /// contains them all.
  package private(set) var rowLimit = Self.rowLimit

  package static let rowLimit = 600

  /// Creates a table; a column of details in which every figure is missing is left out.
  ///
  /// - Complexity: O(rows × columns).
  package init<Row>(
    _ caption: String, _ elements: [Row], _ columns: [Column<Row>], notes: [String] = []
  ) {
    let texts = elements.map { element in columns.map { $0.text(element) } }
    let shown = columns.indices.filter { index in
      !columns[index].heading.isDetail || texts.contains { !Self.isMissing($0[index]) }
    }
    self.caption = caption
    self.columns = shown.map { columns[$0].heading }
    self.notes = notes
    rows = texts.map { row in shown.map { row[$0] } }
    tones = elements.map { element in shown.map { columns[$0].tone(element) } }
  }

  func named(rowLimit: Int = Self.rowLimit, hasRowHeads: Bool = false) -> ReportTable {
    var table = self
    table.isNamed = true
    table.rowLimit = rowLimit
    table.hasRowHeads = hasRowHeads
    return table
  }

  func onlyFirst(_ limit: Int) -> ReportTable { only(rows.indices.prefix(limit)) }

  private func only(_ shown: some Collection<Int>) -> ReportTable {
    var table = self
    table.rows = shown.map { rows[$0] }
    table.tones = shown.map { tones[$0] }
    return table
  }

  func isEmpty(column: Int) -> Bool {
    rows.allSatisfy { Self.isMissing($0[column]) }
  }

  private static func isMissing(_ text: String) -> Bool { text.isEmpty || text == "–" }

  /// Returns the most severe tone of a row, which is also the tone of its line.
  func tone(ofRow row: Int) -> Tone {
    [Tone.wrong, .caution, .right].first { tones[row].contains($0) } ?? .plain
  }

  package func omittedCount(beyond limit: Int) -> Int { max(0, rows.count - limit) }

  /// Returns a page's note about omitted rows; empty if it has all rows.
  func omission(beyond limit: Int) -> [String] {
    QuantityFormat.rest(omittedCount(beyond: limit), "rows are in the record")
  }

  /// Returns the note below a table in which some entries lack keystrokes; empty if all are
  /// complete.
  static func note(isComplete: Bool) -> [String] {
    isComplete ? [] : ["A dash: the matcher was not timed on every keystroke."]
  }
}

extension ReportTable {
  /// A column of a table whose rows have one type.
  ///
  /// Texts are cleaned and put on one line; a missing figure is a dash.
  package struct Column<Row> {
    fileprivate var heading: Heading
    fileprivate let text: (Row) -> String
    fileprivate var tone: (Row) -> Tone = { _ in .plain }

    private init(_ title: String, _ kind: Kind, _ text: @escaping (Row) -> String) {
      heading = Heading(title: DisplayText.line(title), kind: kind)
      self.text = text
    }

    private func with(_ change: (inout Column) -> Void) -> Column {
      var column = self
      change(&column)
      return column
    }

    package static func words(
      _ title: String, limit: Int = DisplayText.lengthLimit, _ text: @escaping (Row) -> String
    ) -> Column {
      Column(title, .words) { DisplayText.line(text($0), limit: limit) }
    }

    package static func prose(
      _ title: String, limit: Int = 1_000, _ text: @escaping (Row) -> String
    ) -> Column {
      Column(title, .prose) { DisplayText.line(text($0), limit: limit) }
    }

    /// Returns a column of figures that are already texts.
    package static func figures(_ title: String, _ text: @escaping (Row) -> String?) -> Column {
      Column(title, .figures) { text($0) ?? "–" }
    }

    package static func time(_ title: String, _ value: @escaping (Row) -> Double?) -> Column {
      figures(title) { value($0).map(QuantityFormat.time) }
    }

    package static func count(_ title: String, _ value: @escaping (Row) -> Int?) -> Column {
      figures(title) { value($0).map(QuantityFormat.count) }
    }

    package static func size(_ title: String, _ value: @escaping (Row) -> Int?) -> Column {
      figures(title) { value($0).map(QuantityFormat.size) }
    }

    package static func ratio(_ title: String, _ value: @escaping (Row) -> Double?) -> Column {
      figures(title) { value($0).map(QuantityFormat.ratio) }
    }

    package static func percent(_ title: String, _ value: @escaping (Row) -> Double?) -> Column {
      figures(title) { value($0).map(IntervalFormat.percent) }
    }

    package static func interval(
      _ title: String, _ value: @escaping (Row) -> RatioInterval?
    ) -> Column {
      figures(title) { value($0).map(IntervalFormat.text) }
    }

    package func painted(_ tone: @escaping (Row) -> Tone) -> Column { with { $0.tone = tone } }

    func signed(_ position: Int) -> Column { with { $0.heading.position = position } }

    func spare(_ isSpare: Bool) -> Column { with { $0.heading.isSpare = isSpare } }

    package var onlyInDetail: Column { with { $0.heading.isDetail = true } }
  }
}
