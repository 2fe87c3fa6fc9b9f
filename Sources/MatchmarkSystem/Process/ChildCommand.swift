import CProcess
import LibC

/// A program to start, with its arguments, folder and environment; no shell interprets any of them.
package struct ChildCommand: Sendable, Hashable {
  /// The path of the program, or a name to look up in the `PATH` of ``environment``.
  package var program: String
  package var arguments: [String]
  /// The working directory, to which the path of the program is relative; nil means that of this
  /// process.
  package var folder: String?
  /// The complete environment, to which nothing is added.
  package var environment: [String: String]
  /// True if the program removes its own files when it receives SIGTERM.
  ///
  /// If a signal ends this process, the program then gets the time to do so before it is killed.
  package var isTidy: Bool

  package init(
    _ program: String, _ arguments: [String] = [], folder: String? = nil,
    environment: [String: String] = [:], isTidy: Bool = false
  ) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
    self.isTidy = isTidy
  }

  package static var inheritedEnvironment: [String: String] {
    var variables: [String: String] = [:]
    // The texts belong to the environment, which nothing changes; each is copied at once.
    var next = unsafe cprocess_environment()
    while let text = unsafe next?.pointee {
      let variable = unsafe String(cString: text)
      if let (name, value) = variable.halves(at: "=") { variables[name] = value }
      unsafe next = next?.successor()
    }
    return variables
  }

  /// Returns the path of the program.
  ///
  /// - Throws: ``ChildProcessError/notFound(program:reason:)``, with the places that were searched,
  ///   or ``ChildProcessError/notStarted(program:reason:)`` if none of the files found can be run.
  package func programPath() throws(ChildProcessError) -> String {
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

  /// Returns a relative path from the point of view of the child.
  private func seen(_ path: String) -> String {
    guard let folder, !path.isAbsolutePath else { return path }
    return "\(folder)/\(path)"
  }

  private func exists(_ path: String) -> Bool { (try? FileKind(at: seen(path))) != .nothing }

  private func isRegular(_ path: String) -> Bool { (try? FileKind(at: seen(path))) == .regular }

  private func isExecutable(_ path: String) -> Bool {
    // The bytes of the path live only for the call.
    unsafe access(seen(path), X_OK) == 0
  }
}

extension ChildCommand {
  /// The number of attempts to start a program that is open for writing, 10 ms apart.
  ///
  /// A copy that this process has just made and closed may still be open in a child that another
  /// thread started in the meantime, until the program of that child begins.
  private static let attemptCount = 100
  private static let pauseInMicroseconds: UInt32 = 10_000

  /// Starts the program as the leader of a new, registered process group.
  ///
  /// - Parameter pipes: the descriptors that become 0, 1 and 2 of the child.
  /// - Returns: the process number.
  /// - Throws: ``ChildProcessError/notStarted(program:reason:)``, also if the child's own exec
  ///   fails, or ``ChildProcessError/exhausted(program:reason:)``.
  func start(_ path: String, pipes: [Int32]) throws(ChildProcessError) -> Int32 {
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if let reason = objection(to: [path] + arguments + variables) {
      throw .notStarted(program: program, reason: reason)
    }
    var number: Int32 = 0
    var code: Int32 = 0
    var attemptsLeft = Self.attemptCount
    repeat {
      if code == ETXTBSY { usleep(Self.pauseInMicroseconds) }
      let hasSlot = ChildGroups.register(isTidy: isTidy) {
        code = Self.start(
          path, [program] + arguments, variables, (folder, pipes, ChildWatchdog.pipe), &number)
        return code == 0 ? number : nil
      }
      guard hasSlot else { throw .tooMany(program: program) }
      attemptsLeft -= 1
    } while code == ETXTBSY && attemptsLeft > 0
    guard code != 0 else { return number }
    if [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) {
      throw .exhausted(program: program, reason: FileError.reason(of: code))
    }
    // The file exists, so the missing file must be the interpreter in its first line.
    let reason =
      code == ENOENT ? "the interpreter that it names is missing" : FileError.reason(of: code)
    throw .notStarted(program: program, reason: reason)
  }

  private func objection(to texts: [String]) -> String? {
    if let folder, (try? FileKind(at: folder)) != .folder {
      return "there is no working folder '\(folder)'"
    }
    let hasZero = texts.contains { $0.utf8.contains(0) }
    return hasZero ? "an argument or a variable holds a zero byte" : nil
  }

  static func start(
    _ path: String, _ arguments: [String], _ variables: [String],
    _ surroundings: (folder: String?, pipes: [Int32], announcement: Int32), _ number: inout Int32
  ) -> Int32 {
    // All pointers live only for the call, and all but `number` are only read.
    unsafe texts(arguments) { arguments in
      unsafe texts(variables) { variables in
        unsafe surroundings.pipes.withUnsafeBufferPointer { pipes in
          unsafe cprocess_start(
            path, arguments, variables, surroundings.folder, pipes.baseAddress,
            surroundings.announcement, &number)
        }
      }
    }
  }

  /// Passes `texts` as C strings, each terminated by a zero byte.
  private static func texts(_ texts: [String], _ body: (cprocess_texts) -> Int32) -> Int32 {
    var bytes: [UInt8] = []
    for text in texts { bytes += Array(text.utf8) + [0] }
    return unsafe bytes.withUnsafeBufferPointer {
      unsafe body(cprocess_texts(bytes: $0.baseAddress, count: texts.count))
    }
  }
}
