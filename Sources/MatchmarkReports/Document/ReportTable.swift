package import MatchmarkMeasurement

/// Figures in rows and columns.
///
/// A column is declared in one place, with its title, its kind and how its text follows from a row;
/// so a column more is a line more, and every format has it.
package struct ReportTable: Sendable, Hashable {
  /// What a column holds.
  package enum Kind: Sendable, Hashable {
    /// Names and short words, set left.
    case words
    /// Sentences, which need room, set left.
    case prose
    /// Figures, set right.
    case figures
  }

  /// The head of a column.
  package struct Heading: Sendable, Hashable {
    package var title: String
    package var kind: Kind
    /// Whether a terminal shows the column with details only.
    package var isDetail = false
    /// Whether a narrow terminal leaves it out.
    var isSpare = false
    /// The place of a matcher in the roster, where the column is about one.
    var position: Int?
  }

  /// What the table says, as one phrase.
  package var caption: String
  /// Whether the caption stands above the table, because its block has several.
  package var isNamed = false
  /// Whether the first column names the rows.
  private(set) var hasRowHeads = false
  package private(set) var columns: [Heading]
  package private(set) var rows: [[String]]
  /// The tone of each cell, where one has any.
  package private(set) var tones: [[Tone]]
  /// What a reader must know of single figures, such as what a mark means.
  package var notes: [String]
  /// The rows that a terminal marks, such as that of the fastest.
  var bestRows: Set<Int> = []
  /// What a terminal shows in its place without details.
  var brief: [String]?
  /// Whether a terminal shows only the rows in which something is wrong, without details.
  var isBrieflyWrong = false
  /// How many rows a page shows; a table of a million rows helps no one, and the record has them.
  package private(set) var rowLimit = Self.rowLimit

  package static let rowLimit = 600

  /// A row for each element.
  ///
  /// - Complexity: O(rows × columns).
  package init<Row>(
    _ caption: String, _ elements: [Row], _ columns: [Column<Row>], notes: [String] = []
  ) {
    self.caption = caption
    self.columns = columns.map(\.heading)
    self.notes = notes
    rows = elements.map { element in columns.map { $0.text(element) } }
    tones = elements.map { element in columns.map { $0.tone(element) } }
  }

  /// The table with its caption above it.
  func named(rowLimit: Int = Self.rowLimit) -> ReportTable {
    var table = self
    table.isNamed = true
    table.rowLimit = rowLimit
    return table
  }

  /// The table whose first column names its rows.
  func withRowHeads() -> ReportTable {
    var table = self
    table.hasRowHeads = true
    return table
  }

  /// The table with the rows in which something is wrong.
  func onlyWrong() -> ReportTable {
    let wrong = rows.indices.filter { tone(ofRow: $0) == .wrong }
    var table = self
    table.rows = wrong.map { rows[$0] }
    table.tones = wrong.map { tones[$0] }
    return table
  }

  /// Leaves out all but the first rows.
  ///
  /// - Returns: how many are left out.
  mutating func keep(_ limit: Int) -> Int {
    let omitted = max(0, rows.count - limit)
    rows.removeLast(omitted)
    tones.removeLast(omitted)
    return omitted
  }

  /// Whether nothing stands in a column.
  func isEmpty(column: Int) -> Bool {
    rows.allSatisfy { $0[column].isEmpty || $0[column] == "–" }
  }

  /// The gravest tone of a row, which is that of its line where lines are painted.
  func tone(ofRow row: Int) -> Tone {
    for tone in [Tone.wrong, .caution, .right] where tones[row].contains(tone) { return tone }
    return .plain
  }

  /// How many rows a page leaves out.
  package func omittedCount(beyond limit: Int) -> Int { max(0, rows.count - limit) }

  /// What a page says of them; nothing where it has all rows.
  func omission(beyond limit: Int) -> [String] {
    let count = omittedCount(beyond: limit)
    return count > 0 ? ["\(QuantityFormat.count(count)) more rows are in the record."] : []
  }

  /// What stands below a table in which not all have every keystroke.
  static let incompleteNote = "A dash: it does not have every keystroke that the others have."
}

extension ReportTable {
  /// A column of a table about rows of one type.
  ///
  /// Texts come cleaned and on one line; what has no figure is a dash.
  package struct Column<Row> {
    fileprivate var heading: Heading
    fileprivate let text: (Row) -> String
    fileprivate var tone: (Row) -> Tone = { _ in .plain }

    private init(_ title: String, _ kind: Kind, _ text: @escaping (Row) -> String) {
      heading = Heading(title: DisplayText.line(title), kind: kind)
      self.text = text
    }

    /// Names and short words, of a record or our own.
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

    /// Figures that are texts already.
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

    package func painted(_ tone: @escaping (Row) -> Tone) -> Column {
      var column = self
      column.tone = tone
      return column
    }

    /// The column as one about the matcher at a place of the roster.
    func signed(_ position: Int) -> Column {
      var column = self
      column.heading.position = position
      return column
    }

    /// The column as one that a narrow terminal leaves out.
    func spare(_ isSpare: Bool) -> Column {
      var column = self
      column.heading.isSpare = isSpare
      return column
    }

    /// The column as one that a terminal shows with details only.
    package var onlyInDetail: Column {
      var column = self
      column.heading.isDetail = true
      return column
    }
  }
}
