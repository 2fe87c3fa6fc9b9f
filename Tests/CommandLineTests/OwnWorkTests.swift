import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// The needs of a unit of work outside its folders.
@Suite("The surroundings of work")
struct OwnWorkTests {
  private static func plan(in folder: borrowing TemporaryFolder) throws {
    let plan = try Program.matchmark.run(
      [
        "fleet", "plan", "run", "smoke", "-f", "titles-300.titles-word", "-e", "linear-scan",
        "--rounds",
        "1", "--max-time", "0.01", "--unit-time", "20", "-o", "units.jsonl",
      ], in: folder.path)
    try #require(plan.code == 0, "\(plan.text)")
  }

  @Test("A missing fleet plan is reported in one clear line, and nothing is left behind")
  func missing() throws {
    let folder = try TemporaryFolder()
    for plan in ["missing.jsonl", "."] {
      let work = try Program.matchmark.run(["fleet", "work", plan, "-o", "parts"], in: folder.path)
      #expect(work.code == 1, "\(work.text)")
      #expect(work.errors.contains("'\(plan)'"), "\(work.errors)")
      #expect(work.errors.split(separator: "\n").count == 1, "\(work.errors)")
    }
    #expect(try folder.names() == [])
  }

  @Test("A temporary folder that does not exist is an error, and is not created")
  func temporaryFolder() throws {
    let folder = try TemporaryFolder()
    try Self.plan(in: folder)
    let work = try Program.matchmark.run(
      ["fleet", "work", "units.jsonl", "-o", "parts"], in: folder.path,
      environment: ["TMPDIR": folder.file("none")])
    #expect(work.code == 1, "\(work.text)")
    #expect(work.errors.contains("/none': No such file"), "\(work.errors)")
    #expect(try folder.names() == ["parts", "units.jsonl"])
  }

  @Test(
    "Another user's folder with the name of the measuring lock blocks no fleet work",
    .enabled(if: isRoot, "only root can make a folder of another user"))
  func lock() throws {
    let folder = try TemporaryFolder()
    try Self.plan(in: folder)
    let name = folder.file("matchmark-measuring-\(NSUserName())")
    try Folder.create(name)
    #expect(unsafe chown(name, 65_534, 65_534) == 0)
    let held = unsafe open(name, O_RDONLY | O_CLOEXEC)
    defer { close(held) }
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    let work = try Program.matchmark.run(
      ["fleet", "work", "units.jsonl", "-o", "parts"], in: folder.path,
      environment: ["TMPDIR": folder.path])
    // The unit was started: it is done, or refused because a debug build does not measure.
    #expect(work.code == (Build.isOptimised ? 0 : 1), "\(work.text)")
    #expect(Build.isOptimised || work.errors.contains("this is a debug build"), "\(work.errors)")
    #expect(!work.errors.contains("another unit measured"), "\(work.errors)")
  }

  private static let isRoot = geteuid() == 0
}
