/// What one family of consumers wants, as far as families differ.
///
/// There is no standard for JUnit's XML, and no file satisfies every schema; but a few switches
/// separate the families. Only ``common`` is written so far: Jenkins' schemas accept it, and every
/// consumer tried reads it.
package struct JUnitDialect: Hashable, Sendable {
  /// The name on the command line.
  package let id: String
  /// Whether `testsuites` carries name, counts and time.
  let rootHasSummary: Bool
  /// Whether a suite carries timestamp, hostname, id and package.
  let suiteHasIdentity: Bool
  /// Whether a suite ends with its two outputs, even if empty.
  let suiteHasOutput: Bool
  /// Whether a case carries its output.
  let caseHasOutput: Bool
  /// Decimals of a case's time; those of a suite are three everywhere.
  let caseTimeDecimalCount: Int

  /// Valid for both forms of Jenkins' junit-10.
  package static let common = JUnitDialect(
    id: "common", rootHasSummary: true, suiteHasIdentity: true, suiteHasOutput: true,
    caseHasOutput: true, caseTimeDecimalCount: 6)
}
