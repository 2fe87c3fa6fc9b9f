import MatchmarkTestSupport

/// Where the repository keeps the files that tests read.
enum FixtureFolder {
  /// The corpora.
  static let corpora = WorkingCopy.path("Fixtures/corpora")
  /// The typing sessions.
  static let traces = WorkingCopy.path("Fixtures/traces")
}
