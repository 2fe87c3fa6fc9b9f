import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// The command under attack: damaged files, strange options, files of others in every place,
/// hostile baselines, plans and parts, engines that misbehave, and signals at any moment.
///
/// An attack succeeds if the command crashes, hangs, takes too much memory, prints what only a
/// programmer understands or what has an effect on a terminal or a CI server, changes or removes a
/// file that is not its own, repeats a secret, runs foreign text, or leaves temporary files or
/// processes. `MATCHMARK_ATTACK` is the seed of one attack to repeat.
@Suite("Random attacks on the command", .serialized)
struct SiegeTests {
  private static let limitInSeconds = 60.0
  private static let memoryLimitInBytes = 1 << 30

  private static let material = Result { try AttackMaterial() }

  private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["MATCHMARK_ATTACK"].flatMap { UInt64($0) }.map { [$0] }
    ?? Array(1...UInt64(TestAmount.attackCount))

  @Test("The command survives every random attack, whatever its target", .timeLimit(.minutes(240)))
  func siege() throws {
    let material = try Self.material.get()
    var table = SiegeTable()
    for seed in Self.seeds {
      let attack = try Attack(seed: seed, with: material)
      let (code, gains) = try gains(of: attack)
      table.add(attack.kind, code)
      for gain in gains { Issue.record("\(attack): \(gain)") }
    }
    print(table.text)
  }

  /// Runs an attack; returns its exit code and its effects.
  private func gains(of attack: Attack) throws -> (code: Int32, [String]) {
    let folder = try TemporaryFolder()
    try attack.scene.place(in: folder.path)
    // Nobody but the tests holds these.
    let held = try attack.scene.held.map { Held(try FolderClaim("\(folder.path)/\($0)")) }
    let before = FolderState(of: folder.path)
    let child = try Child.start(
      path: try attack.program.path, arguments: attack.arguments, folder: folder.file("here"),
      environment: ["TMPDIR": folder.file("tmp")],
      input: String(decoding: attack.input, as: UTF8.self))
    let watch = Watch(of: child, sending: attack.signal)
    let outcome = try child.finish()
    withExtendedLifetime(held) {}
    var gains: [String] = []
    if watch.isOverdue { gains.append("it hung") }
    if watch.peakInBytes > Self.memoryLimitInBytes { gains.append("\(watch.peakInBytes) bytes") }
    let mayEnd = attack.codes.union(watch.hasSent ? [128 + (attack.signal?.number ?? 0)] : [])
    if !watch.isOverdue, !mayEnd.contains(outcome.code) {
      gains.append("exit code \(outcome.code): \(outcome.text.suffix(300))")
    }
    gains += Self.effects(of: outcome)
    let wasKilled = outcome.code == 137
    #if os(Linux)
      if !Processes.allHaveGone(withVariable: folder.path) { gains.append("a process is left") }
    #endif
    let after = FolderState(of: folder.path)
    var scene = attack.scene
    if wasKilled { scene.places.append("tmp") }
    gains += after.offences(since: before, in: scene)
    for path in after.files(with: AttackScene.secret, since: before) {
      gains.append("\(path) has the secret")
    }
    for path in after.paths {
      if path.contains("owned") { gains.append("a text became a command") }
      if path.contains(".matchmark-"), !wasKilled { gains.append("\(path) is left") }
    }
    return (outcome.code, gains)
  }

  /// The parts of the outputs that must not be there.
  private static func effects(of outcome: ProgramOutcome) -> [String] {
    var effects: [String] = []
    for word in ["Fatal error", "DecodingError", "NSCocoaErrorDomain", "Swift.", "got got"]
    where outcome.errors.contains(word) {
      effects.append("said '\(word)': \(outcome.errors.suffix(300))")
    }
    // An attack on a command that does not exist would prove nothing.
    if outcome.errors.contains(/(there is no|got) command '/) { effects.append(outcome.errors) }
    if outcome.text.contains(AttackScene.secret) { effects.append("printed the secret") }
    let ends: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
    for text in [outcome.output, outcome.errors] {
      let lines = text.unicodeScalars.split { ends.contains($0) }
      if lines.contains(where: { $0.starts(with: "::".unicodeScalars) }) {
        effects.append("printed a line that a CI server obeys")
      }
      let odd = text.unicodeScalars.first { scalar in
        let isControl = scalar.properties.generalCategory == .control
        return isControl && !["\n", "\t", "\r"].contains(scalar) || scalar == "\u{202E}"
      }
      if let odd {
        effects.append(
          "printed U+\(String(odd.value, radix: 16)): \(text.debugDescription.suffix(300))")
      }
    }
    return effects
  }

  /// A folder that this process holds.
  private final class Held {
    private let claim: FolderClaim
    init(_ claim: consuming FolderClaim) { self.claim = claim }
  }

  /// Watches a program until it ends, and sends it a signal meanwhile.
  private struct Watch {
    private(set) var hasSent = false
    private(set) var isOverdue = false
    private(set) var peakInBytes = 0

    init(of child: borrowing Child, sending signal: (number: Int32, microseconds: Int)?) {
      let clock = ContinuousClock()
      let start = clock.now
      while child.isRunning {
        let passed = start.duration(to: clock.now)
        if !hasSent, let signal, passed > .microseconds(signal.microseconds) {
          kill(child.number, signal.number)
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

/// The number of attacks of each kind that ended with each exit code.
private struct SiegeTable {
  private var counts: [AttackKind: [Int32: Int]] = [:]

  mutating func add(_ kind: AttackKind, _ code: Int32) {
    counts[kind, default: [:]][code, default: 0] += 1
  }

  var text: String {
    let codes = Set(counts.values.flatMap(\.keys)).sorted()
    func line(_ name: String, _ cells: [String]) -> String {
      name.padding(toLength: 12, withPad: " ", startingAt: 0)
        + cells.map { String(repeating: " ", count: max(1, 7 - $0.count)) + $0 }.joined()
    }
    let rows = AttackKind.allCases.map { kind in
      let own = counts[kind] ?? [:]
      return line(
        kind.rawValue,
        ["\(own.values.reduce(0, +))"] + codes.map { code in own[code].map { "\($0)" } ?? "" })
    }
    return
      (["attacks by kind and exit code"] + [line("kind", ["all"] + codes.map { "\($0)" })] + rows)
      .joined(separator: "\n")
  }
}
