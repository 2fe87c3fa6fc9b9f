import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSession
import MatchmarkSystem
import Synchronization

/// Compares every contender's answers with the right ones, for every keystroke, before any timing.
///
/// The oracle answers as many keystrokes as its time allows: first one of each kind and of each
/// length, then others drawn by seed. On the rest, the exact contenders must agree; if they do not,
/// or if only one answered, the oracle is asked after all. Where each ranker has its own order, no
/// oracle is asked: see `Verification+Laws.swift`.
struct Verification {
  let cell: LoadedCell
  let oracle: Oracle
  let effort: Effort
  let ledger: DivergenceLedger
  private let program: ShownProgram
  /// The agreed answer to each keystroke; nil until one is agreed.
  private(set) var expected: [Answer?]
  /// The keystrokes that the oracle answered.
  private(set) var askedOracle: Set<Int> = []
  /// The time during which it was asked.
  private(set) var oracleNanoseconds: UInt64 = 0
  /// The number of answers that were held to the laws of ranking.
  var lawCount = 0

  init(_ cell: LoadedCell, of plan: Plan) throws(CorpusError) {
    self.cell = cell
    effort = plan.suite.effort
    ledger = plan.ledger
    program = plan.program
    oracle = try Oracle(corpus: cell.corpus.corpus, profile: cell.corpus.profile)
    expected = Array(repeating: nil, count: cell.workload.keystrokes.count)
  }

  var corpus: FoldedCorpus { cell.corpus }
  var workload: Workload { cell.workload }

  /// - Parameter built: the time that building took, if the oracle may take its share of the cell's
  ///   time; otherwise it is asked no more than in any case.
  mutating func verify(
    _ contenders: inout [Contender], seed: UInt64, built: UInt64? = nil, deliveryCount: Int = 0
  ) throws(QueryError) {
    let cost = sample(&contenders, seed: seed)
    let allowance = built.map { built in
      effort.oracleNanoseconds(besides: built, cost, deliveryCount: deliveryCount)
    }
    try askOracle(seed: seed, until: allowance.map { MonotonicClock.now() + $0 } ?? 0)
    var answer = Answer()
    for index in workload.keystrokes.indices {
      try verify(&contenders, keystroke: index, scratch: &answer)
    }
    for position in contenders.indices {
      contenders[position].skipIfIdle()
      verifyDeclarations(&contenders[position], seed: seed)
    }
    holdToLaws(&contenders, seed: seed, until: MonotonicClock.now() + (allowance ?? 0))
    askAgain(&contenders)
  }

  /// Asks the oracle one keystroke of each kind and of each length, then as many as its bound
  /// allows in any case, then others until a deadline.
  mutating func askOracle(seed: UInt64, until deadline: UInt64 = 0) throws(QueryError) {
    guard corpus.profile.rank != .own else { return }
    let order = SampleOrder(workload.keystrokes, seed: seed).covering(workload.keystrokes)
    let least = max(order.coverCount, effort.oracleQueryCount(over: corpus))
    var left = order.positions[...]
    while !left.isEmpty, askedOracle.count < least || MonotonicClock.now() < deadline {
      try askOracle(Array(left.prefix(Self.oracleCount)))
      left = left.dropFirst(Self.oracleCount)
    }
  }

  /// The number of keystrokes that the oracle answers at the same time: nothing is timed meanwhile.
  private static let oracleCount = min(MachineFacts.coreCount, 8)

  private mutating func askOracle(_ indices: [Int]) throws(QueryError) {
    let start = MonotonicClock.now()
    let (oracle, queries) = (oracle, indices.map { workload.keystrokes[$0].query })
    let answers = Mutex<[Int: Result<Answer, QueryError>]>([:])
    DispatchQueue.concurrentPerform(iterations: queries.count) { index in
      let answer = Result { () throws(QueryError) in try oracle.answer(to: queries[index]) }
      answers.withLock { $0[index] = answer }
    }
    for (position, index) in indices.enumerated() {
      expected[index] = try answers.withLock { $0[position] }?.get()
      askedOracle.insert(index)
    }
    oracleNanoseconds += MonotonicClock.now() - start
  }

