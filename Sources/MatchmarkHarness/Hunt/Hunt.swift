import Foundation
package import MatchmarkCore
import MatchmarkSystem
import Synchronization

/// A hunt: random cases from a seed until the time is over, the cases are done, or one of them
/// shows a disagreement.
package struct Hunt: Sendable {
  /// When to stop, unless something is found.
  package enum Limit: Sendable {
    case seconds(Double)
    case cases(Int)
  }

  /// How far a hunt is, or has come.
  package struct Tally: Sendable {
    package var caseCount = 0
    package var answerCount = 0
    package var nanoseconds: UInt64 = 0
    /// The find of the lowest case, and its number.
    package var find: HuntFind?
    package var foundAt: Int?
    /// How long the hunt had gone on when the find was seen; making it small comes behind.
    package var nanosecondsToFind: UInt64?
    /// The resident bytes of the process, about once a second; empty where the system does not
    /// tell.
    package var residentSizesInBytes: [UInt64] = []

    package init() {}

    /// The most that was resident in each half of the hunt; nil before there are two.
    ///
    /// A hunt that keeps something of every case has more in its second half.
    package var residentHalves: (first: UInt64, second: UInt64)? {
      let middle = residentSizesInBytes.count / 2
      guard let first = residentSizesInBytes.prefix(middle).max(),
        let second = residentSizesInBytes.dropFirst(middle).max()
      else { return nil }
      return (first, second)
    }

    /// Compared answers in a minute.
    package var answersPerMinute: Double {
      nanoseconds == 0 ? 0 : Double(answerCount) * 60e9 / Double(nanoseconds)
    }
  }

  private let hunter: Hunter
  private let seed: UInt64
  private let firstNumber: Int
  private let limit: Limit
  private let workerCount: Int
  private let again: @Sendable (Int) -> String

  /// - Parameter again: the command that examines a case again, given its number; said should a
  ///   matcher crash the process there.
  package init(
    _ hunter: Hunter, seed: UInt64, firstNumber: Int = 0, limit: Limit, workerCount: Int,
    again: @escaping @Sendable (Int) -> String
  ) {
    self.hunter = hunter
    self.seed = seed
    self.firstNumber = firstNumber
    self.limit = limit
    self.workerCount = max(1, workerCount)
    self.again = again
  }

  /// Hunts with all workers; the cases that are examined differ with their number only where time
  /// is the limit.
  ///
  /// - Parameter progress: told about once a second.
  /// - Throws: ``CorpusError`` for a case that is wrong itself.
  package func run(progress: @Sendable (Tally) -> Void) throws(CorpusError) -> Tally {
    let titles = try HuntTitles(seed: seed)
    let board = Mutex(Board(next: firstNumber))
    let start = MonotonicClock.now()
    DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
      while let number = board.withLock({ $0.take(from: firstNumber, limit, start) }) {
        LastWords.set("a matcher", "in case \(number)", again: again(number))
        defer { LastWords.clear() }
        let outcome: Result<HuntOutcome, CorpusError>
        do throws(CorpusError) {
          outcome = .success(
            try hunter.examine(try HuntCase(seed: seed, number: number, titles: titles)))
        } catch { outcome = .failure(error) }
        if let tally = board.withLock({ $0.enter(outcome, number, start) }) { progress(tally) }
      }
    }
    return try board.withLock { $0.result(start) }.get()
  }
}

/// What the workers share.
private struct Board {
  var next: Int
  var tally = Hunt.Tally()
  var failure: CorpusError?
  var lastShown: UInt64 = 0

  /// The number of the next case; nil where nothing is left to do.
  mutating func take(from first: Int, _ limit: Hunt.Limit, _ start: UInt64) -> Int? {
    // The cases before a find are being examined already: the lowest one is told of.
    guard tally.foundAt == nil, failure == nil else { return nil }
    switch limit {
    case .cases(let count): if next - first >= count { return nil }
    case .seconds(let seconds):
      if Double(MonotonicClock.now() - start) >= seconds * 1e9 { return nil }
    }
    next += 1
    return next - 1
  }

  /// Enters an outcome; the tally where it is time to show it.
  mutating func enter(
    _ outcome: Result<HuntOutcome, CorpusError>, _ number: Int, _ start: UInt64
  ) -> Hunt.Tally? {
    tally.caseCount += 1
    tally.nanoseconds = MonotonicClock.now() - start
    switch outcome {
    case .failure(let error): failure = error
    case .success(let outcome):
      tally.answerCount += outcome.answerCount
      if let find = outcome.find, number < tally.foundAt ?? .max {
        (tally.find, tally.foundAt) = (find, number)
        tally.nanosecondsToFind = (outcome.seenAt ?? MonotonicClock.now()) - start
      }
    }
    guard tally.nanoseconds - lastShown >= 1_000_000_000 else { return nil }
    lastShown = tally.nanoseconds
    if let size = ProcessMemory.residentSizeInBytes() { tally.residentSizesInBytes.append(size) }
    return tally
  }

  mutating func result(_ start: UInt64) -> Result<Hunt.Tally, CorpusError> {
    tally.nanoseconds = MonotonicClock.now() - start
    return failure.map(Result.failure) ?? .success(tally)
  }
}
