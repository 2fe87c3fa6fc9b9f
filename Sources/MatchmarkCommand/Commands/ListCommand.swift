import ArgumentParser
import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSession

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: """
      List matchers, rankers, boxes, engines, suites, corpora, profiles, clauses and limits.
      """,
    discussion: """
      Examples:
        matchmark list
        matchmark list matchers
        matchmark list clauses
        matchmark list limits
        matchmark list --engines
        matchmark list --engines --engine-file engines.yaml
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case matchers
    case rankers
    case boxes
    case engines
    case suites
    case corpora
    case profiles
    case clauses
    case limits
  }

  @Argument(
    help: """
      Only this kind: matchers (with their options), rankers, boxes, engines, suites, corpora, \
      profiles, clauses or limits.
      """)
  var kind: Kind?

  @Flag(
    help: """
      Ask every engine for its version: installed, or missing with the command that installs it.
      """)
  var engines = false

  @Option(help: "A file of your own engines, like Benchmarks/engines.yaml, to list too.")
  var engineFile: String?

  @OptionGroup var result: JSONOptions
  @OptionGroup var colour: ColourOptions

  func validate() throws {
    if engines, kind != nil, kind != .engines {
      throw ValidationError("got --engines with another kind, expected one or the other")
    }
  }

  func run() throws {
    if engines {
      let states = EngineList.show(try knownEngines(), style: colour.style, print)
      try result.show(["engines": states.names])
      return try (states.isKnown ? ExitStatus.fine : .couldNotRun).end()
    }
    var lists: [String: [ListedName]] = [:]
    let all = Kind.allCases.filter { !isBrief || $0 != .clauses && $0 != .limits }
    for kind in kind.map({ [$0] }) ?? all {
      let entries = try entries(of: kind)
      if !entries.isEmpty || self.kind != nil {
        if !lists.isEmpty { print("") }
        print(colour.style.strong(kind.rawValue))
        Columns.show(entries, by: print)
      }
      lists[kind.rawValue] = entries.map(ListedName.init)
    }
    if isBrief {
      print("")
      print(colour.style.faint("more: list matchers (options), list clauses, list limits"))
    }
    try result.show(lists)
  }

  /// True if the names of all kinds must fit on a screen.
  private var isBrief: Bool { kind == nil && !result.json }

  private func knownEngines() throws(InputError) -> [EngineEntry] {
    try ParticipantRoster(engineFile: engineFile, in: context.project).engines
  }

  private func entries(of kind: Kind) throws(InputError) -> [(String, String)] {
    switch kind {
    case .matchers:
      context.catalog.entries.map(\.descriptor).flatMap { matcher in
        // For a person, an option is indented below its matcher.
        [(matcher.id, matcher.summary)]
          + (isBrief ? [] : matcher.options).map { option in
            let owner = result.json ? matcher.id : "  "
            return ("\(owner).\(option.name)=\(option.shownValues)", option.summary)
          }
      }
    case .rankers: context.catalog.rankers.map { ($0.id, $0.summary) }
    case .boxes: context.catalog.boxes.map { ($0.id, $0.summary) }
    case .engines: try knownEngines().map { ($0.id, $0.summary) }
    case .suites:
      try SuiteFile.names(in: context.folder).map { name throws(InputError) in
        let suite = try SuiteFile(named: name, in: context.project).suite
        return (name, "\(suite.cells.count) cells: \(suite.why.split(separator: "\n").first ?? "")")
      }
    case .corpora:
      CorpusGenerator.all.map { ("\($0.name)-<rows>", $0.summary) }
        + FixtureCorpora.all.map { ($0.name, "fixture, profile \($0.profile.name)") }
    case .profiles: SearchProfile.builtIn.map { ($0.name, $0.summary) }
    case .clauses: try ClauseList.entries()
    case .limits: InputLimitList.entries()
    }
  }
}

struct ListedName: Encodable {
  let name: String
  let summary: String
}

extension SearchProfile {
  /// The searched columns, the way in which they match, and the filters of the rows.
  fileprivate var summary: String {
    let fields =
      textFields.map { "\($0.name) \($0.match.rawValue)" } + numericFields.map { "\($0) =" }
    let filters = facets.map { "token \($0)" } + (scope.map { ["scope \($0.facet)"] } ?? [])
    return (fields + ["folding \(folding.rawValue)", "\(terms.rawValue)"] + filters)
      .joined(separator: ", ")
  }
}

enum Columns {
  static func show(_ entries: [(String, String)], by print: Printer) {
    for line in lines(entries) { print("\(line)") }
  }

  static func lines(_ entries: [(String, String)]) -> [String] {
    let width = entries.map(\.0.count).max() ?? 0
    return entries.map { name, meaning in
      "  " + name + String(repeating: " ", count: width - name.count) + "  " + meaning
    }
  }
}

extension MatcherOption {
  /// For instance `one|two`, or `32 (1…1024)` for a number.
  fileprivate var shownValues: String {
    let shown = values.joined(separator: "|")
    return range.map { "\(shown) (\($0.lowerBound)…\($0.upperBound))" } ?? shown
  }
}

/// The clauses of the contract, for `list`.
enum ClauseList {
  /// Each clause's id and sentence; a clause that is not in force is marked as such.
  static func entries() throws(InputError) -> [(String, String)] {
    let matching = try InputError.wrap { try ConformanceSuite.clauses() }
    return (matching + Ranking([]).clauses() + LateAnswers([]).clauses()).map { clause in
      (clause.id, clause.text + (clause.status == .inForce ? "" : " (\(clause.statusText))"))
    }
  }

  /// The ids of all clauses, without reading any case, because every run asks for them.
  static func ids() throws(InputError) -> [String] {
    try InputError.wrap { try ConformanceSuite.clauses() }.map(\.id)
  }
}
