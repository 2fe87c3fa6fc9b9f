import MatchmarkTestSupport

/// The folders of files that tests read.
enum FixtureFolder {
  /// The corpora.
  static let corpora = WorkingCopy.path("Fixtures/corpora")
  /// The typing sessions.
  static let traces = WorkingCopy.path("Fixtures/traces")
}
