import ArgumentParser
import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

struct QualityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality",
    abstract: "Compare rankers by the places of the rows that people want.",
    discussion: """
      Rankers are asked needles of which the wanted rows are known: from labels, or, without \
      labels, by typing some of the rows themselves, also with one typing error. No answer is \
      wrong here; the figures say how good the order is, each with its interval of 95 %. With \
      --min and --max, a figure that misses its bound fails the command (exit code 3); with \
      --against, one that has become worse.

      A file of labels has a tab between its columns: needle, row, and perhaps a grade from 1 to 9.

      Figures: success@1, success@5, rr@10 (reciprocal rank), ndcg@10, keys-to-first, keys-to-5, \
      churn, lost-first. A stratum may come before, as in drop:success@1: plain (the row contains \
      the needle), insert, drop, substitute, transpose, other.

      Examples:
        matchmark quality --corpus countries
        matchmark quality --corpus commands.txt --labels golden.tsv -e fuzzy --min success@1=0.9
        matchmark quality --labels misspelt --engine-file Benchmarks/rankers.yaml -e fuzzy -e fzf
      """)

  @Option(
    help: """
      The rows: a generator with a size (titles-10000), a fixture (countries), or a file. Of \
      several text columns, the first one with phrases is ranked, or the one of --text.
      """, completion: NameCompletion.corpora)
  var corpus: String?

  @Option(help: "Rank this column of a file.")
  var text: [String] = []

  @Option(
    help: """
      The wanted rows: a file, or one of the sets misspelt, places and emoji, which have rows of \
      their own.
      """)
  var labels: String?

  @OptionGroup var participants: ParticipantOptions

  @Option(
    help: """
      The maximum number of labelled needles, or of rows that are typed; of more, a sample. \
      (default: 300)
      """,
    transform: NumberRange.qualityNeedles.whole)
  var needles = 300

  @Option(
    help: "The seed of the sample and of the typing errors. (default: 1)",
    transform: NumberRange.seed)
  var seed: UInt64 = 1

  @Option(
    name: .customLong("min"),
    help: "Fail if the mean of a figure is less, as in success@1=0.95; repeat for several.",
    transform: { try Self.bound($0, isMinimum: true) })
  var minima: [QualityBound] = []

  @Option(
    name: .customLong("max"),
    help: "Fail if the mean of a figure is more, as in keys-to-first=4; repeat for several.",
    transform: { try Self.bound($0, isMinimum: false) })
  var maxima: [QualityBound] = []

  @Option(
    help: """
      Fail if a figure is worse than in this quality.json, which -o wrote earlier, over the \
      needles that both have. Churn and lost-first are only shown.
      """)
  var against: String?

  @Flag(help: "With --against: also fail if the wanted row of any needle is further down.")
  var strict = false

  @Option(
    name: .output,
    help: "Write quality.json, junit.xml, report.html and report.md to this folder.")
  var output: String?

  @Flag(help: "Print the record as JSON.")
  var json = false

  @OptionGroup var display: DisplayOptions
  @OptionGroup var junit: JUnitOptions

  mutating func validate() throws {
    guard corpus != nil || labels != nil else {
      throw ValidationError("got neither --corpus nor --labels, expected one of them, or both")
    }
    guard against != nil || !strict else {
      throw ValidationError("got --strict alone, expected --against with it")
    }
  }

  private static func bound(_ text: String, isMinimum: Bool) throws -> QualityBound {
    guard let bound = QualityBound(text, isMinimum: isMinimum) else {
      let names = QualityFigure.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "got '\(text)', expected a figure and a number, as in success@1=0.95; the figures are "
          + "\(names), perhaps after a stratum ("
          + QualityStratum.allCases.map(\.rawValue).joined(separator: ", ")
          + "): drop:success@1=0.5")
    }
    return bound
  }

  func run() throws {
    let reports = try output.map { path throws(InputError) in
      try ReportsFolder(path, for: ReportsFolder.quality, replacing: context.replacement)
    }
    let earlier = try against.map { path throws(InputError) in try Self.record(at: path) }
    let question = try QualityQuestion(
      corpus: corpus, text: text, labels: labels, limit: needles, seed: seed, in: context)
    let rankers = try participants.qualityRankers()
    let record = try self.record(question, rankers)
    guard !record.common.isEmpty else {
      throw InputError.notComparable("nothing was compared: no needle was answered by all rankers")
    }
    if let earlier, let path = against { try record.refuse(earlier, at: path) }
    let judgement = QualityJudgement(
      record, bounds: minima + maxima, since: earlier, isStrict: strict)
    let document = Document(record, judgement)
    try reports?.write(
      record, as: "quality.json", JUnitReport(record, judgement), document,
      dialect: junit.junitDialect)
    if json {
      try JSONText.show(record)
    } else {
      RecordPrinter(display, context.print).show(document)
    }
    try judgement.verdict.end()
  }

  private static func record(at path: String) throws(InputError) -> QualityRecord {
    let bytes = try InputFile.record.read(path)
    return try InputError.wrap("\(path): ") { try QualityRecord(json: bytes) }
  }

  private func record(
    _ question: QualityQuestion, _ rankers: ChosenRankers
  ) throws(InputError) -> QualityRecord {
    let startedAt = ContextFacts.timestamp
    let needles = question.needles
    let run = QualityRun(question.rows, needles)
    let progress = Progress(isShown: !display.noProgress)
    defer { progress.end() }
    let total = rankers.entries.count * needles.count
    var asked: [QualityRecord.Participant] = []
    for (index, ranker) in rankers.entries.enumerated() {
      let status = { rankers.status(of: ranker.id) }
      func note(_ number: Int) {
        progress.note(ranker.id, after: index * needles.count + number, of: total)
      }
      let participant = run.participant(ranker, status: status, progress: note)
      if let failure = status().failure { throw .engine("\(ranker.id) fails: \(failure)") }
      guard !participant.answers.isEmpty else {
        throw .unanswered(by: [ranker.id], "none of \(needles.count) needles")
      }
      asked.append(participant)
    }
    return QualityRecord(
      tool: "matchmark \(Matchmark.version)", startedAt: startedAt,
      hostname: MachineFacts.hostName, rows: question.rowsName, rowCount: question.rows.count,
      labels: labels, seed: seed, needles: needles.map(\.needle), participants: asked)
  }
}

