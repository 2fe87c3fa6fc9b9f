import MatchmarkDatasets
import MatchmarkSystem

/// A set of labels with rows of its own, which a script makes from packages of the system.
enum LabelSet: String, CaseIterable {
  case misspelt, places, emoji

  /// The paths of its rows and of its labels.
  ///
  /// - Throws: ``InputError/input(_:)`` if the set has not been made on this machine.
  func files(in folder: ProjectFolder) throws(InputError) -> (rows: String, labels: String) {
    let place = ".engines/labels/\(rawValue)"
    guard let rows = folder.file("\(place)/rows.txt"),
      let labels = folder.file("\(place)/labels.tsv"), (try? FileKind(at: labels)) == .regular
    else {
      throw .input(
        "got the labels '\(rawValue)', which have not been made on this machine, expected "
          + "\(place)/labels.tsv in a checkout; make them: Benchmarks/Labels/make \(rawValue)")
    }
    return (rows, labels)
  }
}
