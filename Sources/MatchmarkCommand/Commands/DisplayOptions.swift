import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkReports
import MatchmarkSystem

/// When to colour the output.
enum ColourMode: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

/// How text is shown on a terminal.
struct ColourOptions: ParsableArguments {
  @Option(
    name: [.customLong("color"), .customLong("colour")],
    help: "Colour the output: auto (on a terminal, unless NO_COLOR is set), always, never.")
  var colour = ColourMode.auto

  var style: TextStyle {
    switch colour {
    case .always: TextStyle(isColoured: true)
    case .never: TextStyle(isColoured: false)
    case .auto: TextStyle(isColoured: Terminal.isTerminal(1) && !hasNoColour)
    }
  }

  private var hasNoColour: Bool {
    ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty == false
  }

  /// The columns of the terminal, or what COLUMNS says; nil if lines may have any width.
  var width: Int? {
    let wanted = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return (wanted ?? Terminal.width(of: 1)).map { max($0, Self.leastWidth) }
  }

  /// A narrower terminal leaves no room for a table.
  private static let leastWidth = 40
}

/// How much of a result is shown.
struct ScreenOptions: ParsableArguments {
  @OptionGroup var colour: ColourOptions

  @Flag(help: "Show everything, not only what fits on one screen.")
  var details = false
}

/// Whether a long-running command shows its progress.
struct ProgressOptions: ParsableArguments {
  @Flag(help: "Show no progress.")
  var noProgress = false
}

/// How a command that verifies or measures presents itself.
struct DisplayOptions: ParsableArguments {
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var progress: ProgressOptions

  var details: Bool { screen.details }
  var noProgress: Bool { progress.noProgress }
  var style: TextStyle { screen.colour.style }
}

/// Which corpus to search, and how.
struct CorpusOptions: ParsableArguments {
  @Option(
    help: """
      The rows: a generator with a size (titles-10000), a fixture (countries), or a file \
      (rows.csv, rows.tsv, rows.jsonl, or titles.txt with one title per line).
      """, completion: NameCompletion.corpora)
  var corpus: String?

  @Option(
    help: """
      How the rows are searched: a built-in profile or a YAML file. By default, a fixture has its \
      own profile, generated rows use 'titles', and a file's profile is inferred.
      """, completion: NameCompletion.profiles)
  var profile: String?

  @Option(
    help: """
      Search only this column of a file as text; repeat for several. The rest of the profile is \
      inferred.
      """)
  var text: [String] = []
}

/// What filters rows in addition to the typed text.
struct FilterOptions: ParsableArguments {
  @Option(help: "A token, as facet=value; repeat for several.")
  var token: [String] = []

  @Option(help: "The selected scope title.")
  var scope: String?

  func tokens() throws(CommandError) -> [SearchToken] {
    try token.map { text throws(CommandError) in
      guard let (facet, value) = text.halves(at: "="), !facet.isEmpty else {
        throw .usage("got token '\(text)', expected facet=value, such as continent=Europe")
      }
      return SearchToken(facet: facet, value: value)
    }
  }
}

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
