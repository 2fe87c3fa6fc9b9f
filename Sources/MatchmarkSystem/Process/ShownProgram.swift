/// The program's name in the command lines that a person is shown, to be pasted into a shell.
package struct ShownProgram: Sendable, Codable {
  /// The program of the running command.
  @TaskLocal package static var current = ShownProgram("./matchmark")

  private let name: String
  /// The engine file that the running command was given; nil if there is none.
  ///
  /// Such a file starts programs, so no record names one: it is the reader's own, or a placeholder.
  package let engineFile: String?

  /// - Parameter name: how the program was called.
  package init(_ name: String, engineFile: String? = nil) {
    self.name = name
    self.engineFile = engineFile
  }

  package func command(_ words: [String]) -> String { ShellWord.line([name] + words) }
}
