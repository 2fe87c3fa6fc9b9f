import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkSystem

/// A corpus and the profile that it is searched with, as the arguments chose them.
struct ChosenCorpus {
  let source: CorpusSource
  let corpus: Corpus
  let profile: SearchProfile
  /// Whether the columns' roles and the profile were guessed from the rows.
  let isInferred: Bool
  /// The profile that was asked for; nil if none was.
  private let profileArgument: String?
  /// The columns that were named to be searched; empty if they are inferred.
  private let text: [String]

  /// Loads the corpus and finds its profile.
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
    switch profileName.map({ ProfileName($0) }) {
    case .file(let path):
      let file = try ProfileFile(path: path)
      ownProfile = file
      profile = file.profile
      corpus = try source.corpus(seenThrough: file)
      isInferred = false
    case .builtIn(let profile):
      self.profile = try profile.get()
      corpus = try source.corpus()
      isInferred = false
    case nil:
      corpus = try source.corpus(text: text)
      (profile, isInferred) = Self.defaultProfile(for: source, corpus)
    }
    if case .file(let path) = source, corpus.rowCount == 0 {
      let place = DatasetFormat(endingOf: path) == .titles ? "" : " after the header"
      throw .input("\(path): got no rows\(place), expected at least one")
    }
    guard !profile.textFields.isEmpty else {
      throw .input("'\(name)' has no column of text to search; name one with --text")
    }
    do { _ = try FoldedCorpus(corpus, profile: profile) } catch {
      throw ownProfile?.error(about: error, of: name)
        ?? .input("corpus '\(name)', profile '\(profile.name)': \(error.description)")
    }
  }

  private static func defaultProfile(
    for source: CorpusSource, _ corpus: Corpus
  ) -> (SearchProfile, Bool) {
    switch source {
    case .generated: (.titles, false)
    case .fixture(let fixture): (fixture.profile, false)
    case .file: (InferredProfile.profile(for: corpus), true)
    }
  }

  /// The corpus as the only cell of a suite.
  func cell(sessions: Int, seed: UInt64) -> CellPlan {
    var cell = CellPlan(
      corpus: source.plan(loaded: corpus), profile: profile,
      workload: .generated(sessions: sessions, seed: seed))
    cell.profileArgument = profileArgument
    cell.textColumns = text
    return cell
  }
}

/// A profile by name, or by the path of its file.
private enum ProfileName {
  case file(String)
  case builtIn(Result<SearchProfile, CommandError>)

  init(_ text: String) {
    if let profile = SearchProfile.builtIn.first(where: { $0.name == text }) {
      self = .builtIn(.success(profile))
    } else if text.hasSlash || text.hasSuffix(".yaml") || text.hasSuffix(".yml") {
      self = .file(text)
    } else {
      let known = SearchProfile.builtIn.map(\.name) + ["a YAML file such as rows.yaml"]
      self = .builtIn(.failure(.unknownName(kind: "profile", name: text, known: known)))
    }
  }
}

extension ChosenCorpus {
  /// Characters that separate cells in other formats, with their names.
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
}

/// Says which profile was inferred for a file and what looks wrong about the file; saves the
/// profile if asked.
enum InferenceNotice {
  /// - Throws: ``CommandError/input(_:)`` if the profile cannot be written, or would replace a
  ///   file.
  static func show(_ chosen: ChosenCorpus, savingTo path: String?) throws(CommandError) {
    let yaml = ProfileFile.yaml(chosen.profile, columns: chosen.corpus.schema.columns)
    if chosen.isInferred {
      StandardError.write("inferred profile (change it, and pass it with --profile):")
      for line in yaml.split(separator: "\n") { StandardError.write("  \(line)") }
    }
    if let warning = chosen.delimiterWarning { StandardError.write("warning: \(warning)") }
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
