import CProcess
import LibC

/// A program to start, with everything that it is given; no shell reads any of it.
package struct ChildCommand: Sendable, Hashable {
  /// A path, or a name to look up in the `PATH` of ``environment``.
  package var program: String
  package var arguments: [String]
  /// The working directory, which a relative program is relative to; nil means this process's own.
  package var folder: String?
  /// The complete environment; nothing is added.
  package var environment: [String: String]

  package init(
    _ program: String, _ arguments: [String] = [], folder: String? = nil,
    environment: [String: String] = [:]
  ) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  package static var inheritedEnvironment: [String: String] {
    var variables: [String: String] = [:]
    var index = 0
    // The text belongs to the environment, which nothing changes; it is copied at once.
    while let text = unsafe cprocess_variable(index) {
      let variable = unsafe String(cString: text)
      if let (name, value) = variable.halves(at: "=") { variables[name] = value }
      index += 1
    }
    return variables
  }

  /// The path of the program.
  ///
  /// - Throws: ``ChildProcessError/notFound(program:reason:)``, with the places that were tried, or
  ///   ``ChildProcessError/notStarted(program:reason:)`` if nothing that was found can be run.
  func programPath() throws(ChildProcessError) -> String {
    guard !program.isEmpty else { throw .notFound(program: program, reason: "the name is empty") }
    if program.utf8.contains(UInt8(ascii: "/")) {
      guard exists(program) else {
        let place = folder.map { " in '\($0)'" } ?? ""
        throw .notFound(program: program, reason: "there is no such file\(place)")
      }
      return program
    }
    let path = environment["PATH"] ?? "/usr/bin:/bin"
    // An empty entry means the working directory.
    let folders = path.parts(between: ":").map { $0.isEmpty ? "." : $0 }
    let candidates = folders.map { "\($0)/\(program)" }.filter(isRegular)
    if let found = candidates.first(where: isExecutable) { return found }
    if let found = candidates.first {
      throw .notStarted(program: program, reason: "'\(found)' is not executable")
    }
    throw .notFound(program: program, reason: "it is in no folder of PATH, which is '\(path)'")
  }

  /// A relative path as seen by the child.
  private func seen(_ path: String) -> String {
    guard let folder, !path.isAbsolutePath else { return path }
    return "\(folder)/\(path)"
  }

  private func exists(_ path: String) -> Bool { (try? FileKind(at: seen(path))) != .nothing }

  private func isRegular(_ path: String) -> Bool { (try? FileKind(at: seen(path))) == .regular }

  private func isExecutable(_ path: String) -> Bool {
    // The path's bytes live for the call.
    unsafe access(seen(path), X_OK) == 0
  }
}
