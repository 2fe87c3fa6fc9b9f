import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Plans of many units.
@Suite("The memory of a fleet", .long)
struct FleetMemoryTests {
  @Test(
    "A fleet plan of many units is written, worked on and merged in constant memory",
    .enabled(if: MemoryTests.tellsMemory))
  func memory() throws {
    let folder = try TemporaryFolder()
    func peak(_ arguments: [String], input: String = "/dev/null") throws -> Int {
      let child = try Child.start(
        path: "/bin/sh",
        arguments: ["-c", "exec \"$0\" \"$@\" <\(input)", try Program.matchmark.path] + arguments,
        folder: folder.path)
      var peak = 0
      while child.isRunning {
        peak = max(peak, Processes.peakSizeInBytes(of: child.number) ?? 0)
        usleep(2_000)
      }
      _ = try child.finish()
      return peak
    }
    func peaks(_ count: Int) throws -> [Int] {
      let plan = "plan-\(count).jsonl"
      let sizes = ["--cases", "\(count)", "--unit-cases", "1", "-e", "linear-scan"]
      let planned = try peak(["fleet", "plan", "hunt", "-o", plan] + sizes)
      try FileManager.default.createDirectory(
        atPath: folder.file("parts-\(count)"), withIntermediateDirectories: false)
      // The last shard has one unit; all others are only read.
      let shard = ["--shard", "\(count)/\(count)", "-o"]
      let worked = try peak(["fleet", "work", plan] + shard + ["parts-\(count)"])
      let streamed = try peak(["fleet", "work", "-"] + shard + ["-"], input: plan)
      let merged = try peak(["fleet", "merge", "parts-\(count)", "-o", "fleet-\(count)"])
      return [planned, worked, streamed, merged]
    }
    let few = try peaks(10)
    let many = try peaks(TestAmount.fleetUnitCount)
    for (few, many) in zip(few, many) { #expect(many - few < 24 << 20, "\(few) \(many)") }
  }
}
