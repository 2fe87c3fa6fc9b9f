import Foundation
import MatchmarkCommand
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// What goes to a limit, and one beyond it.
struct LimitTrigger: Sendable {
  /// The name of the limit.
  let name: String
  let kind: Kind

  enum Kind: Sendable {
    /// Calls: what each complains of, or leaves out; nil where it takes all there is.
    case calls(atLimit: Complaint, beyond: Complaint, expected: Text)
    /// Commands: what each says on standard error, and the code with which it ends.
    case commands(atLimit: Job?, beyond: Job)
    /// Nothing, and why.
    case untried(why: String)
  }

  typealias Complaint = @Sendable () throws -> String?
  /// What is said beyond the limit, given what the table says.
  typealias Text = @Sendable (String) -> String

  /// Files, and a command among them.
  struct Job: Sendable {
    var files: [String: [UInt8]] = [:]
    /// Files of that many bytes that are all zero, and take no room.
    var holes: [String: Int] = [:]
    /// Symbolic links, by what they lead to.
    var links: [String: String] = [:]
    var input = ""
    let arguments: [String]

    func run() throws -> ProgramOutcome {
      let folder = try TemporaryFolder()
      for (name, bytes) in files {
        try Data(bytes).write(to: URL(filePath: folder.file(name)))
      }
      for (name, size) in holes {
        try Data().write(to: URL(filePath: folder.file(name)))
        let file = try FileHandle(forWritingTo: URL(filePath: folder.file(name)))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
      }
      for (name, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: folder.file(name), withDestinationPath: target)
      }
      return try Program.matchmark.run(arguments, in: folder.path, input: input)
    }
  }

  /// Calls at the limit and beyond it.
  ///
  /// - Parameter expected: what is said beyond it, where another value than the table's was tried.
  static func calls(
    _ name: String, expected: @escaping Text = { $0 }, atLimit: @escaping Complaint,
    beyond: @escaping Complaint
  ) -> LimitTrigger {
    LimitTrigger(
      name: name, kind: .calls(atLimit: atLimit, beyond: beyond, expected: expected))
  }

  static func commands(_ name: String, atLimit: Job?, beyond: Job) -> LimitTrigger {
    LimitTrigger(name: name, kind: .commands(atLimit: atLimit, beyond: beyond))
  }

  static func untried(_ name: String, _ why: String) -> LimitTrigger {
    LimitTrigger(name: name, kind: .untried(why: why))
  }

  /// What a call throws, in words.
  static func complaint(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }
}

/// Texts of a length.
func letters(_ count: Int) -> String { String(repeating: "x", count: count) }
