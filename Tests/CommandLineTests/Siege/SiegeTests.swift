import Foundation
import MatchmarkTestSupport
import Testing

/// The command under attack: spoiled files, strange options, and signals at any moment.
///
/// An attack succeeds if the command crashes, hangs, takes too much memory, prints what only a
/// programmer understands, changes a file that is not its own, runs foreign text, or leaves
/// temporary files. `MATCHMARK_ATTACK` is the seed of one attack to repeat.
@Suite("Random attacks on the command", .serialized)
struct SiegeTests {
  /// The documented exit codes; a signal adds another.
  private static let codes: Set<Int32> = [0, 1, 2, 3, 4, 5, 6, 64]
  private static let limitInSeconds = 60.0
  private static let memoryLimitInBytes = 1 << 30
  private static let treasure = Array("not ours".utf8)

  private static let record = Result {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    return Array(try Data(contentsOf: URL(filePath: folder.file("r/record.json"))))
  }

  private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["MATCHMARK_ATTACK"].flatMap { UInt64($0) }.map { [$0] }
    ?? Array(1...UInt64(TestAmount.attackCount))

  @Test("survives every attack, whatever it targets", .timeLimit(.minutes(120)))
  func siege() throws {
    let record = try Self.record.get()
    for seed in Self.seeds {
      let attack = try Attack(seed: seed, record: record)
      for gain in try gains(of: attack) { Issue.record("\(attack): \(gain)") }
    }
  }

  /// What an attack achieved.
  private func gains(of attack: Attack) throws -> [String] {
    let folder = try TemporaryFolder()
    try Self.write(Self.treasure, "treasure", folder)
    for (name, bytes) in attack.files { try Self.write(bytes, name, folder) }
    let child = try Child.start(
      path: try Program.matchmark.path, arguments: attack.arguments, folder: folder.path,
      input: String(decoding: attack.input, as: UTF8.self))
    let watch = Watch(of: child, sending: attack.signal, after: attack.microseconds)
    let outcome = try child.finish()
    var gains: [String] = []
    if watch.isOverdue { gains.append("it hung") }
    if watch.peakInBytes > Self.memoryLimitInBytes { gains.append("\(watch.peakInBytes) bytes") }
    let mayEnd = Self.codes.union(watch.hasSent ? [128 + attack.signal] : [])
    if !watch.isOverdue, !mayEnd.contains(outcome.code) {
      gains.append("exit code \(outcome.code): \(outcome.errors.suffix(300))")
    }
    for word in ["Fatal error", "DecodingError", "NSCocoaErrorDomain", "Swift.", "got got"]
    where outcome.errors.contains(word) {
      gains.append("said '\(word)': \(outcome.errors.suffix(300))")
    }
    return try gains + losses(in: folder, after: attack, wasKilled: outcome.code == 137)
  }

  /// The files that an attack has changed, created or left in a folder.
  private func losses(
    in folder: borrowing TemporaryFolder, after attack: Attack, wasKilled: Bool
  ) throws -> [String] {
    var losses: [String] = []
    for (name, bytes) in attack.files.merging(["treasure": Self.treasure], uniquingKeysWith: { $1 })
    {
      let now = try? Data(contentsOf: URL(filePath: folder.file(name)))
      if now.map(Array.init) != bytes { losses.append("\(name) is changed or gone") }
    }
    let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for path in left ?? [] {
      if path.contains("owned") { losses.append("a text became a command") }
      if path.contains(".matchmark-"), !wasKilled { losses.append("\(path) is left") }
    }
    return losses
  }

  private static func write(
    _ bytes: [UInt8], _ name: String, _ folder: borrowing TemporaryFolder
  ) throws {
    try Data(bytes).write(to: URL(filePath: folder.file(name)))
  }

  /// Watches a program until it ends, and sends it a signal meanwhile.
  private struct Watch {
    private(set) var hasSent = false
    private(set) var isOverdue = false
    private(set) var peakInBytes = 0

    init(of child: borrowing Child, sending signal: Int32, after microseconds: Int) {
      let clock = ContinuousClock()
      let start = clock.now
      while child.isRunning {
        let passed = start.duration(to: clock.now)
        if !hasSent, passed > .microseconds(microseconds) {
          kill(child.number, signal)
          hasSent = true
        } else if passed > .seconds(SiegeTests.limitInSeconds) {
          kill(child.number, SIGKILL)
          isOverdue = true
          return
        }
        peakInBytes = max(peakInBytes, Processes.peakSizeInBytes(of: child.number) ?? 0)
        usleep(2_000)
      }
    }
  }
}
