import MatchmarkCore
import MatchmarkDatasets

extension ChosenCorpus {
  /// Signs that set cells apart elsewhere, by their names.
  private static let otherDelimiters: [(sign: Character, name: String)] = [
    (";", "a semicolon"), ("\t", "a tab"),
  ]

  /// What is wrong where a file of commas has none; nil where nothing looks wrong.
  var delimiterWarning: String? {
    guard case .file(let path) = source, DatasetFormat(endingOf: path) == .csv,
      corpus.schema.columns.count == 1, let name = corpus.schema.columns.first?.name,
      let other = Self.otherDelimiters.first(where: { name.contains($0.sign) })
    else { return nil }
    return "\(path): got one column, '\(name)', with \(other.name) in its name, expected a comma "
      + "between the columns of a .csv file; a .tsv file has tabs"
  }
}
