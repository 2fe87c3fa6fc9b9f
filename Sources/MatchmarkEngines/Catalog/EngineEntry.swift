/// An engine in the catalog: how to start it, ask for its version, and install it.
package struct EngineEntry: Sendable, Hashable {
  /// The kebab-case id, the same in commands, JSON, JUnit and file names.
  package let id: String
  /// The summary that `list` shows, in one line.
  package let summary: String
  package let command: [String]
  /// A command that prints a version and exits with 0 if the engine is installed.
  package let versionCommand: [String]
  /// The command that installs it.
  package let install: String

  package init(
    id: String, summary: String, command: [String], versionCommand: [String], install: String
  ) {
    self.id = id
    self.summary = summary
    self.command = command
    self.versionCommand = versionCommand
    self.install = install
  }

  /// The entry with the placeholders in its commands replaced: `{engines}`, `{python}` and all
  /// others that `values` contains.
  package func filled(with values: [String: String]) -> EngineEntry {
    func fill(_ words: [String]) -> [String] {
      words.map { word in
        values.reduce(word) { $0.replacing("{\($1.key)}", with: $1.value) }
      }
    }
    return EngineEntry(
      id: id, summary: summary, command: fill(command), versionCommand: fill(versionCommand),
      install: install)
  }
}
