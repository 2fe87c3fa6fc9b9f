import Foundation

/// Facts about processes for tests of child processes.
package enum Processes {
  /// Returns true if no process of a group is running; waits for processes that are about to end.
  ///
  /// A process that has ended but was not reaped does not count as running: processes without a
  /// parent are reaped by the system's first process, which may be late.
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

  /// Returns the peak memory of a running process so far; nil if the system does not report it.
  ///
  /// It is also nil for a child that is still a copy of this program, because that memory belongs
  /// to this program.
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
    /// Returns true if a process is stopped.
    package static func isStopped(_ process: Int32) -> Bool { facts(process).first == "T" }

    /// Returns the state of a process, its parent and its group; empty if there is no such process.
    private static func facts(_ process: Int32) -> [Substring] {
      let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // The facts follow the name of the program in brackets, which can contain anything.
      return text?.split(separator: ")").last?.split(separator: " ") ?? []
    }

    /// Returns true if no process with this argument is running; waits for processes that are about
    /// to end.
    package static func allHaveGone(withArgument argument: String) -> Bool {
      haveGone { exist(withArgument: argument) }
    }

    /// Returns true if no process with this text in its environment is running; waits as well.
    package static func allHaveGone(withVariable text: String) -> Bool {
      haveGone { exist(with: text, in: "environ") }
    }

    private static func haveGone(_ exist: () -> Bool) -> Bool {
      for _ in 0..<500 {
        if !exist() { return true }
        usleep(20_000)
      }
      return false
    }

    /// Returns true if a process with this text among its arguments is running.
    package static func exist(withArgument argument: String) -> Bool {
      exist(with: argument, in: "cmdline")
    }

    private static func exist(with text: String, in file: String) -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.contains { name in
        guard Int32(name) != nil,
          let data = FileManager.default.contents(atPath: "/proc/\(name)/\(file)")
        else { return false }
        return data.range(of: Data(text.utf8)) != nil
      }
    }
  #endif

  /// Sends a process a signal.
  package static func send(_ signal: Int32, to process: Int32) { kill(process, signal) }

  /// Returns the number of pipe ends that this process has open.
  ///
  /// Other descriptors are not counted, because threads of system libraries open timers and sockets
  /// at any time.
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

  /// Returns the numbers that are alone on a line.
  package static func numbers(in output: [UInt8]) -> [Int32] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
  }
}