  static func sample(of count: Int, taking limit: Int, seed: UInt64, stream: String) -> [Int] {
    var generator = SeededGenerator(seed: seed, stream: stream)
    var indices = Array(0..<count)
    generator.shuffle(&indices)
    return indices.prefix(limit).sorted()
  }

  // MARK: Slow contenders

  /// Finds the contenders for which a round of all keystrokes would exceed its bound.
  ///
  /// They are timed on the same sample of keystrokes, small enough for the slowest of them; code
  /// that an app would contain has a part of it for itself, so that it makes no other sample small.
  /// They are checked on all keystrokes, or on as many as the bound for slow ones allows: up to it,
  /// what is found wrong does not depend on how busy the machine is.
  ///
  /// - Returns: the seconds that checking and timing all contenders are expected to take.
  private func sample(_ contenders: inout [Contender], seed: UInt64) -> CellCost {
    var costs = CellCost()
    let count = workload.keystrokes.count
    var slow: [(position: Int, cost: Double, own: Int)] = []
    var size = count
    for position in contenders.indices where contenders[position].isAnswering {
      contenders[position].answers.keystrokes = Set(0..<count)
      let cost = probe(&contenders[position], seed: seed)
      guard contenders[position].isAnswering, cost * Double(count) > effort.roundSeconds else {
        costs.add(cost, checked: count, timed: count * effort.roundCount(isSampled: false))
        continue
      }
      let affordable = Int(effort.roundSeconds / max(cost, 1e-9))
      let isAppCode = contenders[position].participant.isAppCode
      slow.append((position, cost, isAppCode ? max(Self.smallestAppSample, affordable) : count))
      if !isAppCode { size = min(size, max(Self.smallestSample, affordable)) }
    }
    let positions = SampleOrder(workload.keystrokes, seed: seed).positions
    for (position, cost, own) in slow {
      let size = min(size, own)
      let checked = min(count, max(effort.slowRowTests / max(1, corpus.rowCount), size))
      let isSampled = size < count
      costs.add(cost, checked: checked, timed: size * effort.roundCount(isSampled: isSampled))
      guard isSampled else { continue }
      contenders[position].record.isSampled = true
      contenders[position].answers.keystrokes = Set(positions.prefix(checked))
      contenders[position].answers.sample = Set(positions.prefix(size))
    }
    return costs
  }

  private static let smallestSample = 8
  private static let smallestAppSample = 2

  /// Returns the seconds per keystroke, the median of a few without filters if there are any, and
  /// notes the time of the cold first key.
  ///
  /// If they seem slow, others are asked, too: code that runs for the first time may be slower than
  /// in a round.
  private func probe(_ contender: inout Contender, seed: UInt64) -> Double {
    // Browsing, or searching a filtered list, can cost far less than most keystrokes do.
    let plain = workload.keystrokes.indices.filter {
      let query = workload.keystrokes[$0].query
      return !query.text.isEmpty && query.tokens.isEmpty && query.scope == nil
    }
    let asked = plain.isEmpty ? Array(workload.keystrokes.indices) : plain
    func probes(_ stream: String) -> [Int] {
      Self.sample(of: asked.count, taking: Self.probeCount, seed: seed, stream: stream)
        .map { asked[$0] }
    }
    let cold = seconds(of: [0] + probes("probe"), &contender)
    let median = Quantile.median(cold) ?? 0
    guard median * Double(workload.keystrokes.count) > effort.roundSeconds,
      cold.reduce(0, +) < effort.roundSeconds * Self.secondProbeShare
    else { return median }
    // Not the same ones, which a participant may remember.
    let warm = seconds(of: probes("second-probe"), &contender)
    return min(median, Quantile.median(warm) ?? median)
  }

  /// Returns the seconds for each of the keystrokes, as many as a round has time for; the very
  /// first key of a participant is noted instead.
  private func seconds(of keystrokes: [Int], _ contender: inout Contender) -> [Double] {
    var answer = Answer()
    var seconds: [Double] = []
    for index in keystrokes where index < workload.keystrokes.count {
      guard let given = contender.answer(in: ask(contender, index, into: &answer)) else {
        continue
      }
      if contender.answers.coldFirstKey == nil {
        contender.answers.coldFirstKey = Double(max(given.nanoseconds, 0))
      } else {
        seconds.append(Double(given.wallNanoseconds) / 1e9)
      }
      if seconds.reduce(0, +) > effort.roundSeconds { break }
    }
    return seconds
  }

