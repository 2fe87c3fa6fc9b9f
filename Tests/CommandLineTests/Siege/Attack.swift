import Foundation
import MatchmarkCore
import MatchmarkTestSupport

/// What an attack aims at.
enum AttackKind: String, CaseIterable {
  case input, deletion, replacement, baseline, plan, part, namespace, group, link

  /// How many of twenty attacks are of the kind.
  private var share: Int {
    switch self {
    case .input: 8
    case .deletion, .replacement, .link: 2
    case .baseline, .plan, .part, .namespace, .group: 1
    }
  }

  /// The kind in words, and what the command does.
  private var words: (fault: String, outcome: String) {
    switch self {
    case .input:
      (
        "Damaged files of every kind that is read, odd options, and signals at any moment",
        "a message in plain words; nothing crashes, hangs or takes more than 1 GiB"
      )
    case .deletion:
      (
        "Files, folders, links and pipes of others among kept runs, kept cells, finds, notes and "
          + "baselines, also under names that matchmark gives",
        "they stay"
      )
    case .replacement:
      (
        "A file, a folder, a link or a pipe of others in the place of any output",
        "it stays, and nothing is written; with `--force`, that one file is replaced"
      )
    case .baseline:
      (
        "Baselines that ask for files, U+0000, options or endless work, or whose numbers and "
          + "queries cannot be computed with; pipes and links in their place",
        "refused, or only their numbers are used; no file that they name is read"
      )
    case .plan:
      (
        "Plans with paths, options, counts of 2⁶³−1; folders, pipes and links as plans",
        "refused before anything is copied; a link to a plan is followed"
      )
    case .part:
      (
        "Results that contradict their unit or lack a field, counts of ±2⁶³; pipes, folders and "
          + "links as results, plans and events",
        "the merge never says `right`"
      )
    case .namespace:
      (
        "Scratch folders and report folders that another process has locked, and other programs' "
          + "files that are named like scratch folders",
        "they stay, or the run is refused; scratch folders that are not locked are removed"
      )
    case .group:
      (
        "Engines and version commands that join their parent's process group, fork, ignore "
          + "signals, stop themselves, or write without end",
        "no process is left"
      )
    case .link:
      (
        "Links that lead out of the folders that a command writes into, in the place of their "
          + "files and subfolders",
        "refused; `--force` writes through a link to a file, never into a linked folder"
      )
    }
  }

  /// The row of the page.
  var row: Survival {
    Survival(
      words.fault, words.outcome, "0 to 6, 64, 128 + signal", "CommandLineTests/Siege/SiegeTests",
      "survives every attack, whatever it targets")
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
    case .input: try spoilInput(material, &random)
    case .deletion: tryDeletion(material, &random)
    case .replacement: tryReplacement(material, &random)
    case .link: try tryLink(material, &random)
    case .baseline: try tryBaseline(material, &random)
    case .plan: tryPlan(material, &random)
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
