import Foundation
package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkSystem
import Synchronization

/// The end of a hunt that finds nothing.
package enum HuntLimit: Sendable {
  case seconds(Double)
  case cases(Int)
}

/// A hunt: random cases of a contract from a seed, until the time is up, the cases are done, or a
/// subject is wrong in one of them.
package struct Hunt<C: Contract>: Sendable {
  /// The progress of a hunt.
  package struct Tally: Sendable {
    package var caseCount = 0
    package var answerCount = 0
    package var answering: Set<String> = []
    /// The number of times that each form of a structure was reached, over a part of the answers.
    package var forms = FormCounts()
    /// By the id of the subject.
    package var smells: [String: SmellCounts] = [:]
    /// By the id of the subject, the number of answers that each clause was about.
    package var clauses: [String: [String: Int]] = [:]
    /// By the id of the subject.
    package var extremes: [String: Extremes] = [:]
    /// By the id of the subject, a reason for which it gave no answer.
    package var declineReasons: [String: String] = [:]
    package var nanoseconds: UInt64 = 0
    /// The find of the lowest case, and its number.
    package var find: Find<C>?
    package var foundAt: Int?
    /// True if shrinking it ended because its time was up; a smaller case may then exist.
    package var isCutShort = false
    /// The time from the start of the hunt until the find was seen; shrinking it comes later.
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

  /// An event that a hunt reports to its observer, from any thread.
  package enum Event: Sendable {
    /// A subject is being asked in a case.
    case asking(number: Int, subject: String)
    /// A subject is wrong again when asked the same; the find before it is shrunk, which may crash
    /// a subject that corrupts memory.
    case found(number: Int, Find<C>)
    /// Sent about once a second.
    case progress(Tally)
    /// A subject is wrong in a case, described in words; shrinking that takes time.
    case seen(number: Int, subject: String, String)
    /// A case has lasted for ``HuntBounds/patienceInSeconds``, with this subject; reported once.
    case stuck(number: Int, subject: String)
  }

  private let contract: C
  private let hunter: Hunter<C>
  private let seed: UInt64
  private let firstNumber: Int
  private let limit: HuntLimit
  private let workerCount: Int
  private let patienceInSeconds: Int
  private let again: @Sendable (_ number: Int, _ subject: String) -> String

  /// - Parameters:
  ///   - workerCount: the number of cases that are examined at a time; by default one per core.
  ///   - again: the command that examines a case again, with one subject; printed if that crashes
  ///     the process.
  package init(
    _ contract: C, seed: UInt64, firstNumber: Int = 0, limit: HuntLimit, workerCount: Int? = nil,
    patienceInSeconds: Int = HuntBounds.patienceInSeconds,
    again: @escaping @Sendable (_ number: Int, _ subject: String) -> String
  ) {
    self.contract = contract
    hunter = Hunter(contract)
    self.seed = seed
    self.firstNumber = firstNumber
    self.limit = limit
    self.workerCount = max(1, workerCount ?? MachineFacts.coreCount)
    self.patienceInSeconds = patienceInSeconds
    self.again = again
  }

  /// The number of threads that it needs besides the calling one: no more workers than cores run
  /// at a time, one more thread watches them, and one more keeps the time.
  package var threadCount: Int { min(workerCount, MachineFacts.coreCount) + 2 }

  /// Examines cases; these depend on the number of workers only if time is the limit.
  ///
  /// - Throws: an error for a case that is itself invalid.
  package func run(observe: @escaping @Sendable (Event) -> Void) throws -> Tally {
    let draws = try contract.draws(seed: seed)
    let board = HuntBoard<C>(from: firstNumber, limit)
    let watch = board.watch(patienceInSeconds: patienceInSeconds) { number, subject in
      observe(.stuck(number: number, subject: subject))
    }
    defer { watch.cancel() }
    DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
      while let number = board.take() {
        let result = examine(number, draws, board, observe)
        if let tally = board.enter(result, number) { observe(.progress(tally)) }
      }
    }
    return try board.result().get()
  }

  private func examine(
    _ number: Int, _ draws: (Int) throws -> C.Draw, _ board: HuntBoard<C>,
    _ observe: (Event) -> Void
  ) -> Result<DrawResult<C>, any Error> {
    func note(_ event: Event) {
      board.note(event)
      if case .asking(_, let subject) = event {
        CrashNote.set(subject, "in case \(number)", again: again(number, subject))
      }
      observe(event)
    }
    defer { CrashNote.clear() }
    return Result {
      // A draw may already call what all subjects share.
      if let first = contract.subjects.first { note(.asking(number: number, subject: first.id)) }
      return try hunter.examine(try draws(number), number: number, note: note)
    }
  }
}

