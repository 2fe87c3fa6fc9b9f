import Foundation
import MatchmarkCore
import MatchmarkTestSupport

/// The target of an attack.
enum AttackKind: String, CaseIterable {
  /// Damaged files of every kind that is read, odd options, and signals at any moment.
  case input
  /// Files, folders, links and pipes of others among kept runs, kept cells, JUnit reports, finds,
  /// notes and baselines, also under names that matchmark gives.
  case deletion
  /// A file, a folder, a link or a pipe of others in the place of any output.
  case replacement
  /// Baselines that ask for files, options or endless work, or whose numbers and queries cannot be
  /// computed with.
  case baseline
  /// Plans with paths, options and huge counts; folders, pipes and links as plans.
  case plan
  /// Results of a fleet that contradict their unit or lack a field.
  case part
  /// Scratch folders and report folders that another process has locked, and files of other
  /// programs that are named like scratch folders.
  case namespace
  /// Engines and version commands that join their parent's process group, fork, ignore signals,
  /// stop themselves, or write without end.
  case group
  /// Links that lead out of the folders that a command writes into.
  case link

  /// The number of attacks of the kind in twenty.
  private var share: Int {
    switch self {
    case .input: 8
    case .deletion, .replacement, .link: 2
    case .baseline, .plan, .part, .namespace, .group: 1
    }
  }

  /// As many of each kind as its share says; the last one gets the rest.
  static let drawn = allCases.flatMap { Array(repeating: $0, count: $0.share) }
}

/// One attack on the command: a command line, what is in its folder, and perhaps a signal.
struct Attack: CustomStringConvertible {
  let seed: UInt64
  let kind: AttackKind
  var program = Program.matchmark
  var arguments: [String] = []
  var scene = AttackScene()
  /// The bytes on standard input.
  var input: [UInt8] = []
  /// The exit codes with which the command may end, unless a signal ends it.
  var codes: Set<Int32> = [0, 1, 2, 3, 4, 5, 6, 64]
  /// A signal, and the moment at which it is sent, unless the command ends first.
  var signal: (number: Int32, microseconds: Int)?

  var description: String {
    let sent = signal.map { ", signal \($0.number) after \($0.microseconds) µs" } ?? ""
    return "attack \(seed) (\(kind)): \(arguments)\(sent)"
  }

  init(seed: UInt64, with material: AttackMaterial) throws {
    var random = SeededGenerator(seed: seed, stream: "attack")
    self.seed = seed
    kind = random.pick(AttackKind.drawn)
    switch kind {
    case .input: try damageInput(material, &random)
    case .deletion: tryDeletion(material, &random)
    case .replacement: tryReplacement(material, &random)
    case .link: try tryLink(material, &random)
    case .baseline: try tryBaseline(material, &random)
    case .plan: tryUnits(material, &random)
    case .part: tryPart(material, &random)
    case .namespace: tryNamespace(material, &random)
    case .group: try tryGroup(&random)
    }
    if kind == .input || random.chance(0.2) {
      signal = (
        random.pick([SIGINT, SIGINT, SIGTERM, SIGTERM, SIGHUP, SIGKILL]),
        random.chance(0.5) ? random.below(60_000) : random.below(3_000_000)
      )
    }
  }

  /// Sets the arguments to the words of a line.
  mutating func say(_ line: String) {
    arguments = line.split(separator: " ").map(String.init)
  }

  /// Options that make a run short.
  static let small = SmallRun.measuring.joined(separator: " ")
}
