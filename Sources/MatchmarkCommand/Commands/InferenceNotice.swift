import MatchmarkCore
import MatchmarkSystem

/// Tells which profile was inferred for a file, and what looks wrong about the file; saves the
/// profile where asked.
enum InferenceNotice {
  /// - Throws: ``CommandError/input(_:)`` where the profile cannot be written, or would replace a
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
        "got '\(path)' for the profile, which is there already, expected a new file; name another, "
          + "or pass that one with --profile")
    }
    do { try AtomicFile.write(Array(yaml.utf8), to: path) } catch {
      throw .input(error.description)
    }
    StandardError.write("wrote \(path)")
  }
}
