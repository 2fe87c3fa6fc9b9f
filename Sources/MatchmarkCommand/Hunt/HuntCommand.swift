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
    abstract: "Hunt for wrong or slow answers with random rows, profiles and typing sessions.",
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
      answers. With --slow, matchers are asked keystrokes that are changed again and again to \
      take longer; one that takes more than its budget, whenever it is repeated, ends the hunt \
      with exit code 3.

      Examples:
        matchmark hunt --time 10s
        matchmark hunt --cases 2000 --seed 7 -e inverted-index
        matchmark hunt --time 10s -e python-plain
        matchmark hunt --time 10s --profile titles-word -e inverted-index
        matchmark hunt --ranked --time 10s
        matchmark hunt --ranked --time 10s --corpus countries -e fuzzy
        matchmark hunt --boxes --time 10s
        matchmark hunt --slow --time 10s --budget 8.33ms
      """)

  @OptionGroup var participants: ParticipantOptions

  @Flag(help: "Hold rankers to the laws of ranking; -e names rankers.")
  var ranked = false

  @Flag(help: "Hold search boxes to the contract of late answers; -e names boxes.")
  var boxes = false

  @Flag(help: "Hunt for keystrokes that take longer than their budget.")
  var slow = false

  @Option(
    help: """
      The most time of a keystroke: \(KeystrokeBudget.expectation), where 'scan' is the scan's \
      time for the same keystroke, and 'p99' that of typing sessions over the same rows; only with \
      --slow. (default: \(KeystrokeBudget.usual), and \(KeystrokeBudget.ofEngines) for engines)
      """, transform: Self.budget)
  var budget: KeystrokeBudget?

  @Option(
    name: .customLong("clause"),
    help: """
      Only this clause, such as F7 or A1; repeat for several. Only with --ranked or --boxes.
      """)
  var clauses: [String] = []

  @Option(
    help: """
      Draw the lists from these rows, from the column that a ranked search has, or search these \
      rows: a file, a fixture or a generator with a size; only with --ranked or --slow.
      """, completion: NameCompletion.corpora)
  var corpus: String?

  @Option(
    help: """
      Search the random rows as this profile does, rather than in every way: with its modes, \
      folding, terms and kinds of filters. A built-in profile or a YAML file; for matchers only.
      """, completion: NameCompletion.profiles)
  var profile: String?

  @Option(
    help: "Hunt for this long, such as 30s. Without this and --cases, 60s.",
    transform: NumberRange.huntTime.number)
  var time: Double?

  @Flag(help: ArgumentHelp("Time keystrokes even with a debug build.", visibility: .hidden))
  var allowDebug = false

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
    if corpus != nil, !ranked, !slow {
      throw ValidationError("got --corpus without --ranked or --slow, expected one of them")
    }
    if budget != nil, !slow {
      throw ValidationError("got --budget without --slow, expected both")
    }
    if slow, workers ?? 1 > 1 {
      throw ValidationError("got --workers with --slow, which times one keystroke after the other")
    }
    if !clauses.isEmpty, !ranked, !boxes {
      throw ValidationError("got --clause alone, expected --ranked or --boxes with it")
    }
    let known = ranked ? Ranking.clauseIDs : LateAnswers.clauseIDs
    if let unknown = clauses.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "got --clause \(unknown), expected one of \(known.joined(separator: ", "))")
    }
    if kinds.count > 1 {
      throw ValidationError("got \(kinds.joined(separator: " and ")), expected one of them")
    }
    if let other = kinds.first {
      if coverage {
        throw ValidationError("got --coverage with \(other), which reaches no forms of matchers")
      }
    }
    if let kind = kinds.first, profile != nil {
      throw ValidationError("got --profile with \(kind), expected it for matchers alone")
    }
    if boxes, range.rows != nil {
      throw ValidationError("got --rows with --boxes, whose schedules have no rows of their own")
    }
    if ranked, let rows = range.rows, rows > Ranking.rowLimit {
      throw ValidationError(
        "got --rows \(rows) with --ranked, expected at most \(Ranking.rowLimit)")
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
    if slow {
      try DebugBuild.refuse(unless: allowDebug)
      return try huntSlow()
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
    let profile = try huntedProfile()
    try hunt(hunted(installed)) {
      Matching(installed, rowLimit: rowLimit, profile: profile)
    }
  }

  private func huntSlow() throws {
    // Code as an app would write it has no index, and everyone knows that it is slow.
    let installed = try participants.installed().filter { $0.isAskedFor || !$0.isAppCode }
    let contract = Speed(
      installed, scan: try context.catalog.scan(), budget: budget, rowLimit: rowLimit,
      own: try searchedRows(), program: context.invocation.program)
    for budget in contract.subjects.map(\.budget).uniqued {
      let ids = contract.subjects.filter { $0.budget == budget }.map(\.id)
      print("a keystroke may take \(budget): \(ids.joined(separator: ", "))")
    }
    try hunt(hunted(installed)) { contract }
  }

  private static func budget(_ text: String) throws -> KeystrokeBudget {
    guard let budget = KeystrokeBudget(text) else {
      throw ValidationError("got --budget \(text), expected \(KeystrokeBudget.expectation)")
    }
    return budget
  }

  /// The options that choose what is hunted; none for wrong answers of matchers.
  private var kinds: [String] {
    (ranked ? ["--ranked"] : []) + (boxes ? ["--boxes"] : []) + (slow ? ["--slow"] : [])
  }

  /// The maximum number of rows of a case; the schedules of boxes have none.
  private var rowLimit: Int {
    if boxes { return 0 }
    let usual = ranked ? Ranking.rowLimit : slow ? Speed.rowLimit : HuntCase.rowLimit
    return range.rows ?? usual
  }

  private func hunted(_ installed: [Participant]) -> [Hunted] {
    installed.map { participant in
      Hunted(
        id: participant.id, isAskedFor: participant.isAskedFor,
        arguments: participants.arguments(for: participant.id))
    }
  }

  private func hunted(_ ids: [String], own: [String]) -> [Hunted] {
    ids.map { id in
      Hunted(
        id: id, isAskedFor: participants.asksFor(id, own: own),
        arguments: participants.arguments(for: id))
    }
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
      let lines =
        HuntText.clauses(tally, of: contract) + HuntText.smells(tally) + HuntText.extremes(tally)
      for line in lines { print("\(line)") }
      try add(tally, of: contract, seed: seed, hunted)
      let idle = try idle(tally, hunted)
      print("\(HuntText.verdict(tally, seed: seed))")
      try result.show(HuntSummary(tally, seed: seed, first: range.first))
      return try (!idle.contains(where: \.isAskedFor) ? Verdict.right : .notComparable).end()
    }
    for line in HuntText.lines(find) { print(colour.style.wrong(line)) }
    for line in contract.notes(on: find) { print("  \(line)") }
    if tally.isCutShort { print("  \(HuntText.cutShort)") }
    print("  again: \(again(number, find.subject.id))")
    var about = "Found by a hunt with seed \(seed), case \(number)."
    // A file of cases has no other place for the measured times.
    if slow { about += " \(HuntText.lines(find)[0])" }
    let kept = keep(find, of: contract, about: about, hunted)
    if let kept { early.remove(except: kept) }
    try add(tally, of: contract, seed: seed, hunted, storedAt: kept)
    print("\(HuntText.verdict(tally, seed: seed))")
    try result.show(HuntSummary(tally, seed: seed, first: range.first, storedAt: kept))
    if case .failure = find { try ExitStatus.engine.end() }
    try (slow ? ExitStatus.slower : .wrongAnswers).end()
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
    (entry.corpus, entry.profile) = (corpus, profile)
    print("\(try HuntLedger(path: ledger, replacing: context.replacement).add(entry))")
  }

  private func tally<C>(
    _ contract: C, seed: UInt64, _ early: EarlyFinds<C>,
    again: @escaping @Sendable (Int, String) -> String
  ) throws(InputError) -> Hunt<C>.Tally {
    let hunt = Hunt(
      contract, seed: seed, firstNumber: range.first,
      limit: range.cases.map { .cases($0) } ?? .seconds(time ?? Self.defaultSeconds),
      workerCount: slow ? 1 : workers, again: again)
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
    let rows =
      (corpus.map { ["--corpus", $0] } ?? []) + (profile.map { ["--profile", $0] } ?? [])
    let limit = budget.map { ["--budget", $0.description] } ?? []
    let others = kinds + clauses.flatMap { ["--clause", $0] } + rows + limit
    // Another number of rows makes another case.
    let size = range.rows.map { ["--rows", "\($0)"] } ?? []
    return { number, subject in
      let whom = others + (arguments[subject] ?? [])
      return program.command(
        ["hunt", "--seed", "\(seed)", "--first", "\(number)", "--cases", "1"] + size + whom)
    }
  }

  /// Returns those that answered nothing, and prints a line about each: they were not
  /// examined, whatever the verdict.
  private func idle<C>(
    _ tally: Hunt<C>.Tally, _ hunted: [Hunted]
  ) throws(InputError) -> [Hunted] {
    let idle = hunted.filter { !tally.answering.contains($0.id) }
    let cases = QuantityFormat.counted(tally.caseCount, "case")
    let isOfEveryProfile = kinds.isEmpty && profile == nil
    let advice = isOfEveryProfile ? "name a profile that it has with --profile" : nil
    guard tally.answerCount > 0 else {
      let reason = idle.first.flatMap { tally.declineReasons[$0.id] }
      throw .unanswered(
        by: idle.map(\.id), "none of \(cases)",
        reason: reason.map { $0 + (advice.map { "; \($0)" } ?? "") } ?? advice)
    }
    for participant in idle {
      let reason = tally.declineReasons[participant.id].map { " (\($0))" } ?? ""
      let complaint =
        participant.isAskedFor
        ? "matchmark: \(participant.id) was asked for and answered nothing in \(cases)\(reason), "
          + "expected at least one answer; examine more cases, or "
          + (advice ?? "declare more of what it can do")
        : "warning: \(participant.id) answered nothing\(reason)"
      StandardError.write("\(complaint)")
    }
    return idle
  }
}
