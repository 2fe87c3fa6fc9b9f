import Foundation
package import MatchmarkDatasets
package import MatchmarkEngines
import MatchmarkSystem

/// The build that this one is compared with.
package struct OtherBuild {
  private enum Kind {
    /// A program that serves its matchers.
    case program
    /// A checkout with an engine file, whose commands run in that folder.
    case checkout(engineFile: String, EngineTimeouts)
  }

  /// The path, as the user named it.
  package let name: String
  private let kind: Kind

  /// - Parameters:
  ///   - engineFile: the user's file of engines, which a checkout has too; nil if there is none.
  ///   - timeouts: those of a checkout's engines.
  /// - Throws: ``InputError/notComparable(_:)`` if the path is neither.
  package init(
    _ name: String, engineFile: String?, _ timeouts: EngineTimeouts
  ) throws(InputError) {
    self.name = name
    guard (try? FileKind(at: name)) == .folder, let file = engineFile else {
      kind = .program
      try Self.refuseMissing(name)
      return
    }
    guard !file.isAbsolutePath else {
      throw .usage(
        "got --engine-file '\(file)' with the checkout '\(name)', expected a relative path, which "
          + "both checkouts have")
    }
    kind = .checkout(engineFile: file, timeouts)
  }

  /// The part of a plan that this build can be compared with: the user's own engines, or matchers.
  ///
  /// - Throws: ``InputError/usage(_:)`` if no participant is left.
  package func part(of plan: Plan) throws(InputError) -> Plan {
    switch kind {
    case .program:
      let part = try plan.ofBuilds().ofMatchers
      guard part.participants.isEmpty else { return part }
      throw .usage(
        "got only engines with the program '\(name)', expected a matcher, or the folder of another "
          + "checkout, whose engines are those of --engine-file")
    case .checkout:
      try plan.refuseRanking()
      let part = plan.only { $0.engine?.isOwn == true }
      guard part.participants.isEmpty else { return part }
      throw .usage(
        "got the checkout '\(name)', expected an engine of --engine-file to compare; name one "
          + "with -e")
    }
  }

  /// The programs with which it serves participants, by id; a participant that it does not have is
  /// missing, and so are all if its engine file cannot be read.
  func programs(in context: ProjectContext) throws(InputError) -> EngineProgram.OfParticipant {
    let path = try AbsolutePath.of(name)
    guard case .checkout(let file, let timeouts) = kind else {
      return { Self.serving($0, by: path) }
    }
    var entries: [EngineEntry] = []
    var complaint = "\(file) lists no such engine"
    do {
      entries = try EngineFile(try YAMLFile(path: "\(path)/\(file)"), in: context).entries
    } catch { complaint = error.description }
    return { [entries, complaint] id in
      let entry = entries.first { $0.id == id }
      return EngineProgram(
        EngineLaunch(id: id, command: entry?.command ?? [], folder: path, timeouts: timeouts),
        install: entry?.install ?? "", missing: entry == nil ? complaint : nil, isOwn: true)
    }
  }

  /// A build of this program as an engine that serves one matcher.
  static func serving(_ id: String, by program: String) -> EngineProgram {
    EngineProgram(
      EngineLaunch(id: id, command: [program, "engine", "serve", "--matcher", id]),
      install: "build it")
  }

  /// Refuses to compare with another build that is not a program.
  package static func refuseMissing(_ program: String) throws(InputError) {
    // A folder with search permission passes for an executable file.
    if (try? FileKind(at: program)) == .folder {
      throw .notComparable(
        "got the folder '\(program)', expected a program to compare with, such as the "
          + ".build/release/matchmark of another checkout")
    }
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw .notComparable("there is no program '\(program)' to compare with")
    }
  }
}
