import MatchmarkCore
import MatchmarkDatasets
import MatchmarkReports
import MatchmarkSystem

extension ChosenCorpus {
  init(_ options: CorpusOptions, in project: ProjectFolder) throws(InputError) {
    guard let name = options.corpus else {
      throw .usage("expected --corpus with a generator, a fixture or a file")
    }
    try self.init(
      name,
      profile: ProfileChoice(
        options.profile, text: options.text, folding: options.folding, rank: options.rank),
      reading: options.reading, in: project)
  }

  /// The same rows, for a command that knows sets of rows alone.
  ///
  /// - Throws: ``InputError/usage(_:)`` for a profile that ranks rows.
  func findingSets() throws(InputError) -> ChosenCorpus {
    guard profile.rank == nil else {
      throw .usage(
        "got a profile that ranks rows, expected one that finds sets; 'query', 'verify' and 'run' "
          + "rank")
    }
    return self
  }

  /// Says which profile was inferred for a file and what looks wrong about the file; saves the
  /// profile if asked.
  ///
  /// - Throws: ``InputError/input(_:)`` if the profile cannot be written, or would replace a
  ///   file.
  func announce(
    savingTo path: String? = nil, replacing replacement: Replacement = .own
  ) throws(InputError) {
    if isInferred {
      StandardError.write(
        "inferred profile: \(ProfileText.words(profile))\n"
          + "  to change it, save it with 'query --write-profile rows.yaml', edit it, and pass it "
          + "with --profile")
    }
    for note in notes { StandardError.write("note: \(note)") }
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
    let yaml = ProfileFile.yaml(profile, columns: corpus.schema.columns)
    try InputError.wrap { try AtomicFile.write(Array(yaml.utf8), to: path, replacing: replacement) }
    StandardError.write("wrote \(path)")
  }
}
