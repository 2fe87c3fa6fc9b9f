import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkSystem

/// A set of labels with rows of its own, which a script makes from packages of the system.
struct LabelSet {
  let rows: String
  let labels: String

  static let names = ["misspelt", "places", "emoji"]

  /// The result is nil for another name, which may be that of a file.
  ///
  /// - Throws: ``InputError/input(_:)`` if the set has not been made on this machine.
  init?(_ name: String, in folder: ProjectFolder) throws(InputError) {
    guard Self.names.contains(name) else { return nil }
    let place = ".engines/labels/\(name)"
    guard let rows = folder.file("\(place)/rows.txt"),
      let labels = folder.file("\(place)/labels.tsv"), (try? FileKind(at: labels)) == .regular
    else {
      throw .input(
        "got the labels '\(name)', which have not been made on this machine, expected "
          + "\(place)/labels.tsv in a checkout; make them: Benchmarks/Labels/make \(name)")
    }
    (self.rows, self.labels) = (rows, labels)
  }
}
