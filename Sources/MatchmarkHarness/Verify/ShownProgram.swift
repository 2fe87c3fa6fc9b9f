/// The program as command lines name it that a person is shown, to be pasted into a shell.
package struct ShownProgram: Sendable {
  /// That of the running command.
  @TaskLocal package static var current = ShownProgram("./matchmark")

  private let name: String

  /// - Parameter name: how the program was called.
  package init(_ name: String) { self.name = name }

  /// A command line of these words.
  package func command(_ words: [String]) -> String {
    ([name] + words).map(ReplayCommand.quoted).joined(separator: " ")
  }
}
