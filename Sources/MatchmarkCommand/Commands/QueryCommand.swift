import ArgumentParser
import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Answer one query and show the rows.",
    discussion: """
      Asks all matchers and the oracle. If they disagree on the rows, or an engine is wrong about \
      what else it declares, such as its marks, the exit code is 2; if a matcher that was named \
      does not answer, 6. On a terminal, the matched parts of each row are underlined.

      Examples:
        matchmark query --corpus countries "united" --token continent=Europe
        matchmark query --corpus rows.csv --matcher all --json "new york"
        matchmark query --corpus countries --rank fzf-v2 uin --explain 11
      """)

  @OptionGroup var corpusOptions: CorpusOptions
  @OptionGroup var colour: ColourOptions

  @Argument(help: "The typed text.")
  var text = ""

  @Option(
    name: .matcher,
    help: "Only this matcher or engine; repeat for several. By default, every matcher.",
    completion: NameCompletion.participants)
  var matchers: [String] = []

  @OptionGroup var engines: EngineOptions

  @OptionGroup var filter: FilterOptions

  @Option(
    help: """
      Ask this text first, for matchers that are wrong only after other queries; repeat for \
      several. An object has tokens and a scope: {"text":"a","tokens":[],"scope":"2019"}.
      """)
  var after: [String] = []

  @Option(
    help: """
      Show at most this many rows. (default: 50, or 10 if an answer differs or with --explain; \
      with --json all)
      """,
    transform: NumberRange.shownRows.whole)
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      """
      Explain why this row of a ranked answer is where it is, compared with the first row. Repeat \
      the option to compare two rows of your choice.
      """, valueName: "row"))
  var explain: [Int] = []

  @Flag(
    help: """
      Print one {"matcher":…,"rows":[…]} per line; with --limit also the "count" of all rows. \
      The oracle's line has the matched "ranges" of each row: by column, pairs of UTF-8 offsets.
      """)
  var json = false

  @Option(help: "Save the profile inferred for --corpus to this file, which must not exist.")
  var writeProfile: String?

  mutating func validate() throws {
    guard explain.count <= 2 else {
      throw ValidationError("got \(explain.count) rows to --explain, expected one or two")
    }
    if json, !explain.isEmpty {
      throw ValidationError("got --explain with --json, expected one of them")
    }
  }

  func run() throws {
    let chosen = try ChosenCorpus(corpusOptions, in: context.folder)
    if !explain.isEmpty { try RankedExplanation.check(explain, on: chosen) }
    let participants = try engines.participants(matchers, ranking: chosen.profile.rank != nil)
    try chosen.announce(savingTo: writeProfile, replacing: context.replacement)
    let query = SearchQuery(text, tokens: try filter.tokens(), scope: filter.scope)
    let answers = try QueryAnswers(query, after: earlier(), on: chosen, participants)
    answers.warnAboutUnknownValues()
    if json {
      try answers.printJSON(limit: limit)
    } else {
      let usual = explain.isEmpty ? nil : RankedExplanation.shownRowCount
      answers.printRows(limit: limit ?? usual, style: colour.style, by: print)
      let explanation = explain.isEmpty ? nil : answers.explanation(of: explain, on: chosen)
      for line in explanation?.lines(colour.style) ?? [] { print(line) }
    }
    try answers.status.end()
  }

  private func earlier() throws(InputError) -> [SearchQuery] {
    try after.map { word throws(InputError) in
      guard SearchQuery.isObject(word) else { return SearchQuery(word) }
      do throws(InputError) {
        return try JSONText.decoded(word.utf8, or: "--after '\(word)'")
      } catch {
        throw .usage(
          "\(error.description), expected a text, or an object with text, tokens and scope")
      }
    }
  }
}

/// The answers of the oracle and several matchers to one query.
struct QueryAnswers {
  private let query: SearchQuery
  private let corpus: FoldedCorpus
  private let oracle: Oracle
  /// The right rows; nil where each ranker has its own order.
  private let expected: [Int]?
  private var answers: [(matcher: String, rows: [Int], mistake: String?)] = []
  private var skipped: [(participant: Participant, reason: String)] = []
  /// Rankers with an order of their own, and the code of an app where it follows other rules: what
  /// they answer is shown and not judged.
  private var unjudged: [(id: String, rows: [Int], reason: String)] = []
  private var failed: [(engine: String, reason: String)] = []

