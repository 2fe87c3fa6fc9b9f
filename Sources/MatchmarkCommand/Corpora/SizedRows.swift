import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

/// The same rows in several sizes: those of a generator, or samples of a file or a fixture, to
/// which larger sizes add rows that resemble them.
struct SizedRows {
  let cells: [CellPlan]
  /// The name of the file; nil for other rows.
  let title: String?
  /// The origin of the rows, for readers of the report.
  let why: String

  /// - Parameters:
  ///   - options: those of a generator without a size, a fixture, or a file, which is read only
  ///     once. Sizes beyond the rows of a file add made-up rows.
  ///   - profilePath: the file for the profile; nil to not save it.
  init(
    _ options: PlanOptions, savingProfileTo profilePath: String?, in context: ProgramContext
  ) throws(InputError) {
    let name = options.corpus.corpus ?? ""
    let (sizes, seed) = (options.sizes, options.corpusSeed)
    let workload = try options.workload()
    if let generator = CorpusGenerator.named(name) {
      let profile = try Self.profile(options.corpus, of: name)
      let counts = try sizes.map { size throws(InputError) -> Int in
        guard case .rows(let count) = size else {
          throw .usage(
            "got --sizes \(size) with --corpus \(name), which has no rows of its own, expected "
              + "numbers of rows")
        }
        return count
      }
      cells = try counts.sorted().map { size throws(InputError) in
        let plan = try CorpusSource("\(generator.name)-\(size)").plan(in: context.folder)
        var cell = CellPlan(corpus: plan, profile: profile, workload: workload)
        cell.foldingArgument = options.corpus.folding?.rawValue
        cell.rankArgument = options.corpus.rank?.name
        return cell
      }
      (title, why) = (nil, "One generator at growing sizes.")
      return
    }
    if case .generated(let generator, _)? = try? CorpusSource(name) {
      throw .usage(
        "got --corpus \(name) with --sizes, expected a generator without a size: "
          + "--corpus \(generator.name)")
    }
    let chosen = try ChosenCorpus(options.corpus, in: context.folder)
    try chosen.announce(savingTo: profilePath, replacing: context.replacement)
    let all = chosen.corpus.rowCount
    let sample = CorpusSample(of: chosen.corpus, seed: seed)
    let family = chosen.source.name
    let counts = Set(
      try sizes.map { size throws(InputError) in try size.rowCount(ofFileWith: all) })
    cells = counts.sorted().map { size in
      var cell = chosen.cell(workload, in: context.folder)
      cell.corpus = CorpusPlan(
        name: "\(family)-\(size)", family: family, rowCount: size, argument: name
      ) { try sample.corpus(rowCount: size, named: "\(family)-\(size)") }
      cell.corpus.ownRowCount = all
      return cell
    }
    title = chosen.source.fileName
    why =
      "Samples of the \(QuantityFormat.rows(all)) of \(title ?? name), drawn with seed \(seed); "
      + "each contains the smaller ones."
      + (counts.contains { $0 > all }
        ? " Beyond \(QuantityFormat.rows(all)), the rows are made up: they resemble these in "
          + "words, letters, lengths and repetitions." : "")
  }

  /// The profile of generated rows, which only a built-in one can be.
  private static func profile(
    _ options: CorpusOptions, of corpus: String
  ) throws(InputError) -> SearchProfile {
    guard options.reading.isUsual else {
      throw .usage("got --delimiter or --no-header with '\(corpus)', expected a file")
    }
    guard options.text.isEmpty else {
      throw .usage("got --text with '\(corpus)', expected a file, whose columns it names")
    }
    let name = options.profile ?? SearchProfile.titles.name
    guard let profile = SearchProfile.builtIn.first(where: { $0.name == name }) else {
      throw .unknownName(kind: "profile", name: name, known: SearchProfile.builtIn.map(\.name))
    }
    let chosen = options.rank.map(profile.ranked) ?? profile
    guard let folding = options.folding else { return chosen }
    try ChosenCorpus.refuseFolding(of: chosen)
    return chosen.with { $0.folding = folding }
  }
}
