import MatchmarkCore
import MatchmarkSystem

/// Tells which profile was inferred for a file, and saves it where asked.
enum InferenceNotice {
  /// - Throws: ``CommandError/input(_:)`` where the profile cannot be written.
  static func show(_ chosen: ChosenCorpus, savingTo path: String?) throws(CommandError) {
    let yaml = ProfileFile.yaml(chosen.profile, columns: chosen.corpus.schema.columns)
    if chosen.isInferred {
      StandardError.write("inferred profile (change it, and pass it with --profile):")
      for line in yaml.split(separator: "\n") { StandardError.write("  \(line)") }
    }
    guard let path else { return }
    guard path != "-" else {
      throw .usage("got '-' for the file of the profile, expected a file; './-' is one")
    }
    do { try AtomicFile.write(Array(yaml.utf8), to: path) } catch {
      throw .input(error.description)
    }
    StandardError.write("wrote \(path)")
  }
}
