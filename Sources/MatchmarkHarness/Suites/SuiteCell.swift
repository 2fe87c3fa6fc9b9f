import MatchmarkCore
import MatchmarkDatasets

/// One entry of a suite's cells: every combination of its lists is a cell.
struct SuiteCell {
  let seed: UInt64
  let takesPart: SuiteParticipants
  let project: ProjectFolder

  private static let keys = [
    "generators", "rows", "profiles", "sessions", "apps", "matchers", "engines",
  ]

  private static let defaultSessionCount = 12

  func plans(_ value: YAMLValue) throws(InputError) -> [CellPlan] {
    let values = try value.mapping(Self.keys)
    var plans: [CellPlan]
    switch (values["generators"], values["apps"]) {
    case (let generators?, nil):
      plans = try generated(generators, values, in: value)
    case (nil, let apps?):
      for key in ["rows", "profiles"] {
        if let extra = values[key] { throw extra.error("got '\(key)' with 'apps'") }
      }
      let sessions = try values["sessions"]?.whole(.suiteSessions)
      plans = try apps.elements().map { name throws(InputError) in
        try app(name, sessions: sessions)
      }
    default: throw value.error("expected either 'generators' or 'apps'")
    }
    let leavesOut =
      try Self.left(by: values["matchers"], of: takesPart.matchers, "matcher")
      + Self.left(by: values["engines"], of: takesPart.engines, "engine")
    for index in plans.indices { plans[index].leavesOut = Set(leavesOut) }
    return plans
  }

  /// The suite's participants that an entry does not name; empty if it names none.
  private static func left(
    by value: YAMLValue?, of known: [String], _ kind: String
  ) throws(InputError) -> [String] {
    guard let value else { return [] }
    let named = try value.elements().map { element throws(InputError) in
      try element.name("\(kind) of this suite", among: known)
    }
    return known.filter { !named.contains($0) }
  }

  /// The number of typing sessions of all kinds, or of each named kind.
  private func workload(_ sessions: YAMLValue?) throws(InputError) -> WorkloadPlan {
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

  static func kinds(_ value: YAMLValue) throws(InputError) -> [TraceKind] {
    let kinds = try value.distinct("kind", by: \TraceKind.rawValue) {
      element throws(InputError) in
      try element.choice(TraceKind.self)
    }
    guard !kinds.isEmpty else { throw value.error("got no kind, expected at least one") }
    return kinds
  }

  private func generated(
    _ generators: YAMLValue, _ values: YAMLMapping, in value: YAMLValue
  ) throws(InputError) -> [CellPlan] {
    guard let rows = values["rows"], let profiles = values["profiles"] else {
      throw value.error("expected 'rows' and 'profiles' with 'generators'")
    }
    let workload = try workload(values["sessions"])
    var plans: [CellPlan] = []
    for name in try generators.elements() {
      let generator = try name.item("generator", among: CorpusGenerator.all, by: \.name)
      for size in try rows.elements() {
        let source = CorpusSource.generated(generator, rowCount: try size.whole(.suiteRows))
        for profile in try profiles.elements() {
          plans.append(
            CellPlan(
              corpus: source.plan(in: project),
              profile: try profile.item("profile", among: SearchProfile.builtIn, by: \.name),
              workload: workload))
        }
      }
    }
    return plans
  }

  /// An app: its corpus and its profile, with generated typing sessions or those of its file.
  private func app(_ name: YAMLValue, sessions: Int?) throws(InputError) -> CellPlan {
    let app = try name.item("app", among: FixtureApps.all, by: \.name)
    var workload: WorkloadPlan
    if let sessions {
      workload = .generated(sessions: sessions, seed: seed)
    } else {
      let file = "Fixtures/traces/\(app.name).jsonl"
      let path = project.file(file) ?? file
      workload = .written(try InputFile.traces.read(path), file: path)
    }
    workload.settings = app.settings
    return CellPlan(
      corpus: CorpusSource.fixture(app.corpus).plan(in: project), profile: app.corpus.profile,
      workload: workload)
  }
}
