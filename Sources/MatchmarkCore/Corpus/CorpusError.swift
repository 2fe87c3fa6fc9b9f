/// The reason why rows cannot become a corpus, or why a profile cannot be applied to a corpus.
///
/// Rows are numbered from 0, in corpus order; loaders add the file, line and column.
public enum CorpusError: Error, Hashable, Sendable {
  /// A schema without columns.
  case noColumns
  /// Two columns with the same name.
  case duplicateColumn(String)
  /// A row with too few or too many cells.
  case raggedRow(row: Int, cellCount: Int, expectedCount: Int)
  /// A cell larger than ``SearchLimits/fieldSizeInBytes``.
  case fieldTooLong(row: Int, column: String, sizeInBytes: Int)
  /// A cell of a numeric column that is not a decimal of the canonical grammar.
  case notANumber(row: Int, column: String, cell: String)
  /// More columns than ``SearchLimits/columnCount``, more rows than ``SearchLimits/rowCount``, or
  /// more text than ``SearchLimits/columnSizeInBytes``.
  case tooLarge(String)
  /// A profile names a column that the corpus does not have.
  case unknownColumn(String, known: [String])
  /// A profile uses a column for something that its roles do not allow.
  case missingRole(column: String, role: String)
}

extension CorpusError {
  package static var tooManyColumns: CorpusError {
    .tooLarge("more than \(SearchLimits.columnCount) columns")
  }

  package static var tooManyRows: CorpusError {
    .tooLarge("more than \(SearchLimits.rowCount) rows")
  }

  static var columnTooLarge: CorpusError {
    .tooLarge("a column exceeds \(SearchLimits.columnSizeInBytes) bytes of text")
  }
}

extension CorpusError: CustomStringConvertible {
  /// A message that says what was found, what was expected, and where.
  public var description: String {
    switch self {
    case .noColumns:
      "got a schema without columns, expected at least one"
    case .duplicateColumn(let name):
      "got two columns named '\(name)', expected unique names"
    case .raggedRow(let row, let cellCount, let expectedCount):
      "row \(row): got \(cellCount) cells, expected \(expectedCount)"
    case .fieldTooLong(let row, let column, let sizeInBytes):
      """
      row \(row), column '\(column)': got a field of \(sizeInBytes) bytes, \
      expected at most \(SearchLimits.fieldSizeInBytes)
      """
    case .notANumber(let row, let column, let cell):
      """
      row \(row), column '\(column)': got '\(cell)', expected a decimal such as 2018 or 24.99 \
      (digits, at most one '.', no sign, at most \(CanonicalDecimal.maximumDigitCount) digits)
      """
    case .tooLarge(let what):
      "got a corpus that is too large: \(what)"
    case .unknownColumn(let name, let known):
      "got column '\(name)', expected one of \(known.joined(separator: ", "))"
    case .missingRole(let column, let role):
      "column '\(column)' does not have the role '\(role)' that the profile needs"
    }
  }
}
