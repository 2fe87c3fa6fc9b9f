package import MatchmarkCore

/// The command line that asks one query again.
package struct ReplayCommand: Sendable {
  /// The id of the cell.
  let cell: String
  private let cellArguments: [String]
  private let program = ShownProgram.current

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
    var words = ["query"] + cellArguments + arguments + ["--matcher", matcher]
    for token in query.tokens { words += ["--token", "\(token.facet)=\(token.value)"] }
    if let scope = query.scope { words += ["--scope", scope] }
    words += ["--", query.text]
    return program.command(words)
  }

  /// The command line for a contestant, which it asks that query.
  func command(_ query: SearchQuery, of contestant: Contestant) -> String {
    command(query, matcher: contestant.id, arguments: contestant.engine?.arguments ?? [])
  }

  /// The command line that hunts for what a contestant answers wrongly behind other keystrokes.
  func huntCommand(of contestant: Contestant) -> String {
    program.command(["hunt", "-e", contestant.id])
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
