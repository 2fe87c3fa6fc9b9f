package import MatchmarkCore
package import MatchmarkJSON

/// The reason why a file cannot become a corpus, with its position.
package enum DatasetError: Error, Hashable, Sendable {
  case unreadableFile(String, reason: String)
  case unknownFormat(String, known: [String])
  /// A file without a header.
  case emptyFile(String)
  /// JSON without an object that has a key to take a column from.
  case noKeys(String)
  /// One JSON object on several lines, or with a list of objects inside; the list's key, if there
  /// is one.
  case wrappedList(String, key: String?)
  case invalidUTF8(byteOffset: Int, at: SourcePosition)
  /// A carriage return without a line feed, outside a quoted cell.
  case utf16(String)
  /// A carriage return that is not followed by a line feed, outside a quoted cell.
  case loneCarriageReturn(at: SourcePosition)
  /// A first line that tells spreadsheets the delimiter.
  case separatorLine(String, at: SourcePosition)
  case emptyColumnName(at: SourcePosition)
  /// A column name that is too long for a table.
  case columnNameTooLong(sizeInBytes: Int, at: SourcePosition)
  case duplicateColumnName(String, at: SourcePosition)
  case missingColumn(String, known: [String], file: String)
  /// A row or header above ``RowSource/rowSizeLimitInBytes``; the position is its beginning.
  case rowTooLong(limitInBytes: Int, at: SourcePosition)
  /// A schema line above ``CanonicalCorpus/schemaLineSizeLimitInBytes``.
  case schemaLineTooLong(sizeInBytes: Int, at: SourcePosition)
  /// A row with too few or too many cells; a blank line has none.
  case raggedRow(cellCount: Int, expectedCount: Int, at: SourcePosition)
  /// A quoted cell without an end; the position is its beginning.
  case unterminatedQuote(at: SourcePosition)
  /// A quotation mark inside a cell that does not begin with one.
  case strayQuote(at: SourcePosition)
  case textAfterQuote(at: SourcePosition)
  /// A cell above ``SearchLimits/fieldSizeInBytes``.
  case fieldTooLong(column: String, sizeInBytes: Int, at: SourcePosition)
  case notANumber(column: String, cell: String, at: SourcePosition)
  /// A line that is not a single flat JSON object.
  case invalidJSON(String, at: SourcePosition)
  case unknownKey(String, nearest: String?, known: [String], at: SourcePosition)
  case duplicateKey(String, at: SourcePosition)
  case unknownVersion(Int, file: String)
  /// A limit of the corpus itself.
  case corpus(CorpusError, file: String)
}

extension DatasetError {
  static func tooManyMissingCells(file: String) -> DatasetError {
    .corpus(
      .tooLarge(
        "more cells without a key than bytes, by over \(JSONRowReader.missingCellLimit)"),
      file: file)
  }
}

extension DatasetError: JSONFormatError {
  package static let takesNullAsMissing = true

  /// Creates the error for a value of the first line of a canonical file; the position is the
  /// beginning of that line.
  package init(_ mismatch: JSONMismatch, at path: String, of line: SourcePosition) {
    self = .invalidJSON("the first line is not a schema: \(path): \(mismatch.message)", at: line)
  }
}