  /// - Parameter earlier: the queries that each participant is asked before.
  /// - Throws: ``InputError`` for a query beyond the contract, or if no matcher answers.
  init(
    _ query: SearchQuery, after earlier: [SearchQuery], on chosen: ChosenCorpus,
    _ participants: [Participant]
  ) throws(InputError) {
    self.query = query
    let question: FreshQuestion
    do {
      corpus = try FoldedCorpus(chosen.corpus, profile: chosen.profile)
      // The oracle is asked only once, so caching rows would not pay.
      oracle = try Oracle(
        corpus: chosen.corpus, profile: chosen.profile, keptRowLimit: 0, blockSize: 1_000)
      expected = chosen.profile.rank == .own ? nil : try oracle.rows(for: query)
      // An engine is never asked a query beyond the contract.
      var resolved = ResolvedQuery()
      for query in earlier + [query] { try resolved.resolve(query, in: corpus) }
      question = FreshQuestion(query, after: earlier, on: corpus, oracle, expected: expected)
    } catch let error as QueryError {
      throw .usage(error.description)
    } catch {
      throw .input("\(error)")
    }
    for participant in participants { try ask(question, of: participant) }
    guard !answers.isEmpty || !failed.isEmpty || !unjudged.isEmpty else {
      if let absence = skipped.map(\.participant).askedFor.absences.first {
        throw .engine(absence)
      }
      let ids = skipped.map(\.participant.id)
      let reasons = skipped.map {
        skipped.count > 1 ? "\($0.participant.id): \($0.reason)" : $0.reason
      }
      throw .unanswered(by: ids, "nothing", reason: reasons.joined(separator: "; "))
    }
  }

  private mutating func ask(
    _ question: FreshQuestion, of participant: Participant
  ) throws(InputError) {
    do throws(MatcherError) {
      switch try answer(to: question, of: participant) {
      case .answered(let rows, let mistake):
        // Equal answers share one copy.
        let rows = expected.flatMap { $0 == rows ? $0 : nil } ?? rows
        answers.append((participant.id, rows, mistake?.difference))
      case .skipped(let reason):
        guard participant.isAskedFor,
          let rows = try question.unjudgedRows(of: participant)
        else { return skipped.append((participant, reason)) }
        unjudged.append((participant.id, rows, reason))
      }
    } catch {
      try note(error.description, of: participant)
    }
  }

  /// Asks a participant; one that does not support the search or the rows is skipped.
  private func answer(
    to question: FreshQuestion, of participant: Participant
  ) throws(MatcherError) -> FreshAnswer {
    if case .unsupported(let reason) = participant.entry.support(corpus.profile) {
      return .skipped(reason)
    }
    do throws(MatcherError) { return try question.answer(of: participant) } catch {
      guard case .unsupportedCorpus(let reason) = error else { throw error }
      return .skipped(reason)
    }
  }

  /// Explains why a row stands where it does, compared with a second row or with the first one of
  /// the answer.
  func explanation(of asked: [Int], on chosen: ChosenCorpus) -> RankedExplanation {
    let others = asked.dropFirst() + (expected ?? []).filter { !asked.contains($0) }
    let rows = asked.prefix(1) + others.prefix(1)
    return RankedExplanation(oracle.explanations(of: Array(rows), for: query.text), of: chosen)
  }

  /// Notes a failure; a matcher's failure ends the command.
  private mutating func note(_ failure: String, of participant: Participant) throws(InputError) {
    guard participant.isEngine else { throw .input("\(participant.id): \(failure)") }
    failed.append((participant.id, failure))
  }

  /// The exit code of the gravest finding: a matcher that disagrees with the oracle, one that was
  /// asked for and does not answer, or an engine that fails or is missing.
  var status: ExitStatus {
    let silent = skipped.map(\.participant).askedFor
    var verdicts: [Verdict] = answers.contains { $0.mistake != nil } ? [.wrong] : []
    verdicts += silent.map { $0.engine?.missing == nil ? .notComparable : .incomplete }
    if !failed.isEmpty { verdicts.append(.incomplete) }
    return ExitStatus(.gravest(verdicts))
  }

  /// Warns about a value that no row has: it constrains nothing, which is rarely intended.
  func warnAboutUnknownValues() {
    for token in query.tokens {
      guard let known = corpus.corpus.knownValues(of: token.facet),
        !known.contains(where: { FacetValue(text: $0) == FacetValue(text: token.value) })
      else { continue }
      StandardError.write(
        "warning: no row has \(token.facet) '\(token.value)', so the token constrains nothing"
          + "\(NearestName.hint(token.value, among: known))")
    }
  }

  private struct Line: Encodable {
    var matcher: String
    var rows: [Int]?
    var count: Int?
    var ranges: [[String: [[Int]]]]?
    var skipped: String?
    var failed: String?
    var differs: String?
  }

  /// Prints one object per line, the oracle's first.
  ///
  /// - Parameter limit: the most rows of each that are printed, besides their count; nil for all.
  func printJSON(limit: Int?) throws {
    func line(_ matcher: String, _ rows: [Int], mistake: String? = nil) -> Line {
      let shown = Array(rows.prefix(limit ?? .max))
      return Line(
        matcher: matcher, rows: shown, count: limit.map { _ in rows.count }, differs: mistake)
    }
    let text = RowText(corpus, text: query.text, style: TextStyle(isColoured: false))
    var lines = expected.map { [line("oracle", $0)] } ?? []
    if text.hasMarks, !lines.isEmpty { lines[0].ranges = lines[0].rows?.map(text.ranges) }
    lines += answers.map { line($0.matcher, $0.rows, mistake: $0.mistake) }
    lines += unjudged.map {
      Line(matcher: $0.id, rows: Array($0.rows.prefix(limit ?? .max)), skipped: $0.reason)
    }
    lines += skipped.map { Line(matcher: $0.participant.id, skipped: $0.reason) }
    lines += failed.map { Line(matcher: $0.engine, failed: $0.reason) }
    for line in lines { try JSONText.show(line) }
  }

