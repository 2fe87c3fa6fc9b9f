package import MatchmarkCore
package import MatchmarkDatasets

extension CorpusSource {
  /// The corpus as a cell's plan; a corpus that is already loaded is not loaded again.
  ///
  /// - Parameter project: the folder with the files of the fixtures.
  package func plan(loaded: Corpus? = nil, in project: ProjectFolder) -> CorpusPlan {
    var rowCount = loaded?.rowCount
    if case .generated(_, let count) = self { rowCount = count }
    return CorpusPlan(name: name, family: family, rowCount: rowCount, argument: argument) {
      try loaded ?? corpus(in: project)
    }
  }

  private var argument: String {
    if case .file(let path) = self { return path }
    return name
  }
}

extension ChosenCorpus {
  package func cell(_ workload: WorkloadPlan, in project: ProjectFolder) -> CellPlan {
    var cell = CellPlan(
      corpus: source.plan(loaded: corpus, in: project), profile: profile, workload: workload)
    if case .file = source { cell.corpus.ownRowCount = corpus.rowCount }
    cell.profileArgument = profileArgument
    (cell.textColumns, cell.foldingArgument) = (text, folding?.rawValue)
    cell.rankArgument = rank?.name
    cell.reading = reading
    return cell
  }
}
