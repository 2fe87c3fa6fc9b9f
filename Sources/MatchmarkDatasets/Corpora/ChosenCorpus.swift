package import MatchmarkCore
import MatchmarkSystem

/// A corpus and the profile that it is searched with, as the arguments chose them.
package struct ChosenCorpus {
  package let source: CorpusSource
  package let corpus: Corpus
  package let profile: SearchProfile
  /// True if the columns' roles and the profile were guessed from the rows.
  package let isInferred: Bool
  /// The name or path of the profile; nil if none was named.
  package let profileArgument: String?
  /// The columns that were named to be searched; empty if they are inferred.
  package let text: [String]

  /// - Parameters:
  ///   - profileName: nil for the profile that belongs to the rows, or an inferred one.
  ///   - text: the columns of a file that are searched; empty to infer them.
  ///   - project: the folder with the files of the fixtures.
  package init(
    _ name: String, profile profileName: String?, text: [String], in project: ProjectFolder
  ) throws(InputError) {
    source = try CorpusSource(name)
    profileArgument = profileName
    self.text = text
    if !text.isEmpty {
      guard profileName == nil else {
        throw .usage("got --text with --profile, which names the text columns itself")
      }
      guard case .file = source else {
        throw .usage("got --text with '\(name)', expected a file, whose columns it names")
      }
    }
    var ownProfile: ProfileFile?
    if let builtIn = SearchProfile.builtIn.first(where: { $0.name == profileName }) {
      (profile, corpus, isInferred) = (builtIn, try source.corpus(in: project), false)
    } else if let profileName {
      let file = try ProfileFile(YAMLFile(path: Self.path(ofProfile: profileName)))
      ownProfile = file
      corpus = try source.corpus(in: project, seenThrough: file)
      (profile, isInferred) = (file.profile, false)
    } else {
      corpus = try source.corpus(in: project, text: text)
      switch source {
      case .generated: (profile, isInferred) = (.titles, false)
      case .fixture(let fixture): (profile, isInferred) = (fixture.profile, false)
      case .file: (profile, isInferred) = (InferredProfile.profile(for: corpus), true)
      }
    }
    if case .file(let path) = source, corpus.rowCount == 0 {
      let place = DatasetFormat(endingOf: path) == .titles ? "" : " after the header"
      throw .input("\(path): got no rows\(place), expected at least one")
    }
    guard !profile.textFields.isEmpty else {
      throw .input("'\(name)' has no column of text to search; name one with --text")
    }
    // The run folds the rows; without rows, the same call checks only that the columns fit.
    let noRows = CorpusBuilder(name: corpus.name, schema: corpus.schema).finish()
    do { _ = try FoldedCorpus(noRows, profile: profile) } catch {
      throw ownProfile?.error(about: error, of: name)
        ?? .input("corpus '\(name)', profile '\(profile.name)': \(error.description)")
    }
  }

  private static func path(ofProfile name: String) throws(InputError) -> String {
    guard name.hasSlash || name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      let known = SearchProfile.builtIn.map(\.name) + ["a YAML file such as rows.yaml"]
      throw .unknownName(kind: "profile", name: name, known: known)
    }
    return name
  }
}

extension ChosenCorpus {
  private static let otherDelimiters: [(sign: Character, name: String)] = [
    (";", "a semicolon"), ("\t", "a tab"),
  ]

  /// A warning if a CSV file seems to use another delimiter; nil if nothing looks wrong.
  package var delimiterWarning: String? {
    guard case .file(let path) = source, DatasetFormat(endingOf: path) == .csv,
      corpus.schema.columns.count == 1, let name = corpus.schema.columns.first?.name,
      let other = Self.otherDelimiters.first(where: { name.contains($0.sign) })
    else { return nil }
    return "\(path): got one column, '\(name)', with \(other.name) in its name, expected a comma "
      + "between the columns of a .csv file; a .tsv file has tabs"
  }
}
