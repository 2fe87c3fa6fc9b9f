import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

/// A corpus and the profile that it is searched with, as the arguments chose them.
struct ChosenCorpus {
  let source: CorpusSource
  let corpus: Corpus
  let profile: SearchProfile
  /// True if the columns' roles and the profile were guessed from the rows.
  let isInferred: Bool
  private let profileArgument: String?
  /// The columns that were named to be searched; empty if they are inferred.
  private let text: [String]

  init(_ options: CorpusOptions) throws(CommandError) {
    guard let name = options.corpus else {
      throw .usage("expected --corpus with a generator, a fixture or a file")
    }
    try self.init(name, profile: options.profile, text: options.text)
  }

  /// - Parameters:
  ///   - profileName: nil for the profile that belongs to the rows, or an inferred one.
  ///   - text: the columns of a file that are searched; empty to infer them.
  init(_ name: String, profile profileName: String?, text: [String]) throws(CommandError) {
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
      (profile, corpus, isInferred) = (builtIn, try source.corpus(), false)
    } else if let profileName {
      let file = try ProfileFile(YAMLFile(path: Self.path(ofProfile: profileName)))
      ownProfile = file
      (profile, corpus, isInferred) = (file.profile, try source.corpus(seenThrough: file), false)
    } else {
      corpus = try source.corpus(text: text)
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

  private static func path(ofProfile name: String) throws(CommandError) -> String {
    guard name.hasSlash || name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      let known = SearchProfile.builtIn.map(\.name) + ["a YAML file such as rows.yaml"]
      throw .unknownName(kind: "profile", name: name, known: known)
    }
    return name
  }

  func cell(sessions: Int, seed: UInt64) -> CellPlan {
    var cell = CellPlan(
      corpus: source.plan(loaded: corpus), profile: profile,
      workload: .generated(sessions: sessions, seed: seed))
    cell.profileArgument = profileArgument
    cell.textColumns = text
    return cell
  }
}

extension ChosenCorpus {
  private static let otherDelimiters: [(sign: Character, name: String)] = [
    (";", "a semicolon"), ("\t", "a tab"),
  ]

  /// A warning if a CSV file seems to use another delimiter; nil if nothing looks wrong.
  var delimiterWarning: String? {
    guard case .file(let path) = source, DatasetFormat(endingOf: path) == .csv,
      corpus.schema.columns.count == 1, let name = corpus.schema.columns.first?.name,
      let other = Self.otherDelimiters.first(where: { name.contains($0.sign) })
    else { return nil }
    return "\(path): got one column, '\(name)', with \(other.name) in its name, expected a comma "
      + "between the columns of a .csv file; a .tsv file has tabs"
  }

  /// Says which profile was inferred for a file and what looks wrong about the file; saves the
  /// profile if asked.
  ///
  /// - Throws: ``CommandError/input(_:)`` if the profile cannot be written, or would replace a
  ///   file.
  func announce(savingTo path: String? = nil) throws(CommandError) {
    let yaml = ProfileFile.yaml(profile, columns: corpus.schema.columns)
    if isInferred {
      StandardError.write("inferred profile (change it, and pass it with --profile):")
      for line in yaml.split(separator: "\n") { StandardError.write("  \(line)") }
    }
    if let warning = delimiterWarning { StandardError.write("warning: \(warning)") }
    guard let path else { return }
    guard path != "-" else {
      throw .usage("got '-' for the file of the profile, expected a file; './-' is one")
    }
    guard (try? FileKind(at: path)) != .regular else {
      throw .input(
        "got '\(path)' for the profile, which exists, expected a new file; name another, "
          + "or pass that one with --profile")
    }
    try CommandError.wrap { try AtomicFile.write(Array(yaml.utf8), to: path) }
    StandardError.write("wrote \(path)")
  }
}
