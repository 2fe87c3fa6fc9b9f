import ArgumentParser
import MatchmarkHarness

/// Who is asked, all of whom must be there.
struct ContestantOptions: ParsableArguments {
  @Option(
    name: [.customShort("e"), .customLong("matcher")],
    help: "Only this matcher or engine; repeat for several. 'all' names every matcher.")
  var matchers: [String] = []

  @OptionGroup var engines: EngineOptions

  /// - Throws: ``CommandError`` for an unknown name, or an engine that is not installed.
  func installed() throws(CommandError) -> [Contestant] {
    let contestants = try engines.contestants(matchers)
    if let absence = contestants.absences().first { throw .engine(absence) }
    return contestants
  }

  /// The arguments that ask the same again.
  var arguments: [String] { matchers.flatMap { ["-e", $0] } + settings }

  /// The arguments that give matchers their options.
  var settings: [String] { engines.matcherOptions.flatMap { ["--matcher-option", $0] } }
}
