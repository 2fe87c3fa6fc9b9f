package import MatchmarkCore

extension InputLimit {
  /// The limits of files of rows, and of what is inferred from them; the place is an example.
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
      JSONLinesReader.missingCellLimit, .cells,
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
