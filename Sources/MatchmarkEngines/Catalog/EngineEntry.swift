/// An engine as the catalog of engines knows it: how it is started, asked for its version, got.
package struct EngineEntry: Sendable, Hashable {
  /// The kebab-case id, the same in commands, JSON, JUnit and file names.
  package let id: String
  /// One line for `list`.
  package let summary: String
  package let command: [String]
  /// A program that ends with 0 and prints a version where the engine is installed.
  package let versionCommand: [String]
  /// What a person types to install it.
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

  /// The entry with the placeholders of its commands filled in: `{engines}`, `{python}` and
  /// whatever else `values` names.
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