/// The shared state of a hunt's workers.
final class HuntBoard<C: Contract>: Sendable {
  private let state: Mutex<State>
  private let first: Int
  private let limit: HuntLimit
  private let start = MonotonicClock.now()

  init(from first: Int, _ limit: HuntLimit) {
    self.first = first
    self.limit = limit
    state = Mutex(State(next: first))
  }

  private struct State {
    var next: Int
    var tally = Hunt<C>.Tally()
    var failure: (any Error)?
    var lastShown: UInt64 = 0
    /// The cases that are being examined, by number.
    var running: [Int: RunningCase] = [:]
  }

  private struct RunningCase {
    let start = MonotonicClock.now()
    var subject: String?
    /// True if its duration needs no further report.
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

  func note(_ event: Hunt<C>.Event) {
    state.withLock { state in
      switch event {
      case .asking(let number, let subject): state.running[number]?.subject = subject
      case .seen(let number, _, _), .found(let number, _): state.running[number]?.isTold = true
      case .progress, .stuck: break
      }
    }
  }

  /// Enters an result; returns the tally if it is time to show it.
  func enter(_ result: Result<DrawResult<C>, any Error>, _ number: Int) -> Hunt<C>.Tally? {
    state.withLock { state in
      state.running[number] = nil
      state.tally.caseCount += 1
      state.tally.nanoseconds = MonotonicClock.now() - start
      switch result {
      case .failure(let error): state.failure = error
      case .success(let result): state.tally.add(result, number, since: start)
      }
      guard state.tally.nanoseconds - state.lastShown >= 1_000_000_000 else { return nil }
      state.lastShown = state.tally.nanoseconds
      if let size = ProcessMemory.residentSizeInBytes() {
        state.tally.residentSizesInBytes.append(size)
      }
      return state.tally
    }
  }

  func result() -> Result<Hunt<C>.Tally, any Error> {
    state.withLock { state in
      state.tally.nanoseconds = MonotonicClock.now() - start
      return state.failure.map(Result.failure) ?? .success(state.tally)
    }
  }

  /// Reports each case once if it takes too long, until cancelled.
  func watch(
    patienceInSeconds: Int, tell: @escaping @Sendable (_ number: Int, _ subject: String) -> Void
  ) -> any DispatchSourceTimer {
    // A separate queue gets a thread even if all others are busy.
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "hunt-watch"))
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [self] in
      for (number, subject) in takeStuck(after: UInt64(patienceInSeconds) * 1_000_000_000) {
        tell(number, subject)
      }
    }
    timer.resume()
    return timer
  }

  private func takeStuck(after nanoseconds: UInt64) -> [(number: Int, subject: String)] {
    state.withLock { state in
      let now = MonotonicClock.now()
      var stuck: [(number: Int, subject: String)] = []
      for (number, running) in state.running.sorted(by: { $0.key < $1.key })
      where !running.isTold && now - running.start >= nanoseconds {
        guard let subject = running.subject else { continue }
        state.running[number]?.isTold = true
        stuck.append((number, subject))
      }
      return stuck
    }
  }
}

extension Hunt.Tally {
  fileprivate mutating func add(_ result: DrawResult<C>, _ number: Int, since start: UInt64) {
    answerCount += result.answerCount
    answering.formUnion(result.answering)
    forms.add(result.forms)
    declineReasons.merge(result.declineReasons) { first, _ in first }
    for (id, counts) in result.smells { smells[id, default: SmellCounts()].add(counts) }
    for (id, extremes) in result.extremes { self.extremes[id, default: Extremes()].add(extremes) }
    for (id, counts) in result.clauses {
      clauses[id, default: [:]].merge(counts, uniquingKeysWith: +)
    }
    guard let find = result.find, number < foundAt ?? .max else { return }
    (self.find, foundAt, isCutShort) = (find, number, result.isCutShort)
    nanosecondsToFind = (result.seenAt ?? MonotonicClock.now()) - start
  }
}
