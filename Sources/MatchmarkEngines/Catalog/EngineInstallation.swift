internal import MatchmarkSystem

/// Whether an engine can be used on this machine.
package enum EngineInstallation: Sendable, Hashable {
  /// It is installed and reports this version.
  case installed(version: String)
  /// It is not installed, or does not run.
  case missing(reason: String)
}

extension EngineEntry {
  /// The most bytes that a version command may print.
  static let outputSizeInBytes = 64 << 10

  /// Runs the version command.
  ///
  /// - Parameter timeout: how long the version command may take.
  package func installation(timeout: Duration = .seconds(10)) -> EngineInstallation {
    let command = ChildCommand(
      versionCommand.first ?? "", Array(versionCommand.dropFirst()),
      environment: ChildCommand.inheritedEnvironment)
    do throws(ChildProcessError) {
      var child = try ChildProcess(command)
      child.closeInput()
      return try Self.installation(of: &child, before: Deadline(after: timeout))
    } catch {
      return .missing(reason: error.description)
    }
  }

  private static func installation(
    of child: inout ChildProcess, before deadline: Deadline
  ) throws(ChildProcessError) -> EngineInstallation {
    _ = try child.awaitEndOfOutput(atMost: outputSizeInBytes, before: deadline)
    guard let ending = child.waitForEnding(before: deadline) else { throw .timedOut }
    guard ending == .exited(status: 0) else {
      child.kill()
      let complaint = lines(child.lastErrors).last.map { ": \($0)" } ?? ""
      return .missing(reason: "the version command \(ending)\(complaint)")
    }
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
