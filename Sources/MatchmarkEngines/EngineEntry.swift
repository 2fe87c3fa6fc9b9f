internal import MatchmarkSystem

/// An engine in the catalog, with the commands that start it, print its version, and install it.
package struct EngineEntry: Sendable, Hashable {
  /// The kebab-case id, used in commands, JSON, JUnit and file names.
  package let id: String
  /// The text in a listing; empty if there is none.
  package let summary: String
  package let command: [String]
  /// A command that prints a version and exits with 0 if the engine is installed; empty if there is
  /// none, so that only the engine's program is looked for.
  package let versionCommand: [String]
  /// The command that installs it; empty if there is none.
  package let install: String
  /// True for the code that an app would contain, which is not held to the specification.
  package var isAppCode = false

  package init(
    id: String, summary: String = "", command: [String], versionCommand: [String] = [],
    install: String = ""
  ) {
    self.id = id
    self.summary = summary
    self.command = command
    self.versionCommand = versionCommand
    self.install = install
  }

  /// Returns the entry with the placeholders in its commands replaced: `{engines}`, `{python}` and
  /// all others that `values` contains.
  package func filled(with values: [String: String]) -> EngineEntry {
    func fill(_ words: [String]) -> [String] {
      words.map { word in
        values.reduce(word) { $0.replacing("{\($1.key)}", with: $1.value) }
      }
    }
    var entry = EngineEntry(
      id: id, summary: summary, command: fill(command), versionCommand: fill(versionCommand),
      install: install)
    entry.isAppCode = isAppCode
    return entry
  }
}

/// The availability of an engine on this machine.
package enum EngineInstallation: Sendable, Hashable {
  /// The version is nil if no command prints one.
  case installed(version: String?)
  /// The engine is not installed, or does not run.
  case missing(reason: String)
  /// The system could not start the version command, so nothing is known about the engine.
  case unknown(reason: String)
}

extension EngineEntry {
  static let outputSizeInBytes = 64 << 10

  /// The time that a version command has, in seconds.
  static let limitInSeconds = 10

  /// Runs the version command, and ends it if it takes longer than the limit; without one, looks
  /// for the engine's program.
  package func installation(
    within limit: Duration = .seconds(limitInSeconds)
  ) -> EngineInstallation {
    let words = versionCommand.isEmpty ? self.command : versionCommand
    let command = ChildCommand(
      words.first ?? "", Array(words.dropFirst()),
      environment: ChildCommand.inheritedEnvironment)
    do throws(ChildProcessError) {
      guard !versionCommand.isEmpty else {
        _ = try command.programPath()
        return .installed(version: nil)
      }
      var child = try ChildProcess(command)
      child.closeInput()
      return try Self.installation(of: &child, before: Deadline(after: limit))
    } catch {
      if case .exhausted = error { return .unknown(reason: error.description) }
      return .missing(reason: error.description)
    }
  }

  private static func installation(
    of child: inout ChildProcess, before deadline: Deadline
  ) throws(ChildProcessError) -> EngineInstallation {
    let size = try child.awaitEndOfOutput(atMost: outputSizeInBytes, before: deadline)
    // A command whose output does not end is killed; its first line is the version.
    if size > outputSizeInBytes {
      child.kill()
      return installation(ofOutput: child)
    }
    guard let ending = child.waitForEnding(before: deadline) else { throw .timedOut }
    guard ending == .exited(status: 0) else {
      child.kill()
      let complaint = lines(child.lastErrors).last.map { ": \($0)" } ?? ""
      return .missing(reason: "the version command \(ending)\(complaint)")
    }
    return installation(ofOutput: child)
  }

  private static func installation(ofOutput child: borrowing ChildProcess) -> EngineInstallation {
    guard let version = lines(child.unreadBytes(atMost: outputSizeInBytes)).first else {
      return .missing(reason: "the version command printed no version")
    }
    return .installed(version: version)
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
