import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness

/// A generator of corpora of growing size, and the participants that answer them.
struct GrowingOptions: ParsableArguments {
  @Option(
    help: """
      The generator of the rows (titles, people, places, identifiers, …), or a file of rows, from \
      which seeded samples are taken.
      """)
  var corpus = "titles"

  @Option(
    help: """
      How the rows are searched: a built-in profile or a YAML file. (default: titles; a file's \
      columns are inferred)
      """)
  var profile: String?

  @Option(help: "Search only this column of a file as text; repeat for several.")
  var text: [String] = []

  @Option(
    name: [.customShort("e"), .customLong("matcher")],
    help: "Only this matcher; repeat for several. 'all' names every one.",
    completion: NameCompletion.participants)
  var matchers: [String] = []

  @Option(help: "Typing sessions at each size.", transform: NumberRange.sessionsOption.whole)
  var sessions = 12

  @Option(help: "The seed of sessions, samples and orders.", transform: NumberRange.seed)
  var seed: UInt64 = 1

  @Option(
    help: "Stop measuring a size after this time (seconds, 3s, 500ms) and its rounds.",
    transform: NumberRange.maxTime.number)
  var maxTime = 1.0

  @Flag(help: "Measure even with a debug build.")
  var allowDebug = false

  /// The participants, in catalog order.
  func participants(_ otherwise: [String]) throws(CommandError) -> [Participant] {
    try ParticipantRoster.matchers(
      matchers.isEmpty ? otherwise + Catalog.current.ownIDs : matchers)
  }

  /// The rows, which are read only once.
  func rows() throws(CommandError) -> GrowingRows {
    if CorpusGenerator.named(corpus) == nil, case .file? = try? CorpusSource(corpus) {
      let chosen = try ChosenCorpus(corpus, profile: profile, text: text)
      try InferenceNotice.show(chosen, savingTo: nil)
      return GrowingRows(chosen, of: self)
    }
    guard CorpusGenerator.named(corpus) != nil else {
      throw .unknownName(
        kind: "generator", name: corpus,
        known: CorpusGenerator.all.map(\.name) + ["a file such as rows.csv"])
    }
    guard text.isEmpty else {
      throw .usage("got --text with '\(corpus)', expected a file, whose columns it names")
    }
    let name = profile ?? "titles"
    guard let profile = SearchProfile.builtIn.first(where: { $0.name == name }) else {
      throw .unknownName(kind: "profile", name: name, known: SearchProfile.builtIn.map(\.name))
    }
    return GrowingRows(profile, of: self)
  }
}