  /// The rows that are shown by default, and if an answer differs, because it should be in sight.
  private static let shownRowCount = 50
  private static let shownRowCountBesideMistake = 10
  /// The most rows that are shown of those on which an answer differs.
  private static let differingRowCount = 5

  /// Prints the rows, and who answered what.
  func printRows(limit: Int?, style: TextStyle, by print: Printer) {
    let differs = answers.contains { $0.mistake != nil }
    let limit = limit ?? (differs ? Self.shownRowCountBesideMistake : Self.shownRowCount)
    let text = RowText(corpus, text: query.text, style: style)
    if let expected {
      printRight(expected, limit: limit, text, style, by: print)
    } else {
      printOrders(limit: limit, text, style, by: print)
    }
    for other in unjudged {
      guard corpus.profile.rank == nil else {
        print(style.strong("\(other.id) has an order of its own, which is not judged:"))
        for row in other.rows.prefix(limit) { print("  \(row)  \(text.line(row))") }
        continue
      }
      let found =
        other.rows == expected ? "the same rows" : QuantityFormat.rows(other.rows.count)
      print(style.strong("\(other.id) is not judged; it finds \(found). \(other.reason)"))
      printDifference(of: other.rows, text, by: print)
    }
    if expected?.isEmpty == true, !query.text.isEmpty {
      print(style.faint("no row matches: \(ProfileText.words(corpus.profile))"))
    }
    printAbsences(style, by: print)
  }

  /// Prints the right rows by section, then who agrees and who does not.
  private func printRight(
    _ expected: [Int], limit: Int, _ text: RowText, _ style: TextStyle, by print: Printer
  ) {
    var left = limit
    for section in corpus.sections(of: expected, for: query) {
      if let title = section.title { print(style.strong(title)) }
      for row in section.rows.prefix(left) { print("  \(row)  \(text.line(row))") }
      left -= min(left, section.rows.count)
    }
    if expected.count > limit { print(style.faint("… \(expected.count - limit) more rows")) }
    let same = ["oracle"] + answers.filter { $0.mistake == nil }.map(\.matcher)
    let count = "\(expected.count) \(expected.count == 1 ? "row" : "rows")"
    print(style.right("\(count): \(same.joined(separator: ", "))\(same.count > 1 ? " agree" : "")"))
    for answer in answers {
      guard let mistake = answer.mistake else { continue }
      print(style.wrong("\(answer.matcher) differs: \(mistake)"))
      printDifference(of: answer.rows, text, by: print)
    }
  }

  /// Prints the rows of each ranker in its own order, and the clause that it breaks.
  private func printOrders(
    limit: Int, _ text: RowText, _ style: TextStyle, by print: Printer
  ) {
    for answer in answers {
      let count = "\(answer.matcher): \(QuantityFormat.rows(answer.rows.count)) in its own order"
      let mistake = (answer.mistake ?? "").split(separator: "\n")
      print(mistake.first.map { style.wrong("\(count); \($0)") } ?? style.right(count))
      for line in mistake.dropFirst() { print("\(line)") }
      for row in answer.rows.prefix(limit) { print("  \(row)  \(text.line(row))") }
      let left = answer.rows.count - limit
      if left > 0 { print(style.faint("… \(left) more rows")) }
    }
  }

  /// Prints who did not answer.
  private func printAbsences(_ style: TextStyle, by print: Printer) {
    for skip in skipped where skip.participant.isAskedFor {
      print(style.wrong("\(skip.participant.id): skipped, \(skip.reason)"))
    }
    let others = skipped.map(\.participant).filter { !$0.isAskedFor }.map(\.id)
    if !others.isEmpty {
      let names = others.joined(separator: ", ")
      print(style.faint("skipped: \(names) (to see why, name one with -e)"))
    }
    for failure in failed { print(style.wrong("\(failure.engine): failed, \(failure.reason)")) }
  }

  /// Prints the first rows that an answer lacks, and the first ones that it should not have.
  private func printDifference(of rows: [Int], _ text: RowText, by print: Printer) {
    let expected = expected ?? []
    let (right, given) = (Set(expected), Set(rows))
    for (sign, differing) in [
      ("missing", expected.filter { !given.contains($0) }),
      ("extra", rows.filter { !right.contains($0) }),
    ] {
      for row in differing.prefix(Self.differingRowCount)
      where (0..<corpus.corpus.rowCount).contains(row) {
        print("  \(sign)  \(row)  \(text.line(row))")
      }
    }
  }
}
