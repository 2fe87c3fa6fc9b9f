package import MatchmarkCore
import MatchmarkSystem

/// The arguments that choose how rows are searched.
package struct ProfileChoice: Sendable {
  /// The name or path of the profile; nil for the profile that belongs to the rows, or an inferred
  /// one.
  package let name: String?
  /// The columns of a file that are searched; empty to infer them.
  package let text: [String]
  /// The folding in place of that of the profile.
  package let folding: Folding?
  /// The order of the rows in place of that of the profile.
  package let rank: RankedOrder?

  package init(
    _ name: String? = nil, text: [String] = [], folding: Folding? = nil,
    rank: RankedOrder? = nil
  ) {
    (self.name, self.text, self.folding, self.rank) = (name, text, folding, rank)
  }
}

/// A corpus and the profile that it is searched with, as the arguments chose them.
package struct ChosenCorpus {
  package let source: CorpusSource
  package let corpus: Corpus
  package private(set) var profile: SearchProfile
  /// True if the columns' roles and the profile were guessed from the rows.
  package let isInferred: Bool
  /// The name or path of the profile; nil if none was named.
  package let profileArgument: String?
  /// The columns that were named to be searched; empty if they are inferred.
  package let text: [String]
  /// The folding that was named; nil if it is that of the profile.
  package let folding: Folding?
  /// The order that was named; nil if it is that of the profile.
  package let rank: RankedOrder?
  package let reading: RowReading
  /// Notes about the file: the way it was read, and what is not searched.
  package private(set) var notes: [String]

  /// The text of a row in the first column that is searched.
  package func firstText(ofRow row: Int) -> String {
    let column = profile.textFields.first.flatMap { corpus.schema.index(of: $0.name) } ?? 0
    return corpus.cell(row: row, column: column)
  }

  /// - Parameters:
  ///   - reading: the way to read a file.
  ///   - project: the folder with the files of the fixtures.
  package init(
    _ name: String, profile choice: ProfileChoice, reading: RowReading, in project: ProjectFolder
  ) throws(InputError) {
    source = try CorpusSource(name)
    let (profileName, text) = (choice.name, choice.text)
    profileArgument = profileName
    (self.text, folding, rank, self.reading) = (text, choice.folding, choice.rank, reading)
    if !reading.isUsual {
      guard case .file = source else {
        let option = reading.delimiter == nil ? "--no-header" : "--delimiter"
        throw .usage("got \(option) with '\(name)', expected a file, whose form it states")
      }
    }
    if rank != nil, text.count > 1 {
      throw .usage(
        "got \(text.count) columns with --text, expected one: a ranked search has one column")
    }
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
      (profile, isInferred) = (builtIn, false)
      (corpus, notes) = try source.rows(in: project, reading: reading)
    } else if let profileName {
      let file = try ProfileFile(YAMLFile(path: Self.path(ofProfile: profileName)))
      ownProfile = file
      (corpus, notes) = try source.rows(in: project, seenThrough: file, reading: reading)
      (profile, isInferred) = (file.profile, false)
    } else {
      (corpus, notes) = try source.rows(in: project, text: text, reading: reading)
      switch source {
      case .generated: (profile, isInferred) = (.titles, false)
      case .fixture(let fixture): (profile, isInferred) = (fixture.profile, false)
      case .file: (profile, isInferred) = (InferredProfile.profile(for: corpus, named: text), true)
      }
    }
    if isInferred, text.isEmpty, rank == nil {
      notes += [DatasetRows.filterNote(corpus), DatasetRows.identifierNote(corpus)].compactMap(
        \.self)
    }
    if let rank {
      if isInferred { profile = profile.withTitleFirst(of: corpus) }
      let others = profile.textFields.dropFirst().map(\.name)
      if !others.isEmpty {
        notes.append(
          "a ranked search has one column, so \(others.joined(separator: ", ")) "
            + (others.count == 1 ? "is" : "are") + " not searched; --text names another column")
      }
      profile = profile.ranked(rank)
    }
    if let folding = choice.folding {
      try Self.refuseFolding(of: profile)
      profile.folding = folding
    } else if case .file = source, profile.folding == .caseAndDiacriticInsensitive, rank == nil,
      let note = DatasetRows.looseNote(corpus)
    {
      notes.append(note)
    }
    if case .file(let path) = source, corpus.rowCount == 0 {
      let place = DatasetFormat(endingOf: path) == .titles ? "" : " after the header"
      throw .input("\(CorpusSource.shown(path)): got no rows\(place), expected at least one")
    }
    guard !profile.textFields.isEmpty else {
      throw .input("'\(name)' has no column of text to search; name one with --text")
    }
    if case .file(let path) = source, Self.lackText(profile.textFields, of: corpus) {
      // An export that lost its texts would be searched rightly: no row is ever found.
      let names = profile.textFields.map { "'\($0.name)'" }.joined(separator: ", ")
      throw .input(
        "\(CorpusSource.shown(path)): got \(corpus.rowCount) rows without text in \(names), "
          + "expected text in at least one")
    }
    // The run folds the rows; without rows, the same call checks only that the columns fit.
    let noRows = CorpusBuilder(name: corpus.name, schema: corpus.schema).finish()
    do { _ = try FoldedCorpus(noRows, profile: profile) } catch {
      throw ownProfile?.error(about: error, of: name)
        ?? .input("corpus '\(name)', profile '\(profile.name)': \(error.description)")
    }
  }

  /// Returns true if every cell of the text fields is empty.
  private static func lackText(_ fields: [TextField], of corpus: Corpus) -> Bool {
    let columns = fields.compactMap { corpus.schema.index(of: $0.name) }
    return columns.count == fields.count
      && columns.allSatisfy { corpus.columns[$0].textSizeInBytes == 0 }
  }

  /// Refuses to choose the folding of a ranked search, whose order says which letters are equal.
  package static func refuseFolding(of profile: SearchProfile) throws(InputError) {
    guard let rank = profile.rank else { return }
    let who = rank == .own ? "each ranker declares" : "the order says"
    throw .usage(
      "got --folding with a search in the order \(rank.name), expected one of them: \(who) which "
        + "letters are equal")
  }

  /// The profile with a name or in a file.
  package static func profile(named name: String) throws(InputError) -> SearchProfile {
    if let builtIn = SearchProfile.builtIn.first(where: { $0.name == name }) { return builtIn }
    return try ProfileFile(YAMLFile(path: path(ofProfile: name))).profile
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
  private static let otherDelimiters: [(sign: Character, name: String, option: String)] = [
    (";", "a semicolon", "';'"), ("\t", "a tab", "tab"), ("|", "a vertical bar", "'|'"),
  ]

  /// A warning if a CSV file seems to use another delimiter; nil if nothing looks wrong.
  package var delimiterWarning: String? {
    guard case .file(let path) = source, DatasetFormat(endingOf: path) == .csv,
      reading.delimiter == nil, corpus.schema.columns.count == 1,
      let name = corpus.schema.columns.first?.name,
      let other = Self.otherDelimiters.first(where: { name.contains($0.sign) })
    else { return nil }
    return "\(path): got one column, '\(name)', with \(other.name) in its name, expected a comma "
      + "between the columns of a .csv file; pass --delimiter \(other.option)"
  }
}
