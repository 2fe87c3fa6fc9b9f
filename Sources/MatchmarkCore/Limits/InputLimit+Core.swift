extension InputLimit {
  /// The limits of the contract.
  package static let core = [
    InputLimit(
      "query-size", "the text of a query", SearchLimits.querySizeInBytes, .bytes,
      beyond: .misused(
        "\(QueryError.textTooLong(sizeInBytes: SearchLimits.querySizeInBytes + 1))")),
    InputLimit(
      "query-terms", "the terms of a query", SearchLimits.termCount, .terms,
      beyond: .misused("\(QueryError.tooManyTerms(SearchLimits.termCount + 1))")),
    InputLimit(
      "query-tokens", "the tokens of a query", SearchLimits.tokenCount, .tokens,
      beyond: .misused("\(QueryError.tooManyTokens(SearchLimits.tokenCount + 1))")),
    InputLimit(
      "corpus-columns", "the columns of a corpus", SearchLimits.columnCount, .columns,
      beyond: .refused("\(CorpusError.tooManyColumns)")),
    InputLimit(
      "corpus-rows", "the rows of a corpus", SearchLimits.rowCount, .rows,
      beyond: .refused("\(CorpusError.tooManyRows)")),
    InputLimit(
      "column-size", "the text of one column, raw or folded", SearchLimits.columnSizeInBytes,
      .bytes, beyond: .refused("\(CorpusError.columnTooLarge)")),
    InputLimit(
      "json-nesting",
      "values inside each other in JSON but traces and messages",
      JSONBounds.depthLimit, .levels,
      beyond: .refused(JSONBounds.tooDeep(at: 0).message)),
    InputLimit(
      "json-values", "values in JSON but rows, traces and messages, which are read by the line",
      JSONBounds.valueLimit, .values, beyond: .refused(JSONBounds.tooMany(at: 0).message)),
    InputLimit(
      "mistyped-name-size", "an unknown name that the nearest known one is looked for",
      NearestName.sizeLimitInBytes, .bytes, beyond: .cut("none is suggested")),
  ]
}
