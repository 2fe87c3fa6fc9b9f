/// Where the repository keeps the files that tests read.
enum FixtureFolder {
  /// The corpora.
  static let corpora = root + "/Fixtures/corpora"
  /// The typing sessions.
  static let traces = root + "/Fixtures/traces"

  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")
}
