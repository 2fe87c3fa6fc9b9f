import Foundation

/// What the tests of child processes must know about the machine.
package enum Processes {
  /// Whether nothing of a process group runs any more; waits for what is about to end.
  ///
  /// A process that has ended and was not collected does not run: those that are no one's child are
  /// collected by the system's first process, which may take its time.
  package static func groupHasGone(_ group: Int32) -> Bool {
    for _ in 0..<5_000 {
      if !groupRuns(group) { return true }
      usleep(2_000)
    }
    return false
  }

  private static func groupRuns(_ group: Int32) -> Bool {
    guard kill(-group, 0) == 0 else { return false }
    #if os(Linux)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.contains { name in
        let facts = Int32(name).map(facts) ?? []
        return facts.count > 2 && facts[0] != "Z" && facts[0] != "X" && Int32(facts[2]) == group
      }
    #else
      return true
    #endif
  }

  /// The most memory that a running process has held so far; nil where the system does not say.
  ///
  /// Nor is there an answer for a child that is still this program: the memory is then our own.
  package static func peakSizeInBytes(of process: Int32) -> Int? {
    let programs = ["\(process)", "self"].map { number in
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
    }
    guard process == getpid() || programs[0] != programs[1] else { return nil }
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  #if os(Linux)
    /// Whether a process waits for SIGCONT.
    package static func isStopped(_ process: Int32) -> Bool { facts(process).first == "T" }

    /// The state of a process, its parent and its group; nothing where there is none.
    private static func facts(_ process: Int32) -> [Substring] {
      let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // Before them stands the name of the program in brackets, which may hold anything.
      return text?.split(separator: ")").last?.split(separator: " ") ?? []
    }

    /// Whether no process with this argument runs any more; waits for those that are about to end.
    package static func allHaveGone(withArgument argument: String) -> Bool {
      for _ in 0..<500 {
        if !exist(withArgument: argument) { return true }
        usleep(20_000)
      }
      return false
    }

    /// Whether a process runs that has this text among its arguments.
    package static func exist(withArgument argument: String) -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.contains { name in
        guard Int32(name) != nil,
          let data = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
        else { return false }
        return data.range(of: Data(argument.utf8)) != nil
      }
    }
  #endif

  /// Sends a signal to a process.
  package static func send(_ signal: Int32, to process: Int32) { kill(process, signal) }

  /// How many ends of pipes this process has open.
  ///
  /// Not all descriptors: threads of the system's libraries open timers and sockets when they like.
  package static func openPipeCount() throws -> Int {
    let files = FileManager.default
    let names = try files.contentsOfDirectory(atPath: "/dev/fd")
    #if os(Linux)
      return names.count { name in
        (try? files.destinationOfSymbolicLink(atPath: "/dev/fd/\(name)"))?.hasPrefix("pipe:")
          == true
      }
    #else
      return names.count
    #endif
  }

  /// The numbers that stand in lines of their own.
  package static func numbers(in output: [UInt8]) -> [Int32] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
  }
}
