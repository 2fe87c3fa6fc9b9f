package import MatchmarkCore

/// The command line that asks one query again.
package struct ReplayCommand: Sendable {
  /// The id of the cell.
  let cell: String
  private let cellArguments: [String]

  package init(_ cell: CellPlan) {
    self.cell = cell.id
    cellArguments = cell.corpus.arguments + cell.profileArguments
  }

  /// For instance `./matchmark query --corpus titles-1000 --profile titles --matcher x 'text'`.
  ///
  /// - Parameter arguments: those without which the matcher is not known.
  package func command(
    _ query: SearchQuery, matcher: String, arguments: [String] = []
  ) -> String {
    var words = ["./matchmark", "query"] + cellArguments + arguments + ["--matcher", matcher]
    for token in query.tokens { words += ["--token", "\(token.facet)=\(token.value)"] }
    if let scope = query.scope { words += ["--scope", scope] }
    words += ["--", query.text]
    return words.map(Self.quoted).joined(separator: " ")
  }

  /// The command line for a contestant, which it asks that query.
  func command(_ query: SearchQuery, of contestant: Contestant) -> String {
    command(query, matcher: contestant.id, arguments: contestant.engine?.arguments ?? [])
  }

  /// A word as a POSIX shell reads it back.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "-_./=:,@%+".utf8.contains(byte)
      }
    return isPlain
      ? word
      : "'"
        + word.split(
          separator: "'", omittingEmptySubsequences: false
        ).joined(separator: "'\\''") + "'"
  }
}
