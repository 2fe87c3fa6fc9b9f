import ArgumentParser
import MatchmarkReports

extension JUnitDialect: ExpressibleByArgument {
  package init?(argument: String) {
    guard let dialect = Self.all.first(where: { $0.id == argument }) else { return nil }
    self = dialect
  }

  package var defaultValueDescription: String { id }
  package static var allValueStrings: [String] { all.map(\.id) }
}

/// How a JUnit report is written.
struct JUnitOptions: ParsableArguments {
  @Option(
    help: """
      The dialect of the JUnit report: common (Jenkins and most others), ant (Ant's schema), \
      surefire (Maven's; a folder with a file for each suite), rich (with files, lines and figures \
      in each case).
      """)
  var junitDialect = JUnitDialect.common
}
