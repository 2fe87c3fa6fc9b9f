package import MatchmarkCore

extension InputLimit {
  /// The limits of what a report shows.
  package static let reports = [
    InputLimit(
      "junit-name-size", "a name in a JUnit report", JUnitText.nameSizeInBytes, .bytes,
      beyond: .cut("it is cut, and ends with '…'")),
    InputLimit(
      "junit-message-size", "a message in a JUnit report", JUnitText.messageSizeInBytes, .bytes,
      beyond: .cut("it is cut, and ends with '…'")),
    InputLimit(
      "junit-value-size", "the value of a property in a JUnit report",
      JUnitText.valueSizeInBytes, .bytes, beyond: .cut("it is cut, and ends with '…'")),
    InputLimit(
      "junit-output-size", "the output of a case in a JUnit report",
      JUnitText.caseOutputSizeInBytes, .bytes,
      beyond: .cut("it is cut, and the number of omitted bytes is shown")),
    InputLimit(
      "junit-suite-output-size", "the output of a suite in a JUnit report",
      JUnitText.suiteOutputSizeInBytes, .bytes,
      beyond: .cut("it is cut, and the number of omitted bytes is shown")),
    InputLimit(
      "junit-cases", "the cases of a suite in a JUnit report", JUnitText.caseCount, .cases,
      beyond: .cut("the rest goes to another suite")),
    InputLimit(
      "xml-value-size", "a text in the XML report and the HTML page", XMLWriter.textSizeInBytes,
      .bytes, beyond: .cut("it is cut, and ends with '…'")),
    InputLimit(
      "table-rows", "the rows of a table in a report", ReportTable.rowLimit, .rows,
      beyond: .cut("the rest is counted below the table")),
    InputLimit(
      "markdown-size", "the sections of the Markdown page", MarkdownRenderer.limitInBytes, .bytes,
      beyond: .cut("sections that do not fit are named at its end")),
    InputLimit(
      "shown-text-size", "a name or query in a table or a picture", DisplayText.lengthLimit,
      .characters, beyond: .cut("it is cut, and ends with '…'")),
  ]
}
