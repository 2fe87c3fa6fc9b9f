import Foundation
import MatchmarkSystem
import Testing

#if os(Linux)
  @Suite("The waiting of a child for the processor")
  struct ProcessorWaitTests {
    private static let busy = "while :; do :; done"

    /// Starts a busy shell on the first processor that this process may use.
    private static func busyChild() throws -> ChildProcess {
      let list = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
      let first = try #require(
        list?.split { $0 == "\t" || $0 == "-" || $0 == "," }.dropFirst().first)
      return try ChildProcess(ChildCommand("taskset", ["-c", String(first), "sh", "-c", busy]))
    }

    @Test(
      "A child's wait for a shared processor is measured, and never exceeds the time in question")
    func shared() throws {
      let child = try Self.busyChild()
      let other = try Self.busyChild()
      guard let wait = ProcessorWait(with: child.number), let start = wait.reading() else {
        Issue.record("there are no figures")
        return
      }
      var waited: UInt64 = 0
      // Both together need twice this time; how soon they get it depends on the machine.
      for _ in 0..<60_000 where waited < 5_000_000 {
        usleep(10_000)
        // Compared with an endless time, all of it is waiting.
        waited = wait.reading()?.waited(since: start, within: .max) ?? 0
      }
      #expect(waited >= 5_000_000)
      let reading = wait.reading()
      let end = try #require(reading)
      #expect(end.waited(since: start, within: 0) == 0)
      #expect(end.waited(since: start, within: 1_000) <= 1_000)
      #expect(end.waited(since: end, within: .max) == 0)
      #expect(other.number > 0)
    }
  }
#endif
