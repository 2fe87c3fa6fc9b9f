import MatchmarkCore
import MatchmarkHarness
import MatchmarkMatchers
import MatchmarkRecord
import MatchmarkSession
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Thirteen plants, a few typing sessions over them, and very short runs.
enum HarnessFixtures {
  static let linear = MatcherEntry(LinearScanMatcher.self)
  static let inverted = MatcherEntry(InvertedIndexMatcher.self)

  static func faulty(_ fault: MatcherFault) -> MatcherEntry { MatcherEntry(fault, around: linear) }

  static let rows: [[String]] = [
    ["Red Rose", "shrub", "2010"], ["White Rose", "shrub", "2011"], ["Tulip", "bulb", "2010"],
    ["Rosemary", "herb", "2010"], ["Primrose", "herb", "2011"], ["Chrysanthemum", "herb", "2010"],
    ["chrysanthemum, late", "herb", "2011"], ["Gladiolus", "bulb", "2011"],
    ["Orchid", "herb", "2010"], ["Crocus", "bulb", "2010"], ["Poinsettia", "shrub", "2011"],
    ["Sunflower", "herb", "2011"], ["it's \"Rosé\"", "shrub", "2010"],
  ]

  static func corpus() throws -> Corpus {
    var builder = CorpusBuilder(
      name: "plants",
      schema: try Schema([
        Column("title", .text), Column("kind", .facet), Column("year", .scope),
      ]))
    for row in rows { try builder.append(row) }
    return builder.finish()
  }

  static func profile(
    _ match: MatchMode = .contains, empty: EmptyPolicy = .browse
  ) -> SearchProfile {
    SearchProfile(name: "plants", textFields: [TextField("title", match)]).with {
      $0.empty = empty
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "year")
    }
  }

  /// Typing one key after the other.
  static func typing(_ text: String) -> [SessionEvent] { text.map { .type(String($0)) } }

  /// 25 keystrokes: browsing, typing, erasing, tokens that come and go, another scope.
  static let traces = [
    Trace(
      name: "rose",
      events: [.activate(by: .user)] + typing("rose") + [
        .backspace, .insertToken(FieldToken(facet: "kind", value: "herb"), at: nil),
        .removeToken(at: 0), .selectScope(1), .selectScope(0),
      ]),
    Trace(
      name: "long", events: [.activate(by: .user)] + typing("chrysanthemum")),
    Trace(name: "nothing", events: [.type("unseen")]),
  ]

  static func cell(
    _ profile: SearchProfile = profile(), traces: [Trace] = traces
  ) -> CellPlan {
    CellPlan(
      corpus: CorpusPlan(
        name: "plants", family: "plants", rowCount: rows.count,
        argument: "plants.csv"
      ) { try corpus() },
      profile: profile, workload: .written(TraceFile.encode(traces), file: "traces"))
  }

  /// A cell without rows that still has typing sessions.
  static func emptyCell() -> CellPlan {
    var cell = cell(traces: [Trace(name: "none", events: [.activate(by: .user), .type("a")])])
    cell.corpus.load = {
      CorpusBuilder(name: "none", schema: try corpus().schema).finish()
    }
    return cell
  }

  /// A closure over titles that is right about ASCII.
  static func search(_ titles: [String]) -> @Sendable (String) -> [Int] {
    let folded = titles.map { plain($0) }
    return { text in
      let needle = plain(text).drop { $0 == " " }
      return folded.indices.filter { folded[$0].contains(needle) }
    }
  }

  private static func plain(_ text: String) -> String { text.lowercased() }

  /// A suite of one cell: the oracle checks every keystroke, 20 rounds, no sampling.
  static func suite(seed: UInt64 = 1, cells: [CellPlan] = [cell()]) -> Suite {
    var suite = Suite(name: "fixture", why: "tests", seed: seed)
    suite.cells = cells
    suite.effort.minimumRounds = 20
    suite.effort.maximumRounds = 20
    suite.effort.cellSeconds = 1e-9
    suite.effort.roundSeconds = 1e9
    return suite
  }

  static func run(
    _ entries: [MatcherEntry], _ suite: Suite = suite(), failsFast: Bool = false,
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) throws -> [CellRecord] {
    try Run(
      Plan(suite, entries.map { Participant($0) }), readingCost: 1, failsFast: failsFast,
      observe: observe
    ).record(.run, in: PlanRecordTests.context).cells
  }

  /// A run of two matchers and others, with a ledger.
  static func run(
    with others: [Participant], _ suite: Suite, ledger: DivergenceLedger = .empty
  ) throws -> [CellRecord] {
    try Run(
      Plan(suite, [Participant(linear), Participant(inverted)] + others, ledger: ledger),
      readingCost: 1
    ) { _ in }.record(.run, in: PlanRecordTests.context).cells
  }

  /// The record of one matcher in a run of a single cell.
  static func record(of id: String, in cells: [CellRecord]) throws -> MatcherRecord {
    try #require(cells.first?.matchers.first { $0.id == id })
  }
}

extension ShownProgram {
  /// The program in every command of these tests.
  static let usual = ShownProgram("./matchmark")
}

extension Plan {
  init(_ suite: Suite, _ participants: [Participant], ledger: DivergenceLedger = .empty) {
    self.init(suite, participants, ledger: ledger, program: .usual)
  }
}
