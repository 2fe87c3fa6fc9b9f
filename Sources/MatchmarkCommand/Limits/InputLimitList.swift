import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSession
import MatchmarkSystem

/// The limits of all modules, for `list`.
package enum InputLimitList {
  package static let all =
    InputLimit.core + InputLimit.json + InputLimit.datasets + InputLimit.session
    + InputLimit.conformance + InputLimit.command + InputLimit.engines + InputLimit.measurement
    + InputLimit.harness + InputLimit.reports

  /// The exit code of a command beyond a limit; nil if it continues.
  package static func exitCode(beyond limit: InputLimit) -> Int32? {
    switch limit.beyond {
    case .misused: ExitStatus.usage.rawValue
    case .refused: ExitStatus.couldNotRun.rawValue
    case .failed: ExitStatus.engine.rawValue
    case .answered, .cut: nil
    }
  }

  /// Name and value, and what is limited; what happens beyond the limit is on a separate line.
  static func entries() -> [(String, String)] {
    all.map { limit in
      let exit = exitCode(beyond: limit).map { " (exit \($0))" } ?? ""
      let what = "\(amount(limit)): \(limit.subject)"
      return (limit.name, "\(what); beyond: \(limit.beyond.text)\(exit)")
    }
  }

  /// `65 536 bytes (64 KiB)`.
  private static func amount(_ limit: InputLimit) -> String {
    let count = QuantityFormat.count(limit.value)
    let size = limit.unit == .bytes ? roundSize(limit.value).map { " (\($0))" } ?? "" : ""
    return [count, limit.unit.rawValue].filter { !$0.isEmpty }.joined(separator: " ") + size
  }

  /// The size in the largest unit that divides it evenly.
  private static func roundSize(_ bytes: Int) -> String? {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    return units.first { bytes % $0.1 == 0 }.map { "\(bytes / $0.1) \($0.0)" }
  }
}

extension InputLimit {
  /// The limits of files and arguments; the names of files are examples.
  package static let command = files + arguments + text

  private static let files =
    InputFile.allCases.map { kind in
      InputLimit(
        "\(kind.rawValue)-file-size", kind.facts.subject, kind.sizeLimitInBytes, .bytes,
        beyond: .refused(
          "\(FileError.tooLong(kind.facts.exampleName, limitInBytes: kind.sizeLimitInBytes))"))
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
        "yaml-nesting", "nested values in a YAML file", YAMLFile.depthLimit, .levels,
        beyond: .refused("\(yaml):1:1: \(YAMLFile.tooDeep)")),
      InputLimit(
        "plan-line-size", "a line of a plan", FleetUnit.lineSizeLimitInBytes, .bytes,
        beyond: .refused("units.jsonl:1: \(FleetUnit.lineTooLong)")),
      InputLimit(
        "kept-records", "the records of earlier runs that are kept", RunHistory.limit, .files,
        beyond: .cut("the oldest is removed")),
    ]

  private static let yaml = InputFile.yaml.facts.exampleName

  private static let arguments = [
    InputLimit(
      "generated-rows", "the rows of a generated corpus", CorpusSource.generatedRowLimit, .rows,
      beyond: .misused(
        "\(CorpusSource.tooManyRows(CorpusSource.generatedRowLimit + 1, "titles-100000001"))")),
    InputLimit(
      "forks", "--forks, and the forks of a check", NumberRange.forkLimit, .forks,
      beyond: .misused(NumberRange.forks.complaint("1001"))),
    InputLimit(
      "sizes", "the sizes of --sizes", NumberRange.sizeLimit, .values,
      beyond: .misused(NumberRange.tooManySizes)),
    InputLimit(
      "queries", "the queries of --queries", QueryLog.queryLimit, .values,
      beyond: .refused("queries.txt: \(QueryLog.tooMany)")),
    InputLimit(
      "labels", "the labels of --labels", LabelFile.labelLimit, .values,
      beyond: .refused("labels.tsv:\(LabelFile.labelLimit + 1): \(LabelFile.tooMany)")),
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
