import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkReports

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
    name: .matcher,
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
    let ownIDs = Catalog.current.ownIDs
    return try ParticipantRoster.matchers(matchers.isEmpty ? otherwise + ownIDs : matchers)
      .asking(for: matchers.isEmpty ? ownIDs : matchers)
  }

  /// The rows, which are read only once.
  func rows() throws(CommandError) -> GrowingRows {
    if CorpusGenerator.named(corpus) == nil, case .file? = try? CorpusSource(corpus) {
      let chosen = try ChosenCorpus(corpus, profile: profile, text: text)
      try chosen.announce()
      return GrowingRows(
        profile: chosen.profile, limit: chosen.corpus.rowCount,
        title: chosen.source.fileName ?? corpus, options: self,
        sample: CorpusSample(of: chosen.corpus, seed: seed))
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
    return GrowingRows(profile: profile, limit: nil, title: corpus, options: self, sample: nil)
  }
}

/// Rows in any number: those of a generator, or samples of a file.
struct GrowingRows {
  let profile: SearchProfile
  /// The largest number of rows; nil if a generator makes them.
  let limit: Int?
  /// What is measured, for the reports.
  let title: String
  fileprivate let options: GrowingOptions
  fileprivate let sample: CorpusSample?

  var why: String {
    guard let limit else { return "One generator at growing sizes." }
    return "Samples of the \(QuantityFormat.rows(limit)) of \(title), drawn with seed "
      + "\(options.seed); each holds the smaller ones."
  }

  /// A suite of one cell per size; with a file, no size exceeds its number of rows.
  func suite(named name: String, sizes: [Int], reference: String) throws(CommandError) -> Suite {
    var suite = Suite(name: name, why: why, seed: options.seed, reference: reference)
    suite.title = sample == nil ? nil : title
    suite.effort.cellSeconds = options.maxTime
    suite.effort.roundSeconds = 5
    for size in limited(sizes) {
      var cell = CellPlan(
        corpus: try plan(size), profile: profile,
        workload: .generated(sessions: options.sessions, seed: options.seed))
      if sample != nil {
        (cell.profileArgument, cell.textColumns) = (options.profile, options.text)
      }
      suite.cells.append(cell)
    }
    return suite
  }

  private func limited(_ sizes: [Int]) -> [Int] {
    guard let limit else { return sizes }
    let within = sizes.filter { $0 < limit }
    return within.count < sizes.count ? within + [limit] : within
  }

  private func plan(_ size: Int) throws(CommandError) -> CorpusPlan {
    guard let sample else { return try CorpusSource("\(options.corpus)-\(size)").plan() }
    let family = try CorpusSource(options.corpus).name
    return CorpusPlan(
      name: "\(family)-\(size)", family: family, rowCount: size, argument: options.corpus
    ) { try sample.corpus(rowCount: size, named: "\(family)-\(size)") }
  }
}
