import ArgumentParser

enum CommandNames {
  /// Looks the commands up that the arguments begin with, such as `data show`.
  ///
  /// - Throws: ``CommandError/unknownName(kind:name:known:)`` where there is none of that name.
  static func check(_ arguments: [String]) throws(CommandError) {
    var command: any ParsableCommand.Type = RootCommand.self
    for argument in arguments {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return }
      guard let next = commands.first(where: { $0.configuration.commandName == argument }) else {
        // The compiler fails at a key path into a type's own property.
        let known = commands.compactMap { $0.configuration.commandName }
        throw .unknownName(kind: "command", name: argument, known: known)
      }
      command = next
    }
  }
}
