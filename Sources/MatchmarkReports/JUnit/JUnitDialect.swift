/// What one family of consumers wants, as far as families differ.
///
/// There is no standard for JUnit's XML, and no file satisfies every schema in use; but a few
/// switches separate the families.
package struct JUnitDialect: Hashable, Sendable {
  package let id: String
  /// Whether a file holds one suite as its root, without `testsuites` around it.
  package var rootIsSuite = false
  /// Whether `testsuites` carries name, counts and time.
  var rootHasSummary = true
  /// Whether a suite carries timestamp, hostname, id and package.
  var suiteHasIdentity = true
  /// Whether a suite ends with its two outputs, even if empty.
  var suiteHasOutput = true
  /// Whether a suite must have a property.
  var suiteNeedsProperty = false
  /// Whether a case carries its output; where not, it goes to that of the suite.
  var caseHasOutput = true
  /// Whether a skipped case has its reason as an attribute too, or as text only.
  var skippedHasMessage = true
  /// Whether a case carries file and line, and properties of its own.
  var caseHasPlaceAndProperties = false
  /// Decimals of a case's time; those of a suite are three everywhere.
  var caseTimeDecimalCount = 6

  /// Valid for both forms of Jenkins' junit-10, and read by every consumer tried.
  package static let common = JUnitDialect(id: "common")

  /// Valid for the Ant schema as well: nothing on the root, one element in a case.
  package static let ant = JUnitDialect(
    id: "ant", rootHasSummary: false, suiteNeedsProperty: true, caseHasOutput: false,
    skippedHasMessage: false)

  /// Valid for Maven Surefire's three schemas and all others but Ant's: a file for each suite.
  package static let surefire = JUnitDialect(
    id: "surefire", rootIsSuite: true, rootHasSummary: false, suiteHasIdentity: false,
    suiteHasOutput: false, skippedHasMessage: false, caseTimeDecimalCount: 3)

  /// ``common`` with file and line and with properties in each case: valid for no schema but ours,
  /// read by every consumer tried, and shown by some.
  package static let rich = JUnitDialect(id: "rich", caseHasPlaceAndProperties: true)

  /// All of them, the default first.
  package static let all = [common, ant, surefire, rich]
}
