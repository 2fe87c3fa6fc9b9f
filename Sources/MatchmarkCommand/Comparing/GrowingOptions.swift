import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkMeasurement

/// A generator whose corpora grow, and who answers them.
struct GrowingOptions: ParsableArguments {
  @Option(help: "The generator of the rows: titles, people, places, identifiers, …")
  var corpus = "titles"

  @Option(help: "How they are searched: a built-in profile.")
  var profile = "titles"

  @Option(
    name: [.customShort("e"), .customLong("matcher")],
    help: """
      Only this matcher; repeat for several. 'all' names every one. (default: linear-scan; \
      scaling: all)
      """)
  var matchers: [String] = []

  @Option(help: "Typing sessions at each size.", transform: NumberRange.sessionsOption.whole)
  var sessions = 12

  @Option(help: "The seed of sessions, samples and orders.", transform: NumberRange.seed)
  var seed: UInt64 = 1

  @Option(
    help: "Stop measuring a size after this many seconds, once it has its rounds.",
    transform: NumberRange.maxTime.number)
  var maxTime = 1.0

  @Flag(help: "Measure with a debug build all the same.")
  var allowDebug = false

  /// The participants, in catalog order.
  func participants(_ otherwise: [String]) throws(CommandError) -> [Participant] {
    try ParticipantRoster.matchers(
      matchers.isEmpty ? otherwise + Catalog.current.ownIDs : matchers)
  }

  /// A suite of one cell for each size.
  func suite(
    named name: String, sizes: [Int], reference: String
  ) throws(CommandError) -> Suite {
    guard CorpusGenerator.named(corpus) != nil else {
      throw .unknownName(
        kind: "generator", name: corpus, known: CorpusGenerator.all.map(\.name))
    }
    guard let profile = SearchProfile.builtIn.first(where: { $0.name == profile }) else {
      throw .unknownName(
        kind: "profile", name: profile, known: SearchProfile.builtIn.map(\.name))
    }
    var suite = Suite(
      name: name, why: "One generator at growing sizes.", seed: seed, reference: reference)
    suite.effort.cellSeconds = maxTime
    suite.effort.roundSeconds = 5
    for size in sizes {
      suite.cells.append(
        CellPlan(
          corpus: try CorpusSource("\(corpus)-\(size)").plan(), profile: profile,
          workload: .generated(sessions: sessions, seed: seed)))
    }
    return suite
  }
}