  private static let probeCount = 9
  /// The share of a round up to which the first keystrokes are followed by others.
  private static let secondProbeShare = 0.1

  /// Asks a keystroke once for all rows, with matcher and keystroke named in case of a crash.
  func ask(
    _ contender: Contender, _ index: Int, into answer: inout Answer
  ) -> Reply? {
    let query = workload.keystrokes[index].query
    CrashNote.set(
      contender.participant.id, "at keystroke \(index + 1) of \(cell.plan.id)",
      again: cell.plan.replay(of: contender.participant).line(query, of: program),
      advice: "if it answers that, earlier queries matter: run the same command again with "
        + ShellWord.line(ShellWord.option("--filter", cell.plan.id)))
    defer { CrashNote.clear() }
    var window = TimedWindow()
    return contender.open?.ask(
      query, delivering: nil, repetitions: 1, in: &window, into: &answer)
  }

  // MARK: One keystroke

  private mutating func verify(
    _ contenders: inout [Contender], keystroke index: Int, scratch: inout Answer
  ) throws(QueryError) {
    var answers: [(contender: Int, answer: Answer)] = []
    func collect(_ position: Int) {
      // A matcher that leaves the buffer as it is, or adds to it, must not be right because of
      // another's answer.
      scratch.reset(rowCount: corpus.rowCount)
      scratch.insertAll()
      let reply = ask(contenders[position], index, into: &scratch)
      if case .skipped(let reason) = reply { contenders[position].decline(index, reason: reason) }
      guard let given = contenders[position].answer(in: reply) else { return }
      answers.append((position, scratch))
      contenders[position].answers.nanoseconds[index] = given.nanoseconds
      contenders[position].spend(given.wallNanoseconds, on: workload.keystrokes[index].eventClass)
    }
    for position in contenders.indices
    where contenders[position].isAnswering
      && contenders[position].answers.keystrokes.contains(index)
    {
      collect(position)
    }
    if expected[index] == nil, corpus.profile.rank == nil,
      answers.count(where: { contenders[$0.contender].isWitness }) == 1,
      let position = contenders.firstIndex(where: { $0.isSpareWitness(of: index) })
    {
      // The oracle would have to be asked otherwise, and even a slow matcher answers sooner.
      contenders[position].answers.keystrokes.insert(index)
      collect(position)
    }
    if corpus.profile.rank == .own {
      for (position, answer) in answers { contenders[position].answers.take(answer, to: index) }
      return
    }
    try settle(index, answers.filter { contenders[$0.contender].isWitness }.map(\.answer))
    guard let expected = expected[index] else { return }
    for (position, answer) in answers {
      contenders[position].answers.checkedCount += 1
      if corpus.profile.rank != nil {
        contenders[position].answers.compareTops(of: answer, with: expected)
      }
      hold(&contenders[position], to: expected, keystroke: index, answer: answer)
    }
  }

  /// Settles the answer to a keystroke that the oracle has not answered.
  ///
  /// The oracle of a ranked search fills a matrix for each row, so that it is not asked beyond its
  /// share: an answer that no other ranker gives is not checked then.
  private mutating func settle(_ index: Int, _ answers: [Answer]) throws(QueryError) {
    guard expected[index] == nil else { return }
    expected[index] = Self.agreement(of: answers)
    if expected[index] == nil, corpus.profile.rank == nil { try askOracle([index]) }
  }

  /// The answer that all exact contenders give; nil if they differ, or if only one has answered.
  private static func agreement(of answers: [Answer]) -> Answer? {
    guard let first = answers.first, answers.count > 1, first.isCountRight,
      answers.allSatisfy({ $0 == first })
    else { return nil }
    return first
  }

  /// The right answer to a query that is not in the workload: that of all exact contenders, else
  /// the oracle's.
  func agreed(_ answers: [Answer], on query: SearchQuery) throws(QueryError) -> Answer {
    if let agreed = Self.agreement(of: answers) { return agreed }
    return try oracle.answer(to: query)
  }

