package import MatchmarkCore

extension InputLimit {
  /// The limits of a search field and of trace files; the place is an example.
  package static let session = [
    InputLimit(
      "field-text-size", "the text of a search field", SearchLimits.querySizeInBytes, .bytes,
      beyond: .refused(
        "\(SessionError.textTooLong(sizeInBytes: SearchLimits.querySizeInBytes + 1))")),
    InputLimit(
      "field-tokens", "the tokens of a search field", SearchLimits.tokenCount, .tokens,
      beyond: .refused("\(SessionError.tooManyTokens(SearchLimits.tokenCount + 1))")),
    InputLimit(
      "undo-steps", "the changes that can be undone", SearchSession.undoLimit, .steps,
      beyond: .cut("the oldest change can no longer be undone")),
    InputLimit(
      "trace-line-size", "a line of a trace file, with its line feed",
      TraceFile.lineSizeLimitInBytes, .bytes,
      beyond: .refused(
        "\(TraceFileError.lineTooLong(sizeInBytes: TraceFile.lineSizeLimitInBytes + 1, at: line))")
    ),
    InputLimit(
      "trace-nesting", "nested values in a trace file", FlatJSONReader.depthLimit,
      .levels, beyond: .refused("\(TraceFileError.invalidJSON(tooDeep.message, at: value))")),
  ]

  private static let line = SourcePosition(file: "trace.jsonl", line: 2)
  private static let value = SourcePosition(file: "trace.jsonl", line: 2, column: 100)
  private static let tooDeep = FlatJSONError.nestedTooDeep(at: 0)
}
