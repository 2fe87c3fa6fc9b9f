import CProcess
import LibC

extension ChildCommand {
  /// How often to try a program that is open for writing, 10 ms apart.
  ///
  /// A copy that this process has just made and closed may still be open in a child that another
  /// thread started in the meantime, until that child's own program begins.
  private static let attemptCount = 100
  private static let pauseInMicroseconds: UInt32 = 10_000

  /// Starts the program as the leader of a new, registered process group.
  ///
  /// - Parameter pipes: the child's descriptors 0, 1 and 2.
  /// - Returns: the process number.
  /// - Throws: ``ChildProcessError/notStarted(program:reason:)``, also if the child's own exec
  ///   fails.
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
      let hasSlot = ChildGroups.register {
        code = Self.start(
          path, [program] + arguments, variables, (folder, pipes, ChildGuardian.pipe), &number)
        return code == 0 ? number : nil
      }
      guard hasSlot else { throw .tooMany(program: program) }
      attemptsLeft -= 1
    } while code == ETXTBSY && attemptsLeft > 0
    guard code != 0 else { return number }
    // The file exists, so what is missing must be what its first line names.
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
    // All pointers live for the call, and all but `number` are only read.
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
