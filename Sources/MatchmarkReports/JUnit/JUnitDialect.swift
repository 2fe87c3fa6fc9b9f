/// The requirements of one family of consumers, as far as families differ.
///
/// There is no standard for JUnit's XML, and no file satisfies every schema in use, but a few
/// switches distinguish the families.
package struct JUnitDialect: Hashable, Sendable {
  package let id: String
  /// Whether a file has one suite as its root, without an enclosing `testsuites`.
  package var rootIsSuite = false
  /// Whether `testsuites` has name, counts and time.
  var rootHasSummary = true
  /// Whether a suite has timestamp, hostname, id and package.
  var suiteHasIdentity = true
  /// Whether a suite ends with its two outputs, even if they are empty.
  var suiteHasOutput = true
  /// Whether a suite must have a property.
  var suiteNeedsProperty = false
  /// Whether a case has its output; otherwise it goes to the suite's output.
  var caseHasOutput = true
  /// Whether a skipped case has its reason also as an attribute, not only as text.
  var skippedHasMessage = true
  /// Whether a case has file and line, and its own properties.
  var caseHasPlaceAndProperties = false
  /// The number of decimals of a case's time; a suite's time always has three.
  var caseTimeDecimalCount = 6

  /// Valid for both forms of Jenkins' junit-10, and read by every consumer tried.
  package static let common = JUnitDialect(id: "common")

  /// Also valid for the Ant schema: no attributes on the root, one element in a case.
  package static let ant = JUnitDialect(
    id: "ant", rootHasSummary: false, suiteNeedsProperty: true, caseHasOutput: false,
    skippedHasMessage: false)

  /// Valid for Maven Surefire's three schemas and all others except Ant's: one file for each suite.
  package static let surefire = JUnitDialect(
    id: "surefire", rootIsSuite: true, rootHasSummary: false, suiteHasIdentity: false,
    suiteHasOutput: false, skippedHasMessage: false, caseTimeDecimalCount: 3)

  /// ``common`` with file, line and properties in each case: valid only for this project's schema,
  /// read by every consumer tried, and shown by some.
  package static let rich = JUnitDialect(id: "rich", caseHasPlaceAndProperties: true)

  /// All dialects, the default first.
  package static let all = [common, ant, surefire, rich]
}