extension DatasetError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadableFile(let file, let reason):
      "\(file): the file cannot be read: \(reason)"
    case .unknownFormat(let file, let known):
      "\(file): got an unknown file ending, expected one of \(known.joined(separator: ", "))"
    case .emptyFile(let file):
      "\(file): got an empty file, expected a header"
    case .noKeys(let file):
      "\(file): got no object with a text, a number or a boolean, expected at least one"
    case .wrappedList(let file, let key):
      "\(file): got one object" + (key.map { " whose key '\($0)' holds a list" } ?? "")
        + ", expected an array of objects, or one object to a line"
        + (key.map { "; take the list out with: jq '.[\"\($0)\"]'" } ?? "")
    case .missingColumn(let name, let known, let file):
      "\(file): no column '\(name)', expected one of \(known.joined(separator: ", "))"
        + (name.contains(",") ? "; repeat the option for several columns" : "")
    case .unknownVersion(let version, let file):
      "\(file):1: got version \(version), expected \(CanonicalCorpus.version)"
    case .corpus(let error, let file):
      "\(file): \(error)"
    case .invalidUTF8(let byteOffset, let place):
      "\(place): got a byte sequence that is not UTF-8 at byte \(byteOffset), expected UTF-8; "
        + "convert text from older programs with: iconv -f WINDOWS-1252 -t UTF-8"
    case .utf16(let file):
      "\(file): got text in UTF-16, expected UTF-8; convert it with: iconv -f UTF-16 -t UTF-8"
    case .loneCarriageReturn(let place):
      "\(place): got a carriage return without a line feed, expected lines that end with a line "
        + "feed, or with both; convert line ends with: tr '\\r' '\\n'"
    case .separatorLine(let line, let place):
      "\(place): got '\(line)', a line for spreadsheets, expected the names of the columns; remove "
        + "the line, and separate the cells of a .csv file by commas, of a .tsv file by tabs"
    case .columnNameTooLong(let sizeInBytes, let place):
      "\(place): got a column name of \(sizeInBytes) bytes, expected at most "
        + "\(ColumnName.sizeLimitInBytes)"
    case .emptyColumnName(let place):
      "\(place): got a column without a name, expected a name for every column"
    case .duplicateColumnName(let name, let place):
      "\(place): got a second column '\(name)', expected unique names"
    case .rowTooLong(let limitInBytes, let place):
      "\(place): got a row of more than \(limitInBytes) bytes, expected at most that many"
    case .schemaLineTooLong(let sizeInBytes, let place):
      "\(place): got a schema line of \(sizeInBytes) bytes, expected at most "
        + "\(CanonicalCorpus.schemaLineSizeLimitInBytes)"
    case .raggedRow(let cellCount, let expectedCount, let place):
      """
      \(place): got \(cellCount == 0 ? "a blank line" : "\(cellCount) cells"), \
      expected \(expectedCount) cells
      """
    case .unterminatedQuote(let place):
      "\(place): got a quoted cell without an end, expected a closing '\"'"
    case .strayQuote(let place):
      """
      \(place): got '"' within a cell, expected the cell in quotation marks and '""' for each inside
      """
    case .textAfterQuote(let place):
      "\(place): got text after a closing '\"', expected a delimiter or the end of the line"
    case .fieldTooLong(let column, let sizeInBytes, let place):
      """
      \(place): column '\(column)': got a cell of \(sizeInBytes) bytes, \
      expected at most \(SearchLimits.fieldSizeInBytes)
      """
    case .notANumber(let column, let cell, let place):
      """
      \(place): column '\(column)': got '\(cell)', \
      expected a decimal such as 2018 or 24.99, or nothing
      """
    case .invalidJSON(let message, let place): "\(place): \(message)"
    case .unknownKey(let key, let nearest, let known, let place):
      "\(place): got key '\(key)', expected one of \(known.joined(separator: ", "))"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .duplicateKey(let key, let place):
      "\(place): got key '\(key)' twice, expected it only once"
    }
  }
}

extension InputLimit {
  /// The limits of files of rows, and of inferred roles; the position in the messages is an
  /// example.
  package static let datasets = [
    InputLimit(
      "cell-size", "a cell of a corpus", SearchLimits.fieldSizeInBytes, .bytes,
      beyond: .refused(
        "\(DatasetError.fieldTooLong(column: "title", sizeInBytes: oneTooMany, at: place))")),
    InputLimit(
      "row-size", "a row of a file, or its header, in bytes as read",
      RowSource.rowSizeLimitInBytes, .bytes,
      beyond: .refused(
        "\(DatasetError.rowTooLong(limitInBytes: RowSource.rowSizeLimitInBytes, at: place))")),
    InputLimit(
      "schema-line-size", "the first line of canonical rows",
      CanonicalCorpus.schemaLineSizeLimitInBytes, .bytes,
      beyond: .refused(
        """
        \(DatasetError.schemaLineTooLong(
          sizeInBytes: CanonicalCorpus.schemaLineSizeLimitInBytes + 1, at: schema))
        """)),
    InputLimit(
      "column-name-size", "the name of a column", ColumnName.sizeLimitInBytes, .bytes,
      beyond: .refused("\(DatasetError.columnNameTooLong(sizeInBytes: 1_025, at: header))")),
    InputLimit(
      "missing-cells", "cells without a key in JSON Lines, beyond one for each byte of the file",
      JSONRowReader.missingCellLimit, .cells,
      beyond: .refused("\(DatasetError.tooManyMissingCells(file: "rows.jsonl"))")),
    InputLimit(
      "number-digits", "a cell of a numeric column; a longer term of a query is text only",
      CanonicalDecimal.maximumDigitCount, .digits,
      beyond: .refused("\(DatasetError.notANumber(column: "price", cell: digits, at: place))")),
    InputLimit(
      "facet-values", "the values of a column that is inferred to be a facet",
      ColumnInference.facetValueCount, .values, beyond: .cut("the column does not become a facet")),
    InputLimit(
      "facet-values-size", "all values of a column that is inferred to be a facet",
      ColumnInference.facetValuesSizeInBytes, .bytes,
      beyond: .cut("the column does not become a facet")),
    InputLimit(
      "scope-titles", "the values of a column that is inferred to be the scope",
      InferredProfile.scopeTitleCount, .titles, beyond: .cut("the column does not become the scope")
    ),
  ]

  private static let oneTooMany = SearchLimits.fieldSizeInBytes + 1
  private static let digits = String(
    repeating: "1", count: CanonicalDecimal.maximumDigitCount + 1)
  private static let header = SourcePosition(file: "rows.csv", line: 1, column: 1)
  private static let schema = SourcePosition(file: "rows.jsonl", line: 1, column: 1)
  private static let place = SourcePosition(file: "rows.csv", line: 2, column: 1)
}
