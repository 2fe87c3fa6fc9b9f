import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkReports

/// Rows in any number: those of a generator, or samples of a file.
struct GrowingRows {
  let profile: SearchProfile
  /// The largest number of rows; nil if a generator makes them.
  let limit: Int?
  /// What is measured, for the reports.
  let title: String
  private let options: GrowingOptions
  private let sample: CorpusSample?

  /// Rows of the generator that the options name.
  init(_ profile: SearchProfile, of options: GrowingOptions) {
    self.profile = profile
    self.options = options
    (limit, sample) = (nil, nil)
    title = options.corpus
  }

  /// Samples of a file.
  init(_ chosen: ChosenCorpus, of options: GrowingOptions) {
    self.options = options
    profile = chosen.profile
    limit = chosen.corpus.rowCount
    sample = CorpusSample(of: chosen.corpus, seed: options.seed)
    title = chosen.source.fileName ?? options.corpus
  }

  /// A sentence that says what the rows are.
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
