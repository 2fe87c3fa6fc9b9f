import ArgumentParser

enum CommandNames {
  /// Looks up the commands that the arguments begin with, such as `data show`.
  ///
  /// - Throws: ``CommandError/unknownName(kind:name:known:)`` if no command has that name.
  static func check(_ arguments: [String]) throws(CommandError) {
    var command: any ParsableCommand.Type = RootCommand.self
    for argument in arguments {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return }
      guard let next = commands.first(where: { $0.configuration.commandName == argument }) else {
        // The compiler rejects a key path into a type's own property.
        let known = commands.filter { $0.configuration.shouldDisplay }
          .compactMap { $0.configuration.commandName }
        throw .unknownName(kind: "command", name: argument, known: known)
      }
      command = next
    }
  }
}
