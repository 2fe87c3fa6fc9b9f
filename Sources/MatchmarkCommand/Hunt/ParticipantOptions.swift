import ArgumentParser
import MatchmarkHarness

/// The participants to ask, all of which must be installed.
struct ParticipantOptions: ParsableArguments {
  @Option(
    name: [.customShort("e"), .customLong("matcher")],
    help: "Only this matcher or engine; repeat for several. 'all' names every matcher.",
    completion: NameCompletion.participants)
  var matchers: [String] = []

  @OptionGroup var engines: EngineOptions

  /// - Throws: ``CommandError`` for an unknown name, or an engine that is not installed.
  func installed() throws(CommandError) -> [Participant] {
    let participants = try engines.participants(matchers)
    if let absence = participants.absences().first { throw .engine(absence) }
    return participants
  }

  /// The arguments that ask one of them again: its name, its source and its options.
  func arguments(for id: String) -> [String] {
    var words = ["-e", id]
    if let file = engines.engineFile { words += ["--engine-file", file] }
    if let timeout = engines.timeout { words += ["--timeout", "\(timeout)"] }
    for option in engines.matcherOptions where option.hasPrefix("\(id).") {
      words += ["--matcher-option", option]
    }
    return words
  }
}
