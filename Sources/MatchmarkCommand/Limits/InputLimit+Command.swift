package import MatchmarkCore
import MatchmarkHarness
import MatchmarkSystem

extension InputLimit {
  /// The limits of files and arguments; the names of files are examples.
  package static let command = files + arguments + text

  private static let files =
    InputFile.allCases.map { kind in
      InputLimit(
        "\(kind.rawValue)-file-size", kind.subject, kind.sizeLimitInBytes, .bytes,
        beyond: .refused(
          "\(FileError.tooLong(kind.exampleName, limitInBytes: kind.sizeLimitInBytes))"))
    } + [
      InputLimit(
        "stream-size", "input from a pipe, a device or another file that states no size",
        InputFile.streamSizeLimitInBytes, .bytes,
        beyond: .refused(
          "\(FileError.tooLong("rows.csv", limitInBytes: InputFile.streamSizeLimitInBytes))")),
      InputLimit(
        "yaml-aliases", "the aliases of a YAML file", YAMLFile.aliasLimit, .aliases,
        beyond: .refused("\(YAMLFile.tooManyAliases(YAMLFile.aliasLimit + 1, file: yaml))")),
      InputLimit(
        "yaml-keys", "the keys of a YAML file that are lists, mappings or aliases",
        YAMLFile.keyLimit, .keys,
        beyond: .refused("\(YAMLFile.tooManyKeys(YAMLFile.keyLimit + 1, file: yaml))")),
      InputLimit(
        "kept-records", "the records of earlier runs that are kept", RunHistory.limit, .files,
        beyond: .cut("the oldest is removed")),
    ]

  private static let yaml = InputFile.yaml.exampleName

  private static let arguments = [
    InputLimit(
      "generated-rows", "the rows of a generated corpus", CorpusSource.generatedRowLimit, .rows,
      beyond: .misused(
        "\(CorpusSource.tooManyRows(CorpusSource.generatedRowLimit + 1, "titles-100000001"))")),
    InputLimit(
      "forks", "--forks, and the forks of a check", ForkOptions.limit, .forks,
      beyond: .misused(NumberRange.forks.complaint("1001"))),
    InputLimit(
      "hunt-workers", "--workers of a hunt", HuntCommand.workerLimit, .workers,
      beyond: .misused(NumberRange.huntWorkers.complaint("257"))),
    InputLimit(
      "hunt-first", "--first of a hunt", HuntCommand.firstLimit, .number,
      beyond: .misused(NumberRange.huntFirst.complaint("1000000000001"))),
    InputLimit(
      "hunt-rows", "--rows of a hunt", HuntCase.rowLimit, .rows,
      beyond: .misused(NumberRange.huntRows.complaint("1000001"))),
  ]

  private static let text = [
    InputLimit(
      "typed-line-size", "a line that is typed into a session", SessionCommand.lineSizeLimitInBytes,
      .bytes, beyond: .answered(SessionCommand.lineTooLong)),
    InputLimit(
      "message-size", "a message on standard error", StandardError.messageSizeLimitInBytes, .bytes,
      beyond: .cut("it is cut, and the number of omitted bytes is shown")),
  ]
}
