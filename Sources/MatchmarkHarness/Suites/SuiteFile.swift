import MatchmarkCore
package import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// A suite as YAML: data with a written reason, never code.
///
/// ```yaml
/// why: Small generated corpora under every match mode.
/// seed: 1
/// matchers: [linear-scan, inverted-index]
/// engines: [all]
/// effort: {rounds: 10, cell-seconds: 0.5}
/// cells:
///   - generators: [titles, places]
///     rows: [1000, 10000]
///     profiles: [titles, titles-prefix]
///     sessions: 12
///   - apps: [countries, products, plans]
/// ```
package struct SuiteFile {
  package let suite: Suite
  /// The matchers that take part; nil means every matcher of the catalog.
  package let matchers: [String]?
  /// The engines that take part; none unless they are named, because they are other programs.
  package let engines: [String]

  private static let keys = [
    "why", "seed", "delivery", "reference", "matchers", "engines", "effort", "budget", "cells",
    "targets",
  ]

  /// The names of the suites that ship.
  package static func names(in project: ProjectFolder) -> [String] {
    guard let folder = project.file("Benchmarks/Suites") else { return [] }
    return Folder.names(in: folder).filter { $0.hasSuffix(".yaml") }
      .map { String($0.dropLast(5)) }.sorted()
  }

  /// Reads a suite by its name, or by the path of a file.
  package init(named name: String, in context: ProjectContext) throws(InputError) {
    let isPath =
      DatasetFormat(endingOf: name) == nil
      && (name.hasSlash || name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
    if isPath {
      try self.init(path: name, in: context)
    } else if Self.names(in: context.folder).contains(name),
      let path = context.folder.file("Benchmarks/Suites/\(name).yaml")
    {
      try self.init(path: path, in: context)
    } else if let current = FormerName.suites[name] {
      context.notice("notice: the suite '\(name)' is called '\(current)' now")
      try self.init(named: current, in: context)
    } else {
      throw Self.unknown(name, in: context)
    }
  }

  /// The error for a name that no suite has; names of rows, matchers and engines belong elsewhere.
  private static func unknown(_ name: String, in context: ProjectContext) -> InputError {
    let knownNames = names(in: context.folder)
    let error = InputError.unknownName(kind: "suite", name: name, known: knownNames)
    let ids = (try? ParticipantRoster(engineFile: nil, in: context))?.ids ?? []
    if NearestName.of(name, among: knownNames) == nil, let id = NearestName.of(name, among: ids) {
      return .usage("\(error.description); participants are named with -e: -e \(id)")
    }
    guard (try? FileKind(at: name)) != .folder, (try? CorpusSource(name)) != nil else {
      return error
    }
    return .usage("\(error.description); rows are named with --corpus: --corpus \(name)")
  }

  private init(path: String, in context: ProjectContext) throws(InputError) {
    try self.init(try YAMLFile(path: path), name: Self.stem(of: path), in: context)
  }

  package init(
    _ file: YAMLFile, name: String, in context: ProjectContext
  ) throws(InputError) {
    let values = try file.root.mapping(Self.keys)
    let why = try values.required("why", "a sentence on what the suite is for")
    let cells = try values.required("cells", "a list of cells")
    var suite = Suite(
      name: name, why: try why.text(), seed: UInt64(try values["seed"]?.whole(.suiteSeed) ?? 1))
    if let delivery = values["delivery"] { try Self.read(delivery, into: &suite) }
    if let reference = values["reference"] { suite.reference = try reference.text() }
    if let effort = values["effort"] { suite.effort = try SuiteFile.effort(effort) }
    if let budget = values["budget"] { suite.budgets = try SuiteFile.budgets(budget) }
    matchers = try values["matchers"]?.texts()
    engines = try values["engines"]?.texts() ?? []
    let takesPart = try SuiteParticipants(matchers: matchers, engines: engines, in: context)
    for cell in try cells.elements() {
      suite.cells += try SuiteCell(seed: suite.seed, takesPart: takesPart, project: context.folder)
        .plans(cell)
    }
    var seen: Set<String> = []
    for plan in suite.cells where !seen.insert(plan.id).inserted {
      throw cells.error("got the cell '\(plan.id)' twice, expected it only once")
    }
    if let targets = values["targets"] {
      let reader = SuiteTarget(
        suite: suite, participants: takesPart.all, notice: context.notice)
      suite.targets = try reader.targets(targets)
    }
    self.suite = suite
  }

  /// Reads one delivery, or several, of which tables show the first.
  private static func read(_ value: YAMLValue, into suite: inout Suite) throws(InputError) {
    let deliveries = try value.distinct("delivery", by: \Delivery.rawValue) {
      element throws(InputError) in
      try element.choice(Delivery.self)
    }
    guard let first = deliveries.first else { throw value.error("got no delivery, expected one") }
    suite.delivery = first
    suite.otherDeliveries = Array(deliveries.dropFirst())
  }

  private static func budgets(_ value: YAMLValue) throws(InputError) -> [Budget] {
    let values = try value.mapping(Budget.Figure.allCases.map(\.rawValue))
    var budgets: [Budget] = []
    for figure in Budget.Figure.allCases {
      guard let value = values[figure.rawValue] else { continue }
      budgets.append(Budget(figure: figure, nanoseconds: try value.number(.suiteBudget)))
    }
    return budgets
  }

  private static func effort(_ value: YAMLValue) throws(InputError) -> Effort {
    let values = try value.mapping([
      "rounds", "maximum-rounds", "warm-up-rounds", "sampled-rounds", "cell-seconds",
      "round-seconds", "target-width", "oracle-row-tests", "oracle-share",
      "sample-microseconds",
    ])
    var effort = Effort()
    if let value = values["rounds"] { effort.minimumRounds = try value.whole(.suiteRounds) }
    if let value = values["maximum-rounds"] {
      effort.maximumRounds = try value.whole(.maximumRounds)
      guard effort.maximumRounds >= effort.minimumRounds else {
        throw value.error(
          "got \(effort.maximumRounds), expected at least the \(effort.minimumRounds) rounds that "
            + "are measured in any case")
      }
    }
    if let value = values["warm-up-rounds"] {
      effort.warmUpRounds = try value.whole(.warmUpRounds)
    }
    if let value = values["sampled-rounds"] {
      effort.sampledRounds = try value.whole(.sampledRounds)
    }
    if let value = values["cell-seconds"] { effort.cellSeconds = try value.number(.cellSeconds) }
    if let value = values["round-seconds"] { effort.roundSeconds = try value.number(.roundSeconds) }
    if let value = values["target-width"] { effort.targetWidth = try value.number(.targetWidth) }
    if let value = values["sample-microseconds"] {
      effort.sampleNanoseconds = try value.number(.sampleMicroseconds) * 1_000
    }
    if let value = values["oracle-row-tests"] {
      effort.oracleRowTests = try value.whole(.oracleRowTests)
    }
    if let value = values["oracle-share"] { effort.oracleShare = try value.number(.oracleShare) }
    return effort
  }

  private static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.split(separator: ".").first.map(String.init) ?? file
  }
}

/// The participants that a suite names.
package struct SuiteParticipants {
  package let matchers: [String]
  package let engines: [String]
  private let known: [String]

  /// - Parameters:
  ///   - matchers: those that the suite names; nil, and the word `all`, mean every known matcher.
  ///   - engines: those that the suite names; the word `all` means every engine that ships.
  ///   - ranking: true if a profile ranks rows, for which the rankers take part.
  /// - Throws: ``InputError/input(_:)`` if the file of the engines cannot be read.
  package init(
    matchers: [String]?, engines: [String], ranking: Bool = false, in context: ProjectContext
  ) throws(InputError) {
    known = context.catalog.usualIDs(ranking: ranking)
    let named = matchers ?? ["all"]
    self.matchers = named.contains("all") ? known : named
    self.engines =
      engines.contains("all") ? try EngineFile.shipped(in: context).entries.map(\.id) : engines
  }

  package var all: [String] { matchers + engines }

  /// The reference if no participant is left out: the wanted one if it takes part, else the one
  /// that comes first in a run.
  package func reference(_ wanted: String) -> String {
    if all.contains(wanted) { return wanted }
    return known.first(where: matchers.contains) ?? engines.first ?? wanted
  }
}
