import Foundation
package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkSystem
import Synchronization

/// A hunt: random cases from a seed until the time is up, the cases are done, or one of them
/// shows a disagreement.
package struct Hunt: Sendable {
  /// When to stop if nothing is found.
  package enum Limit: Sendable {
    case seconds(Double)
    case cases(Int)
  }

  /// How far a hunt has got.
  package struct Tally: Sendable {
    package var caseCount = 0
    package var answerCount = 0
    package var answering: Set<String> = []
    /// How often each form of a structure was reached, over a part of the answers.
    package var forms = FormCounts()
    package var nanoseconds: UInt64 = 0
    /// The find of the lowest case, and its number.
    package var find: HuntFind?
    package var foundAt: Int?
    /// Whether shrinking it ended because its time was up; a smaller case may then exist.
    package var isCutShort = false
    /// How long the hunt had run when the find was seen; shrinking it comes later.
    package var nanosecondsToFind: UInt64?
    /// The resident bytes of the process, about once a second; empty if the system does not
    /// report them.
    package var residentSizesInBytes: [UInt64] = []

    package init() {}

    /// The largest resident size in each half of the hunt; nil before there are two.
    ///
    /// A hunt that leaks something in every case has more in its second half.
    package var residentHalves: (first: UInt64, second: UInt64)? {
      let middle = residentSizesInBytes.count / 2
      guard let first = residentSizesInBytes.prefix(middle).max(),
        let second = residentSizesInBytes.dropFirst(middle).max()
      else { return nil }
      return (first, second)
    }

    /// Compared answers per minute, until the find.
    package var answersPerMinute: Double {
      let nanoseconds = nanosecondsToFind ?? nanoseconds
      return nanoseconds == 0 ? 0 : Double(answerCount) * 60e9 / Double(nanoseconds)
    }
  }

  /// What a hunt reports to its observer, from any thread.
  package enum Event: Sendable {
    /// A matcher is being built and asked in a case.
    case asking(number: Int, matcher: String)
    /// A matcher is wrong again when asked the same; the disagreement before it is shrunk, which
    /// may crash a matcher that corrupts memory.
    case found(number: Int, Disagreement)
    /// Sent about once a second.
    case progress(Tally)
    /// A matcher is wrong in a case, described in words; shrinking that takes time.
    case seen(number: Int, matcher: String, String)
    /// A case has lasted for ``patienceInSeconds``, with this matcher; reported once.
    case stuck(number: Int, matcher: String)
  }

  /// A case that takes longer is reported; a matcher that never answers would never end one.
  package static let patienceInSeconds = 30

  private let hunter: Hunter
  private let seed: UInt64
  private let firstNumber: Int
  private let rowLimit: Int
  private let limit: Limit
  private let workerCount: Int
  private let patienceInSeconds: Int
  private let again: @Sendable (_ number: Int, _ matcher: String) -> String

  /// - Parameters:
  ///   - rowLimit: the most rows of a case, ``HuntCase/rowLimit`` at most.
  ///   - workerCount: how many cases are examined at a time; by default one per core.
  ///   - again: the command that examines a case again, with one matcher; printed if that crashes
  ///     the process.
  package init(
    _ hunter: Hunter, seed: UInt64, firstNumber: Int = 0, rowLimit: Int = HuntCase.rowLimit,
    limit: Limit, workerCount: Int? = nil, patienceInSeconds: Int = patienceInSeconds,
    again: @escaping @Sendable (_ number: Int, _ matcher: String) -> String
  ) {
    self.hunter = hunter
    self.seed = seed
    self.firstNumber = firstNumber
    self.rowLimit = rowLimit
    self.limit = limit
    self.workerCount = max(1, workerCount ?? MachineFacts.coreCount)
    self.patienceInSeconds = patienceInSeconds
    self.again = again
  }

  /// The number of threads that it needs besides the calling one: no more workers than cores run
  /// at a time, one more thread watches them, and one more keeps the time.
  package var threadCount: Int { min(workerCount, MachineFacts.coreCount) + 2 }

  /// Which cases are examined depends on the number of workers only if time is the limit.
  ///
  /// - Throws: ``CorpusError`` for a case that is itself invalid.
  package func run(observe: @escaping @Sendable (Event) -> Void) throws(CorpusError) -> Tally {
    let titles = try HuntTitles(seed: seed)
    let board = HuntBoard(from: firstNumber, limit)
    let watch = board.watch(patienceInSeconds: patienceInSeconds) { number, matcher in
      observe(.stuck(number: number, matcher: matcher))
    }
    defer { watch.cancel() }
    DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
      while let number = board.take() {
        let outcome = examine(number, titles, board, observe)
        if let tally = board.enter(outcome, number) { observe(.progress(tally)) }
      }
    }
    return try board.result().get()
  }

  private func examine(
    _ number: Int, _ titles: HuntTitles, _ board: HuntBoard, _ observe: (Event) -> Void
  ) -> Result<HuntOutcome, CorpusError> {
    defer { LastWords.clear() }
    return Result { () throws(CorpusError) in
      let huntCase = try HuntCase(seed: seed, number: number, rowLimit: rowLimit, titles: titles)
      return try hunter.examine(huntCase) { event in
        board.note(event)
        if case .asking(_, let matcher) = event {
          LastWords.set(matcher, "in case \(number)", again: again(number, matcher))
        }
        observe(event)
      }
    }
  }
}

