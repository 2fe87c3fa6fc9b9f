import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// The rows and the profile that the options of a hunt name.
extension HuntCommand {
  /// The profile that those of the cases are like, if one is named.
  func huntedProfile() throws(InputError) -> SearchProfile? {
    guard let name = profile else { return nil }
    let profile = try ChosenCorpus.profile(named: name)
    guard profile.rank == nil else {
      throw .usage(
        "got --profile \(name), which ranks rows, expected one that finds sets; --ranked hunts "
          + "rankers")
    }
    print("searching as \(name) does: \(ProfileText.words(profile))")
    return profile
  }

  /// The rows of the corpus and the way they are searched, if there is one.
  func searchedRows() throws -> FoldedCorpus? {
    guard let corpus else { return nil }
    let chosen = try chosenRows(corpus)
    return try FoldedCorpus(chosen.corpus, profile: chosen.profile)
  }

  /// The texts of the corpus, if there is one.
  func ownRows() throws(InputError) -> RankedRows {
    guard let corpus else { return RankedRows() }
    let chosen = try chosenRows(corpus, rank: .own)
    let rowCount = chosen.corpus.rowCount
    let column = chosen.profile.textFields.first?.name ?? ""
    print("drawing lists from '\(column)' of \(QuantityFormat.rows(rowCount)) in \(corpus)")
    return RankedRows((0..<rowCount).map(chosen.firstText))
  }

  private func chosenRows(
    _ corpus: String, rank: RankedOrder? = nil
  ) throws(InputError) -> ChosenCorpus {
    let chosen = try ChosenCorpus(
      corpus, profile: ProfileChoice(rank: rank), reading: RowReading(), in: context.folder)
    guard chosen.corpus.rowCount > 0 else {
      throw .input("got no rows in '\(corpus)', expected at least one")
    }
    return chosen
  }
}
