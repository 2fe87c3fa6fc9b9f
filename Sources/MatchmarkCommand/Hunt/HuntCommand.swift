import ArgumentParser
import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSession
import MatchmarkSystem

struct HuntCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt",
    abstract: "Hunt for wrong answers with random rows, profiles and typing sessions.",
    discussion: """
      Every matcher answers random keystrokes over random rows, with random options. Its answers \
      are compared with the oracle's, and checked by laws that need no oracle. Each text is folded \
      a second time, by the oracle. For some rows, the matched ranges are checked too. A wrong \
      answer is shrunk for \(Int(HuntBounds.shrinkingSeconds)) seconds at most, stored as a file \
      of cases, and ends the hunt with exit code 2; an engine that fails ends it with 5. If a \
      matcher that was named answers nothing, the exit code is 6. The seed is printed; the same \
      seed gives the same cases.

      With --ranked, rankers are asked random needles, and held to the laws of ranking and to what \
      they declare. With --boxes, search boxes live through random schedules of typing and late \
      answers.

      Examples:
        matchmark hunt --time 10s
        matchmark hunt --cases 2000 --seed 7 -e inverted-index
        matchmark hunt --time 10s -e python-plain
        matchmark hunt --ranked --time 10s
        matchmark hunt --ranked --time 10s --corpus countries -e fuzzy
        matchmark hunt --boxes --time 10s
      """)

  @OptionGroup var participants: ParticipantOptions

  @Flag(help: "Hold rankers to the laws of ranking; -e names rankers.")
  var ranked = false

  @Flag(help: "Hold search boxes to the contract of late answers; -e names boxes.")
  var boxes = false

  @Option(
    name: .customLong("clause"),
    help: """
      Only this clause, such as F7 or A1; repeat for several. Only with --ranked or --boxes.
      """)
  var clauses: [String] = []

  @Option(
    help: """
      Draw the lists from these rows, from their first text column: a file, a fixture or a \
      generator with a size; only with --ranked.
      """, completion: NameCompletion.corpora)
  var corpus: String?

  @Option(
    help: "Hunt for this long, such as 30s. Without this and --cases, 60s.",
    transform: NumberRange.huntTime.number)
  var time: Double?

  @OptionGroup var range: HuntRange

  @Option(help: "The seed; by default it comes from the clock.", transform: NumberRange.seed)
  var seed: UInt64?

  @Option(
    help: "How many cases to examine at a time; by default one per core.",
    transform: NumberRange.huntWorkers.whole)
  var workers: Int?

  @Option(
    help: "The folder for finds. (default: regressions; in a checkout, Fixtures/regressions)")
  var regressions: String?

  @OptionGroup var colour: ColourOptions

  @Option(help: "Append a summary of the hunt to this file, as one line of JSON.")
  var ledger: String?

  @Flag(help: "Print how often each form was reached, not only which forms were not.")
  var coverage = false

  @OptionGroup var result: JSONOptions

  @OptionGroup var progress: ProgressOptions

  mutating func validate() throws {
    if time != nil, range.cases != nil {
      throw ValidationError("got --time and --cases, expected one of them")
    }
    if corpus != nil, !ranked {
      throw ValidationError("got --corpus without --ranked, expected both")
    }
    if !clauses.isEmpty, !ranked, !boxes {
      throw ValidationError("got --clause alone, expected --ranked or --boxes with it")
    }
    let known = ranked ? Ranking.clauseIDs : LateAnswers.clauseIDs
    if let unknown = clauses.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "got --clause \(unknown), expected one of \(known.joined(separator: ", "))")
    }
    if ranked, boxes { throw ValidationError("got --ranked and --boxes, expected one of them") }
    if let other = ranked ? "--ranked" : boxes ? "--boxes" : nil {
      if coverage {
        throw ValidationError("got --coverage with \(other), which reaches no forms of matchers")
      }
    }
    if boxes, range.rows != HuntCase.rowLimit {
      throw ValidationError("got --rows with --boxes, whose schedules have no rows of their own")
    }
    if ranked, range.rows != HuntCase.rowLimit, range.rows > Ranking.rowLimit {
      throw ValidationError(
        "got --rows \(range.rows) with --ranked, expected at most \(Ranking.rowLimit)")
    }
    if regressions?.isEmpty == true {
      throw ValidationError("got --regressions '', expected the path of a folder")
    }
  }

  static let workerLimit = 256
  static let firstLimit = NumberRange.caseLimit

  private static let defaultSeconds = 60.0

  func run() throws {
    if boxes {
      let boxes = try participants.boxes()
      let hunted = hunted(boxes.entries.map(\.id), own: context.catalog.ownBoxIDs)
      return try hunt(hunted) { boxes.contract(only: clauses) }
    }
    if ranked {
      let rankers = try participants.rankers()
      let rows = try ownRows()
      let hunted = hunted(rankers.entries.map(\.id), own: context.catalog.ownRankerIDs)
      return try hunt(hunted) {
        rankers.contract(rowLimit: rowLimit, only: clauses, of: rows)
      }
    }
    let installed = try participants.installed()
    let hunted = installed.map { participant in
      Hunted(
        id: participant.id, isAskedFor: participant.isAskedFor,
        arguments: participants.arguments(for: participant.id))
    }
    try hunt(hunted) { Matching(installed, rowLimit: rowLimit) }
  }

  /// The maximum number of rows of a case; the schedules of boxes have none.
  private var rowLimit: Int {
    if boxes { return 0 }
    return ranked ? min(range.rows, Ranking.rowLimit) : range.rows
  }

  private func hunted(_ ids: [String], own: [String]) -> [Hunted] {
    ids.map { id in
      Hunted(
        id: id, isAskedFor: participants.asksFor(id, own: own),
        arguments: participants.arguments(for: id))
    }
  }

  /// The texts of the corpus, if there is one.
  private func ownRows() throws(InputError) -> RankedRows {
    guard let corpus else { return RankedRows() }
    let chosen = try ChosenCorpus(
      corpus, profile: ProfileChoice(), reading: RowReading(), in: context.folder)
    let rowCount = chosen.corpus.rowCount
    guard rowCount > 0 else { throw .input("got no rows in '\(corpus)', expected at least one") }
    let column = chosen.profile.textFields.first?.name ?? ""
    print("drawing lists from '\(column)' of \(QuantityFormat.rows(rowCount)) in \(corpus)")
    return RankedRows((0..<rowCount).map(chosen.firstText))
  }

  private func hunt(_ hunted: [Hunted], in contract: () -> some Contract) throws {
    if let ledger {
      _ = try SourceDigest.of(context.folder)
      try HuntLedger(path: ledger, replacing: context.replacement).refuseUnwritable()
    }
    let seed = seed ?? MonotonicClock.now() % 1_000_000_007
    let names = hunted.map(\.id).joined(separator: ", ")
    print("hunting with seed \(seed): \(names)")
    // A user who interrupts the hunt needs the seed; a failed write is reported at the end.
    try? StandardOutput.flush()
    try hunt(contract(), hunted, seed: seed)
  }

  private func hunt<C: Contract>(_ contract: C, _ hunted: [Hunted], seed: UInt64) throws {
    let again = again(seed: seed, hunted)
    let early = earlyFinds(of: contract, seed: seed)
    let tally = try tally(contract, seed: seed, early, again: again)
    guard let find = tally.find, let number = tally.foundAt else {
      for line in HuntText.coverage(tally, isFull: coverage) { print("\(line)") }
      for line in HuntText.clauses(tally, of: contract) + HuntText.smells(tally) {
        print("\(line)")
      }
      try add(tally, of: contract, seed: seed, hunted)
      let idle = try idle(tally, hunted)
      print("\(HuntText.verdict(tally, seed: seed))")
      try result.show(HuntSummary(tally, seed: seed, first: range.first))
      return try (!idle.contains(where: \.isAskedFor) ? Verdict.right : .notComparable).end()
    }
    for line in HuntText.lines(find) { print(colour.style.wrong(line)) }
    if tally.isCutShort { print("  \(HuntText.cutShort)") }
    print("  again: \(again(number, find.subject.id))")
    let about = "Found by a hunt with seed \(seed), case \(number)."
    let kept = keep(find, of: contract, about: about, hunted)
    if let kept { early.remove(except: kept) }
    try add(tally, of: contract, seed: seed, hunted, storedAt: kept)
    print("\(HuntText.verdict(tally, seed: seed))")
    try result.show(HuntSummary(tally, seed: seed, first: range.first, storedAt: kept))
    if case .failure = find { try ExitStatus.engine.end() }
    try ExitStatus.wrongAnswers.end()
  }

  private func add<C>(
    _ tally: Hunt<C>.Tally, of contract: C, seed: UInt64, _ hunted: [Hunted],
    storedAt path: String? = nil
  ) throws(InputError) {
    guard let ledger else { return }
    var entry = HuntRecord(
      tally, sources: try SourceDigest.of(context.folder), seed: seed, first: range.first,
      rows: rowLimit, matchers: hunted.map(\.id),
      askedFor: hunted.filter(\.isAskedFor).map(\.id), storedAt: path)
    entry.contract = contract.statedName
    entry.clauses = clauses.isEmpty ? nil : clauses
    entry.corpus = corpus
    print("\(try HuntLedger(path: ledger, replacing: context.replacement).add(entry))")
  }

  private func tally<C>(
    _ contract: C, seed: UInt64, _ early: EarlyFinds<C>,
    again: @escaping @Sendable (Int, String) -> String
  ) throws(InputError) -> Hunt<C>.Tally {
    let hunt = Hunt(
      contract, seed: seed, firstNumber: range.first,
      limit: range.cases.map { .cases($0) } ?? .seconds(time ?? Self.defaultSeconds),
      workerCount: workers, again: again)
    if let reason = ThreadSupply.refusal(of: hunt.threadCount) {
      throw .input(
        "cannot start \(hunt.threadCount) threads: \(reason), expected that a hunt can start as "
          + "many; end other processes or raise the limit (ulimit -u)")
    }
    let showsProgress = !progress.noProgress
    defer { if showsProgress { StandardError.erase() } }
    return try InputError.wrap("a case of seed \(seed) cannot be made: ") {
      try hunt.run { event in
        if case .found(let number, let find) = event { early.note(find, number) }
        HuntText.show(event, showsProgress: showsProgress, again: again)
      }
    }
  }

  /// The command that runs a case again on one participant; on all of them for what they share.
  private func again(
    seed: UInt64, _ hunted: [Hunted]
  ) -> @Sendable (Int, String) -> String {
    let program = context.shown
    let arguments = Dictionary(hunted.map { ($0.id, $0.arguments) }) { $1 }
    let contract =
      (ranked ? ["--ranked"] : boxes ? ["--boxes"] : []) + clauses.flatMap { ["--clause", $0] }
      + (corpus.map { ["--corpus", $0] } ?? [])
    // Another number of rows makes another case.
    let size = range.rows == HuntCase.rowLimit ? [] : ["--rows", "\(range.rows)"]
    return { number, subject in
      let whom = contract + (arguments[subject] ?? [])
      return program.command(
        ["hunt", "--seed", "\(seed)", "--first", "\(number)", "--cases", "1"] + size + whom)
    }
  }

  /// The store of finds: by default the project's folder if the current folder is within it, else
  /// one below the current folder, because users of a package must not write into its checkout.
  private var store: HuntStore {
    let project = ProjectFolder.aroundCurrentFolder.map { "\($0)/Fixtures/regressions" }
    return HuntStore(
      folder: regressions ?? project ?? "regressions", replacing: context.replacement)
  }

  private func earlyFinds<C: Contract>(of contract: C, seed: UInt64) -> EarlyFinds<C> {
    let store = store
    return EarlyFinds { find, number in
      let about = "Found by a hunt with seed \(seed), case \(number); not shrunk."
      // If it cannot be stored, storing the small one will report the error.
      guard
        let path = try? StoredFind(find, of: contract).map({ try store.store($0, about: about) })
      else { return nil }
      StandardError.write("  stored unshrunk: \(path)")
      return path
    }
  }

  /// Stores a find that can be reproduced, and says how; the find itself weighs more than a failure
  /// to store it.
  ///
  /// - Returns: the path of its file; nil if there is none.
  private func keep<C>(
    _ find: Find<C>, of contract: C, about: String, _ hunted: [Hunted]
  ) -> String? {
    do throws(InputError) {
      let stored = try InputError.wrap("cannot store the find: ") {
        try StoredFind(find, of: contract)
      }
      guard let stored else { return nil }
      print("  clauses: \(stored.clauses.joined(separator: ", "))")
      let path = try store.store(stored, about: about)
      print("  stored: \(path)")
      var words = ["verify", path]
      if let one = hunted.first(where: { $0.id == find.subject.id }) {
        words += one.arguments
        words += find.subject.options.flatMap { ["--matcher-option", $0] }
      }
      print("  replay: \(context.shown.command(words))")
      return path
    } catch {
      StandardError.write(error)
      return nil
    }
  }

  /// Returns those that answered nothing, and prints a line about each: they were not
  /// examined, whatever the verdict.
  private func idle<C>(
    _ tally: Hunt<C>.Tally, _ hunted: [Hunted]
  ) throws(InputError) -> [Hunted] {
    let idle = hunted.filter { !tally.answering.contains($0.id) }
    guard tally.answerCount > 0 else {
      throw .unanswered(
        by: idle.map(\.id), "none of \(QuantityFormat.counted(tally.caseCount, "case"))")
    }
    for participant in idle {
      StandardError.write(
        participant.isAskedFor
          ? "matchmark: \(participant.id) was asked for and answered nothing in "
            + "\(QuantityFormat.counted(tally.caseCount, "case")), expected at least one answer; "
            + "examine more cases, or declare more of what it can do"
          : "warning: \(participant.id) answered nothing")
    }
    return idle
  }
}

/// One that is hunted, and the arguments that ask for it alone.
struct Hunted {
  let id: String
  let isAskedFor: Bool
  let arguments: [String]
}

struct HuntRange: ParsableArguments {
  @Option(help: "Hunt through this many cases.", transform: NumberRange.huntCases.whole)
  var cases: Int?

  @Option(help: "The number of the first case.", transform: NumberRange.huntFirst.whole)
  var first = 0

  @Option(
    help: "The maximum number of rows in a case; small cases are faster.",
    transform: NumberRange.huntRows.whole)
  var rows = HuntCase.rowLimit

  /// True if no option sets the range.
  var isAll: Bool { cases == nil && first == 0 && rows == HuntCase.rowLimit }
}