extension QualityRecord {
  /// Refuses an earlier record without a needle or a ranker of this one.
  fileprivate func refuse(_ earlier: QualityRecord, at path: String) throws(InputError) {
    guard !shared(with: earlier).isEmpty else {
      throw .notComparable(
        "\(path) is about \(earlier.rows) with \(earlier.labels ?? "its own rows"), and has none "
          + "of the needles of this command, expected some: the same --corpus and --labels, and "
          + "without labels the same --needles and --seed")
    }
    let known = earlier.participants.map(\.id)
    guard let missing = participants.first(where: { !known.contains($0.id) }) else { return }
    throw .notComparable(
      "\(path) has no ranker '\(missing.id)', expected all that this command asks; it has "
        + known.joined(separator: ", "))
  }
}

/// The rows that are ranked, and the needles.
private struct QualityQuestion {
  let rows: [String]
  let rowsName: String
  let needles: [LabelledNeedle]

  init(
    corpus: String?, text: [String], labels: String?, limit: Int, seed: UInt64,
    in context: ProgramContext
  ) throws(InputError) {
    let set = labels.flatMap(LabelSet.init(rawValue:))
    if let set, corpus != nil {
      throw .usage(
        "got --corpus with the labels '\(set.rawValue)', which have rows of their own, expected a "
          + "file of labels")
    }
    let files = try set?.files(in: context.project.folder)
    guard let source = corpus ?? files?.rows else {
      throw .usage(
        "got --labels '\(labels ?? "")' alone, expected --corpus with a file of labels; sets with "
          + "rows of their own are "
          + LabelSet.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let chosen = try ChosenCorpus(
      source, profile: ProfileChoice(text: text, rank: .own), reading: RowReading(),
      in: context.folder)
    rows = (0..<chosen.corpus.rowCount).map(chosen.firstText)
    rowsName = set?.rawValue ?? source
    guard !rows.isEmpty else {
      throw .input("got no rows in '\(source)', expected at least one")
    }
    if let path = files?.labels ?? labels {
      let file = try LabelFile(try InputFile.labels.read(path), file: path)
      needles = try [LabelledNeedle](
        file, over: rows, named: rowsName, limit: limit, seed: seed)
    } else {
      needles = [LabelledNeedle](knownItemsOf: rows, limit: limit, seed: seed)
    }
    guard !needles.isEmpty else {
      throw .input(
        "got no row of at least two characters in '\(source)', expected one that can be typed")
    }
  }
}