  /// Compares what was delivered in the timed window with the agreed answer, or with that of a
  /// ranker in an order of its own when it was first asked.
  func hold(_ contender: inout Contender, to index: Int, _ given: TimedAnswer, _ answer: Answer) {
    guard let expected = contender.answers.own[index] ?? expected[index] else { return }
    guard given.part != nil else {
      return hold(&contender, to: expected, keystroke: index, answer: answer)
    }
    guard let wrong = Self.difference(contender, to: expected, given, answer) else { return }
    failure(&contender, keystroke: index, wrong.difference, row: wrong.row)
  }

  /// The difference between a delivered answer and the right one, and the lowest row in question;
  /// nil if there is none.
  static func difference(
    _ contender: Contender, to expected: Answer, _ given: TimedAnswer, _ answer: Answer
  ) -> (difference: String, row: Int)? {
    let isExact = contender.record.isExact
    if let part = given.part { return part.contradiction(to: expected, isExact: isExact) }
    return Judge(.set(expected), isExact: isExact).difference(of: answer).map {
      ($0.description, $0.firstRow)
    }
  }

  private func hold(
    _ contender: inout Contender, to expected: Answer, keystroke index: Int, answer: Answer
  ) {
    // Without text, other code than the search may show the list.
    if workload.keystrokes[index].query.text.contains(where: { !$0.isWhitespace }) {
      contender.answers.wrong.note(rowCount: answer.count)
    }
    let judge = Judge(.set(expected), isExact: contender.record.isExact)
    guard let difference = judge.difference(of: answer) else {
      // Another profile does not explain another order.
      guard corpus.profile.rank == nil else { return }
      contender.answers.wrong.contrast { refutation(of: $0, by: answer, to: index) }
      return
    }
    let isRepeated = contender.answers.own[index] != nil
    failure(
      &contender, keystroke: index,
      (isRepeated ? "it answers otherwise than before: " : "") + difference.description,
      row: difference.firstRow)
    guard contender.answers.diverged[index] == nil, corpus.profile.rank == nil else { return }
    let cut = CutAnswer(rowCount: answer.count, difference)
    contender.answers.wrong.examine(cut) { remedies in
      explanation(of: answer, to: index, expected: expected, among: remedies)
    }
  }

  /// Voids a contender for its answer to a keystroke, unless the ledger covers that.
  ///
  /// - Parameter row: the lowest row on which it disagrees.
  func failure(
    _ contender: inout Contender, keystroke index: Int, _ difference: String, row: Int
  ) {
    let entry = workload.keystrokes[index]
    let covering = ledger.position(
      covering: entry.query, of: contender.participant.id, profile: corpus.profile.name)
    if let covering {
      contender.answers.diverged[index] = covering
      return
    }
    contender.answers.wrong.keystrokes.insert(index)
    contender.void(
      "keystroke \(index + 1): \(difference)",
      Counterexample(
        keystroke: index, query: entry.query, eventClass: entry.eventClass,
        difference: difference, firstRow: row, firstRowText: text(of: row),
        replay: cell.plan.replay(of: contender.participant)))
  }

  /// The use of the ledger's entries about this contender; nil if there are none.
  ///
  /// A failed contender allows no conclusion: it might have diverged later.
  func ledgerUses(of contender: Contender) -> [LedgerUse]? {
    let status = contender.record.status
    guard status == .verified || status == .voided else { return nil }
    let uses = ledger.entries.enumerated().compactMap { position, entry in
      let asked = workload.keystrokes.indices.filter { index in
        entry.engine == contender.participant.id
          && entry.covers(workload.keystrokes[index].query, profile: corpus.profile.name)
          && contender.answers.keystrokes.contains(index)
          && !contender.answers.declined.contains(index)
      }
      return asked.isEmpty
        ? nil
        : LedgerUse(
          entry: position, askedCount: asked.count,
          divergedCount: asked.count { contender.answers.diverged[$0] == position })
    }
    return uses.isEmpty ? nil : uses
  }

  /// The texts of a row that are searched, which an answer may have invented.
  func text(of row: Int) -> String {
    guard row < corpus.rowCount else { return "(beyond the corpus)" }
    return corpus.profile.textFields.indices.map { corpus.text(row: row, field: $0) }
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
