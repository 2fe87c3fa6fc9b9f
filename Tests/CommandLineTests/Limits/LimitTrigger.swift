import Foundation
import MatchmarkCommand
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Something that goes up to a limit, and one beyond it.
struct LimitTrigger: Sendable {
  /// The limit's name.
  let name: String
  let kind: Kind

  enum Kind: Sendable {
    /// Calls: what each reports or leaves out; nil if it takes everything.
    case calls(atLimit: Complaint, beyond: Complaint, expected: Text)
    /// Commands: the standard error and the exit code of each.
    case commands(atLimit: Job?, beyond: Job)
    /// Nothing, with the reason.
    case untried(why: String)
  }

  typealias Complaint = @Sendable () throws -> String?
  /// The message beyond the limit, given the table's text.
  typealias Text = @Sendable (String) -> String

  /// A command in a folder of files.
  struct Job: Sendable {
    var files: [String: [UInt8]] = [:]
    /// Sparse files of this many zero bytes, which take no space.
    var holes: [String: Int] = [:]
    /// Symbolic links, with their targets.
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
  /// - Parameter expected: The message beyond it, if another value than the table's was tried.
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

  /// The message of the error that a call throws.
  static func complaint(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }
}

/// Texts of a length.
func letters(_ count: Int) -> String { String(repeating: "x", count: count) }
