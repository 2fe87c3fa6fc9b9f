import Foundation
import MatchmarkCore
import MatchmarkSystem
import Synchronization

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

  /// Notes the progress of a case.
  func note(_ step: HuntStep, _ number: Int) {
    state.withLock { state in
      switch step {
      case .asking(let matcher): state.running[number]?.matcher = matcher
      case .seen, .found: state.running[number]?.isTold = true
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

  /// The overall result.
  func result() -> Result<Hunt.Tally, CorpusError> {
    state.withLock { state in
      state.tally.nanoseconds = MonotonicClock.now() - start
      return state.failure.map(Result.failure) ?? .success(state.tally)
    }
  }

  // MARK: Cases that do not end

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
    (self.find, foundAt) = (find, number)
    nanosecondsToFind = (outcome.seenAt ?? MonotonicClock.now()) - start
  }
}
