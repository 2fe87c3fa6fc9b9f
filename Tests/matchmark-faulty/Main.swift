import Foundation
import MatchmarkCommand
import MatchmarkCore
import MatchmarkMatchers
import MatchmarkSystem
import MatchmarkTestSupport

/// The whole command with additional matchers that are wrong, slow or unhelpful, and with rankers
/// and search boxes that are wrong.
///
/// A variable of the environment replaces them with one regression, for a gate to find:
/// - `MATCHMARK_SLOWED=inverted-index=0.1` makes a built-in matcher a tenth slower, under its own
///   id, than `inverted-index=0` does. A copy named `matchmark-unslowed` slows by 0.
/// - `MATCHMARK_REPEATING=inverted-index=50` makes it answer every fiftieth keystroke twice.
/// - `MATCHMARK_TAIL=inverted-index=ab` makes it answer the text `ab` 4 000 times; the copy answers
///   it 400 times.
/// - `MATCHMARK_LOSING=inverted-index=1` makes it lose a row of each answer.
///
/// `MATCHMARK_CLOSURE=cd` adds only the closure `mine`, which searches titles with Foundation and
/// declares that folding, or nothing for `none`; `MATCHMARK_ARGUMENTS` then fixes the arguments,
/// separated by spaces.
/// `MATCHMARK_CRASHING=building` adds a matcher that crashes the process at that ``CrashMoment``.
@main
enum Program {
  static func main() {
    if let closure { Matchmark.main(adding: [closure], arguments: fixedArguments) }
    // Every added matcher takes part in every suite, and a wrong one would end a gate.
    let changed = regressed
    if !changed.isEmpty { Matchmark.main(adding: changed) }
    let right = MatcherEntry(LinearScanMatcher.self)
    let misbehaving = MatcherFault.allCases.map { MatcherEntry($0, around: right) }
    Matchmark.main(
      adding: misbehaving + FaultyMatchers.entries + crashing,
      rankers: RankFault.allCases.map(\.entry), boxes: BoxFault.allCases.map(\.entry))
  }

  private static var fixedArguments: [String]? {
    ProcessInfo.processInfo.environment["MATCHMARK_ARGUMENTS"].map {
      $0.split(separator: " ").map(String.init)
    }
  }

  private static var closure: MatcherEntry? {
    let (id, summary) = ("mine", "an app's own search")
    let search: MatcherEntry.TitleSearch = { titles in
      { text in
        titles.indices.filter { titles[$0].range(of: text, options: .caseInsensitive) != nil }
      }
    }
    return ProcessInfo.processInfo.environment["MATCHMARK_CLOSURE"].flatMap { declared in
      declared == "none"
        ? MatcherEntry(id: id, summary: summary, fromTitles: search)
        : Folding(rawValue: declared).map {
          MatcherEntry(id: id, summary: summary, folding: $0, fromTitles: search)
        }
    }
  }

  private static var crashing: [MatcherEntry] {
    ProcessInfo.processInfo.environment["MATCHMARK_CRASHING"].flatMap(CrashMoment.init)
      .map { [MatcherEntry(LinearScanMatcher.self).crashing($0)] } ?? []
  }

  private static var regressed: [MatcherEntry] {
    let slowed = setting("MATCHMARK_SLOWED").compactMap { entry, value in
      Double(value).map { entry.slowed(by: isUnslowed ? 0 : $0) { MonotonicClock.now() } }
    }
    let repeating = setting("MATCHMARK_REPEATING").compactMap { entry, value in
      Int(value).map { entry.repeating(every: $0) }
    }
    let tails = setting("MATCHMARK_TAIL").map { entry, text in
      entry.repeating(text, count: isUnslowed ? 400 : 4_000)
    }
    return slowed + repeating + tails + setting("MATCHMARK_LOSING").map { $0.0.losingRows() }
  }

  /// Two builds that take turns share an environment; the name of the file tells them apart.
  private static var isUnslowed: Bool {
    CommandLine.arguments.first?.hasSuffix("matchmark-unslowed") == true
  }

  /// The built-in matcher and the value in a variable; empty if it is not set.
  private static func setting(_ name: String) -> [(MatcherEntry, String)] {
    let words = (ProcessInfo.processInfo.environment[name] ?? "").split(separator: "=")
    guard words.count == 2,
      let entry = MatcherEntry.builtIn.first(where: { $0.descriptor.id == words[0] })
    else { return [] }
    return [(entry, String(words[1]))]
  }
}
