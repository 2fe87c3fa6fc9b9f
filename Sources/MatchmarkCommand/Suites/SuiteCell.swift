import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkSession
import MatchmarkSystem

/// One entry of a suite's cells: every combination of its lists is a cell.
enum SuiteCell {
  private static let keys = ["generators", "rows", "profiles", "sessions", "apps"]

  /// The cells of an entry.
  ///
  /// - Throws: ``CommandError/input(_:)`` with line and column.
  static func plans(_ value: YAMLValue, seed: UInt64) throws(CommandError) -> [CellPlan] {
    let values = try value.mapping(keys)
    switch (values["generators"], values["apps"]) {
    case (let generators?, nil):
      return try generated(generators, values, in: value, seed: seed)
    case (nil, let apps?):
      for key in ["rows", "profiles"] {
        if let extra = values[key] { throw extra.error("got '\(key)' beside 'apps'") }
      }
      let sessions = try values["sessions"]?.integer(atLeast: 1)
      return try apps.elements().map { name throws(CommandError) in
        try app(name, sessions: sessions, seed: seed)
      }
    default:
      throw value.error("expected either 'generators' or 'apps'")
    }
  }

  private static func generated(
    _ generators: YAMLValue, _ values: [String: YAMLValue], in value: YAMLValue, seed: UInt64
  ) throws(CommandError) -> [CellPlan] {
    guard let rows = values["rows"], let profiles = values["profiles"] else {
      throw value.error("expected 'rows' and 'profiles' beside 'generators'")
    }
    let sessions = try values["sessions"]?.integer(atLeast: 1) ?? WorkloadPlan.defaultSessionCount
    var plans: [CellPlan] = []
    for name in try generators.elements() {
      let generator = try known(name, "generator", CorpusGenerator.all, by: \.name)
      for size in try rows.elements() {
        let source = try CorpusSource("\(generator.name)-\(try size.integer(atLeast: 0))")
        for profile in try profiles.elements() {
          plans.append(
            CellPlan(
              corpus: source.plan(),
              profile: try known(profile, "profile", SearchProfile.builtIn, by: \.name),
              workload: .generated(sessions: sessions, seed: seed)))
        }
      }
    }
    return plans
  }

  /// An app: its corpus and its profile, with generated typing sessions or those of its file.
  private static func app(
    _ name: YAMLValue, sessions: Int?, seed: UInt64
  ) throws(CommandError) -> CellPlan {
    let app = try known(name, "app", FixtureApps.all, by: \.name)
    var workload =
      sessions.map { WorkloadPlan.generated(sessions: $0, seed: seed) }
      ?? .file("Fixtures/traces/\(app.name).jsonl")
    workload.settings = app.settings
    return CellPlan(
      corpus: CorpusSource.fixture(app.corpus).plan(), profile: app.corpus.profile,
      workload: workload)
  }

  private static func known<Item>(
    _ value: YAMLValue, _ kind: String, _ items: [Item], by name: (Item) -> String
  ) throws(CommandError) -> Item {
    let text = try value.name(kind, among: items.map(name))
    guard let item = items.first(where: { name($0) == text }) else {
      throw value.error("got \(kind) '\(text)'")
    }
    return item
  }
}

extension WorkloadPlan {
  /// Typing sessions per cell where nobody says otherwise.
  static let defaultSessionCount = 12

  /// Typing sessions over whatever the corpus holds.
  static func generated(sessions: Int, seed: UInt64) -> WorkloadPlan {
    WorkloadPlan { corpus in
      TraceGenerator(corpus: corpus, seed: seed).traces(sessions: sessions)
    }
  }

  /// Typing sessions of a file of the project.
  static func file(_ relativePath: String) -> WorkloadPlan {
    WorkloadPlan { _ in
      let path = ProjectFolder.file(relativePath) ?? relativePath
      return try TraceFile.decode(try FileReader.read(path), file: path)
    }
  }
}