/// The shared state of a hunt's workers.
final class HuntBoard: Sendable {
  private let state: Mutex<State>
  private let first: Int
  private let limit: Hunt.Limit
  private let start = MonotonicClock.now()

  init(from first: Int, _ limit: Hunt.Limit) {
    self.first = first
    self.limit = limit
    state = Mutex(State(next: first))
  }

  private struct State {
    var next: Int
    var tally = Hunt.Tally()
    var failure: CorpusError?
    var lastShown: UInt64 = 0
    /// The cases that are being examined, by number.
    var running: [Int: RunningCase] = [:]
  }

  private struct RunningCase {
    let start = MonotonicClock.now()
    var matcher: String?
    /// Whether its duration needs no further report.
    var isTold = false
  }

  /// The number of the next case; nil if nothing is left to do.
  func take() -> Int? {
    state.withLock { state in
      // The cases before a find are already being examined: the lowest one is reported.
      guard state.tally.foundAt == nil, state.failure == nil else { return nil }
      switch limit {
      case .cases(let count): if state.next - first >= count { return nil }
      case .seconds(let seconds):
        if Double(MonotonicClock.now() - start) >= seconds * 1e9 { return nil }
      }
      state.running[state.next] = RunningCase()
      state.next += 1
      return state.next - 1
    }
  }

  func note(_ event: Hunt.Event) {
    state.withLock { state in
      switch event {
      case .asking(let number, let matcher): state.running[number]?.matcher = matcher
      case .seen(let number, _, _), .found(let number, _): state.running[number]?.isTold = true
      case .progress, .stuck: break
      }
    }
  }

  /// Enters an outcome; returns the tally if it is time to show it.
  func enter(_ outcome: Result<HuntOutcome, CorpusError>, _ number: Int) -> Hunt.Tally? {
    state.withLock { state in
      state.running[number] = nil
      state.tally.caseCount += 1
      state.tally.nanoseconds = MonotonicClock.now() - start
      switch outcome {
      case .failure(let error): state.failure = error
      case .success(let outcome): state.tally.add(outcome, number, since: start)
      }
      guard state.tally.nanoseconds - state.lastShown >= 1_000_000_000 else { return nil }
      state.lastShown = state.tally.nanoseconds
      if let size = ProcessMemory.residentSizeInBytes() {
        state.tally.residentSizesInBytes.append(size)
      }
      return state.tally
    }
  }

  func result() -> Result<Hunt.Tally, CorpusError> {
    state.withLock { state in
      state.tally.nanoseconds = MonotonicClock.now() - start
      return state.failure.map(Result.failure) ?? .success(state.tally)
    }
  }

  /// Reports each case once if it takes too long, until cancelled.
  func watch(
    patienceInSeconds: Int, tell: @escaping @Sendable (_ number: Int, _ matcher: String) -> Void
  ) -> any DispatchSourceTimer {
    // A separate queue gets a thread even if all others are busy.
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "hunt-watch"))
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [self] in
      for (number, matcher) in takeStuck(after: UInt64(patienceInSeconds) * 1_000_000_000) {
        tell(number, matcher)
      }
    }
    timer.resume()
    return timer
  }

  private func takeStuck(after nanoseconds: UInt64) -> [(number: Int, matcher: String)] {
    state.withLock { state in
      let now = MonotonicClock.now()
      var stuck: [(number: Int, matcher: String)] = []
      for (number, running) in state.running.sorted(by: { $0.key < $1.key })
      where !running.isTold && now - running.start >= nanoseconds {
        guard let matcher = running.matcher else { continue }
        state.running[number]?.isTold = true
        stuck.append((number, matcher))
      }
      return stuck
    }
  }
}

extension Hunt.Tally {
  fileprivate mutating func add(_ outcome: HuntOutcome, _ number: Int, since start: UInt64) {
    answerCount += outcome.answerCount
    answering.formUnion(outcome.answering)
    forms.add(outcome.forms)
    guard let find = outcome.find, number < foundAt ?? .max else { return }
    (self.find, foundAt, isCutShort) = (find, number, outcome.isCutShort)
    nanosecondsToFind = (outcome.seenAt ?? MonotonicClock.now()) - start
  }
}
