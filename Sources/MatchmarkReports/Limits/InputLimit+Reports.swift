package import MatchmarkCore

extension InputLimit {
  package static let reports = [
    cut("junit-name-size", "a name in a JUnit report", JUnitText.nameSizeInBytes, .bytes),
    cut("junit-message-size", "a message in a JUnit report", JUnitText.messageSizeInBytes, .bytes),
    cut(
      "junit-value-size", "the value of a property in a JUnit report",
      JUnitText.valueSizeInBytes, .bytes),
    cut(
      "junit-output-size", "the output of a case in a JUnit report",
      JUnitText.caseOutputSizeInBytes, .bytes,
      "it is cut, and the number of omitted bytes is shown"),
    cut(
      "junit-suite-output-size", "the output of a suite in a JUnit report",
      JUnitText.suiteOutputSizeInBytes, .bytes,
      "it is cut, and the number of omitted bytes is shown"),
    cut(
      "junit-cases", "the cases of a suite in a JUnit report", JUnitText.caseCount, .cases,
      "the rest goes to another suite"),
    cut(
      "xml-value-size", "a text in the XML report and the HTML page", XMLWriter.textSizeInBytes,
      .bytes),
    cut(
      "table-rows", "the rows of a table in a report", ReportTable.rowLimit, .rows,
      "the rest is counted below the table"),
    cut(
      "markdown-size", "the sections of the Markdown page", MarkdownRenderer.limitInBytes, .bytes,
      "sections that do not fit are named at its end"),
    cut(
      "shown-text-size", "a name or query in a table or a picture", DisplayText.lengthLimit,
      .characters),
  ]

  private static func cut(
    _ name: String, _ subject: String, _ value: Int, _ unit: Unit,
    _ consequence: String = "it is cut, and ends with '…'"
  ) -> InputLimit {
    InputLimit(name, subject, value, unit, beyond: .cut(consequence))
  }
}
