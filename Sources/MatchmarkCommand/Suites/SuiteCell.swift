import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness

/// One entry of a suite's cells: every combination of its lists is a cell.
enum SuiteCell {
  private static let keys = [
    "generators", "rows", "profiles", "sessions", "apps", "matchers", "engines",
  ]

  private static let defaultSessionCount = 12

  static func plans(
    _ value: YAMLValue, seed: UInt64, takesPart: SuiteParticipants
  ) throws(CommandError) -> [CellPlan] {
    let values = try value.mapping(keys)
    var plans: [CellPlan]
    switch (values["generators"], values["apps"]) {
    case (let generators?, nil):
      plans = try generated(generators, values, in: value, seed: seed)
    case (nil, let apps?):
      for key in ["rows", "profiles"] {
        if let extra = values[key] { throw extra.error("got '\(key)' with 'apps'") }
      }
      let sessions = try values["sessions"]?.whole(.suiteSessions)
      plans = try apps.elements().map { name throws(CommandError) in
        try app(name, sessions: sessions, seed: seed)
      }
    default: throw value.error("expected either 'generators' or 'apps'")
    }
    let leavesOut =
      try left(by: values["matchers"], of: takesPart.matchers, "matcher")
      + left(by: values["engines"], of: takesPart.engines, "engine")
    for index in plans.indices { plans[index].leavesOut = Set(leavesOut) }
    return plans
  }

  /// The suite's participants that an entry does not name; empty if it names none.
  private static func left(
    by value: YAMLValue?, of known: [String], _ kind: String
  ) throws(CommandError) -> [String] {
    guard let value else { return [] }
    let named = try value.elements().map { element throws(CommandError) in
      try element.name("\(kind) of this suite", among: known)
    }
    return known.filter { !named.contains($0) }
  }

  /// The number of typing sessions of all kinds, or of each named kind.
  private static func workload(
    _ sessions: YAMLValue?, seed: UInt64
  ) throws(CommandError) -> WorkloadPlan {
    guard let sessions, sessions.isMapping else {
      let count = try sessions?.whole(.suiteSessions) ?? Self.defaultSessionCount
      return .generated(sessions: count, seed: seed)
    }
    let values = try sessions.mapping(TraceKind.allCases.map(\.rawValue))
    guard !values.isEmpty else {
      throw sessions.error("got no kind of typing session, expected at least one")
    }
    var counts: [(kind: TraceKind, count: Int)] = []
    for kind in TraceKind.allCases {
      guard let value = values[kind.rawValue] else { continue }
      counts.append((kind, try value.whole(.suiteSessions)))
    }
    return .generated(counts, seed: seed)
  }

  static func kinds(_ value: YAMLValue) throws(CommandError) -> [TraceKind] {
    let kinds = try value.distinct("kind", by: \TraceKind.rawValue) {
      element throws(CommandError) in
      try element.choice(TraceKind.self)
    }
    guard !kinds.isEmpty else { throw value.error("got no kind, expected at least one") }
    return kinds
  }

  private static func generated(
    _ generators: YAMLValue, _ values: YAMLMapping, in value: YAMLValue, seed: UInt64
  ) throws(CommandError) -> [CellPlan] {
    guard let rows = values["rows"], let profiles = values["profiles"] else {
      throw value.error("expected 'rows' and 'profiles' with 'generators'")
    }
    let workload = try workload(values["sessions"], seed: seed)
    var plans: [CellPlan] = []
    for name in try generators.elements() {
      let generator = try name.item("generator", among: CorpusGenerator.all, by: \.name)
      for size in try rows.elements() {
        let source = CorpusSource.generated(generator, rowCount: try size.whole(.suiteRows))
        for profile in try profiles.elements() {
          plans.append(
            CellPlan(
              corpus: source.plan(),
              profile: try profile.item("profile", among: SearchProfile.builtIn, by: \.name),
              workload: workload))
        }
      }
    }
    return plans
  }

  /// An app: its corpus and its profile, with generated typing sessions or those of its file.
  private static func app(
    _ name: YAMLValue, sessions: Int?, seed: UInt64
  ) throws(CommandError) -> CellPlan {
    let app = try name.item("app", among: FixtureApps.all, by: \.name)
    var workload: WorkloadPlan
    if let sessions {
      workload = .generated(sessions: sessions, seed: seed)
    } else {
      let file = "Fixtures/traces/\(app.name).jsonl"
      let path = ProjectFolder.file(file) ?? file
      workload = .written(try InputFile.traces.read(path), file: path)
    }
    workload.settings = app.settings
    return CellPlan(
      corpus: CorpusSource.fixture(app.corpus).plan(), profile: app.corpus.profile,
      workload: workload)
  }
}
