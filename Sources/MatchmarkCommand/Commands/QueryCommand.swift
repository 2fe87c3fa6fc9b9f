import ArgumentParser
import MatchmarkCore

/// Answers one query with one or several matchers, and shows the rows.
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Answer one query and show the rows.",
    discussion: """
      Asks all matchers and the oracle. If they disagree, the exit code is 2. On a terminal, the \
      matched parts of each row are underlined.

      Examples:
        matchmark query --corpus countries "united" --token continent=Europe
        matchmark query --corpus rows.csv --matcher all --json "new york"
      """)

  @OptionGroup var corpusOptions: CorpusOptions
  @OptionGroup var colour: ColourOptions

  @Argument(help: "The typed text.")
  var text = ""

  @Option(
    name: [.customShort("e"), .customLong("matcher")],
    help: "Only this matcher or engine; repeat for several. By default, every matcher.",
    completion: NameCompletion.participants)
  var matchers: [String] = []

  @OptionGroup var engines: EngineOptions

  @OptionGroup var filter: FilterOptions

  @Option(
    help: "Show at most this many rows. (default: 50; with --json all)",
    transform: NumberRange.shownRows.whole)
  var limit: Int?

  @Flag(
    help: """
      Print one {"matcher":…,"rows":[…]} per line; with --limit also the "count" of all rows. \
      The oracle's line has the matched "ranges" of each row: by column, pairs of UTF-8 offsets.
      """)
  var json = false

  @Option(help: "Save the profile inferred for --corpus to this file, which must not exist.")
  var writeProfile: String?

  /// How many rows a person is shown by default.
  private static let shownRowCount = 50

  func run() throws {
    let participants = try engines.participants(matchers)
    let chosen = try ChosenCorpus(corpusOptions)
    try InferenceNotice.show(chosen, savingTo: writeProfile)
    let query = SearchQuery(text, tokens: try filter.tokens(), scope: filter.scope)
    let answers = try QueryAnswers(query, on: chosen, participants)
    answers.warnAboutUnknownValues()
    if json {
      try answers.printJSON(limit: limit)
    } else {
      answers.printRows(limit: limit ?? Self.shownRowCount, style: colour.style)
    }
    if answers.status != .fine { throw ExitCode(answers.status.rawValue) }
  }
}
