import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets

/// The names that a shell suggests for an option's value, and matching files.
enum NameCompletion {
  static var suites: CompletionKind { .custom { _, _, _ in SuiteFile.knownNames } }

  static var participants: CompletionKind {
    .custom { _, _, _ in (try? ParticipantRoster(engineFile: nil))?.ids ?? [] }
  }

  /// Generated corpora of 10 000 rows, fixtures, and the files of rows in the current folder.
  static var corpora: CompletionKind {
    .custom { _, _, _ in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
      return CorpusSource.names(ofSize: "10000")
        + files.filter { DatasetFormat(endingOf: $0) != nil }.sorted()
    }
  }

  static var profiles: CompletionKind { .list(SearchProfile.builtIn.map(\.name)) }
}
