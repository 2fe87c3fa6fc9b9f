import Dispatch
public import MatchmarkSession
import Synchronization

/// A search box as an app would write it: a view model that starts tasks, searches with `async`
/// functions, and sleeps.
///
/// Its tasks may be isolated to the main actor or to nothing. While it is tested, all of them run
/// on the main executor, one job after the other, until none is left that can run; the searches are
/// answered by the test, and the clock is moved by it. Threads, dispatch queues and the system's
/// clock are beyond its reach: a model that uses them seems never to ask.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor public protocol SearchBoxModel: AnyObject {
  /// Handles an event of a person, or `comeBack`; answers and time come through the context.
  func handle(_ event: BoxEvent)

  /// The content of the box that the person sees now.
  var display: BoxDisplay { get }

  /// The state to restore; nil if it saves none.
  func savedState() -> String?
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SearchBoxModel {
  /// Nil: nothing is saved.
  public func savedState() -> String? { nil }
}

/// A view model that can be held to the contract of late answers.
///
/// ```swift
/// SearchBoxModelEntry(id: "titles", rules: BoxRules(features: [.loading])) { context, _ in
///   TitleBox(clock: context.clock) { try await context.search($0) }
/// }
/// ```
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct SearchBoxModelEntry: Sendable {
  /// The id in kebab-case.
  public let id: String
  /// The rules that it declares.
  public let rules: BoxRules
  let make: @MainActor @Sendable (SearchBoxContext, _ savedState: String?) -> any SearchBoxModel

  /// Creates an entry.
  ///
  /// - Parameter make: a function that makes a new model, or one with a saved state.
  public init(
    id: String, rules: BoxRules,
    make:
      @escaping @MainActor @Sendable (
        SearchBoxContext, _ savedState: String?
      ) -> any SearchBoxModel
  ) {
    self.id = id
    self.rules = rules
    self.make = make
  }

  /// The model as a box that a harness drives from a thread of its own.
  var box: SearchBoxEntry {
    SearchBoxEntry(id: id, summary: "a view model", rules: rules) { state in
      ThreadedBox(self, restoring: state)
    }
  }
}

/// Everything that a view model gets from a test: the search, the clock, and the way to open rows.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct SearchBoxContext: Sendable {
  /// The clock by which the model sleeps.
  public let clock: BoxClock
  private let desk: BoxDesk

  init(_ desk: BoxDesk) {
    self.desk = desk
    clock = BoxClock(desk: desk)
  }

  /// Searches; returns the ids of the rows once the test answers.
  ///
  /// Half of the searches of cancelled tasks are answered all the same, because many servers do not
  /// stop.
  ///
  /// - Parameter onPage: called with the first page and the number of all rows, if they come first.
  /// - Throws: `CancellationError` if the task is cancelled, and another error if the search fails.
  public func search(
    _ query: BoxQuery, onPage: (@Sendable (_ rows: [String], _ total: Int) -> Void)? = nil
  ) async throws -> [String] {
    try await desk.search(query, onPage: onPage)
  }

  /// Searches for a text without tokens and scope.
  public func search(_ text: String) async throws -> [String] { try await search(BoxQuery(text)) }

  /// Opens a row or takes a text, which ends the search.
  public func open(_ opening: BoxReaction.Opening) { desk.open(opening) }
}

/// A clock that a test moves.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct BoxClock: Clock {
  /// A point in time, as the duration since the start of the test.
  public struct Instant: InstantProtocol {
    /// The duration since the start.
    public var offset: Duration

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration until another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns true if the first instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  fileprivate let desk: BoxDesk

  /// The current instant.
  public var now: Instant { Instant(offset: .milliseconds(desk.time)) }

  /// A millisecond.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Sleeps until the test reaches the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await desk.sleep(until: deadline.offset.inMilliseconds)
  }
}

extension Duration {
  /// Rounded up.
  fileprivate var inMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

/// The searches and sleeps that tasks of a model await.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class BoxDesk: Sendable {
  private struct State {
    var time = 0
    var lastSearch: Int
    var reaction = BoxReaction()
    var searches: [Int: Search] = [:]
    var sleepers: [Int: Sleeper] = [:]
    var lastSleeper = 0
  }

  private struct Search {
    let continuation: CheckedContinuation<[String], any Error>
    let onPage: (@Sendable ([String], Int) -> Void)?
  }

  private struct Sleeper {
    let deadline: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Failure: Error {}

  private let state: Mutex<State>

  /// - Parameter lastSearch: the number of searches of earlier lives.
  init(after lastSearch: Int) { state = Mutex(State(lastSearch: lastSearch)) }

  var time: Int { state.withLock { $0.time } }
  var lastSearch: Int { state.withLock { $0.lastSearch } }

  func search(
    _ query: BoxQuery, onPage: (@Sendable ([String], Int) -> Void)?
  ) async throws -> [String] {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.lastSearch += 1
      state.reaction.asks.append(.init(search: state.lastSearch, query))
      return state.lastSearch
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.searches[number] = Search(continuation: continuation, onPage: onPage) }
      }
    } onCancel: {
      let search = state.withLock { state in
        state.reaction.cancelled.append(number)
        return number.isMultiple(of: 2) ? state.searches.removeValue(forKey: number) : nil
      }
      search?.continuation.resume(throwing: CancellationError())
    }
  }

  func sleep(until deadline: Int) async throws {
    try Task.checkCancellation()
    guard deadline > time else { return }
    let number = state.withLock { state in
      state.lastSleeper += 1
      return state.lastSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock {
          $0.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
        }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  func open(_ opening: BoxReaction.Opening) { state.withLock { $0.reaction.opened = opening } }

  /// Begins an event.
  func begin(at time: Int) {
    state.withLock { state in
      state.time = time
      state.reaction = BoxReaction()
    }
  }

  /// The reaction to the event that was begun.
  var reaction: BoxReaction {
    state.withLock { state in
      var reaction = state.reaction
      reaction.wakeAt = state.sleepers.values.map(\.deadline).min()
      return reaction
    }
  }

  func answer(_ number: Int, _ answer: BoxAnswer) {
    if case .rows(let rows, let total, isComplete: false) = answer {
      state.withLock { $0.searches[number] }?.onPage?(rows, total)
      return
    }
    let search = state.withLock { $0.searches.removeValue(forKey: number) }
    switch answer {
    case .rows(let rows, _, _): search?.continuation.resume(returning: rows)
    case .failure: search?.continuation.resume(throwing: Failure())
    }
  }

  /// Wakes the task that was the first to reach its deadline; returns false if none has.
  func wakeOne() -> Bool {
    let sleeper = state.withLock { state in
      state.sleepers.filter { $0.value.deadline <= state.time }
        .min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        .flatMap { state.sleepers.removeValue(forKey: $0.key) }
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// Ends everything that is awaited, because the model is gone.
  func close() {
    let (searches, sleepers) = state.withLock { state in
      defer { (state.searches, state.sleepers) = ([:], [:]) }
      return (state.searches, state.sleepers)
    }
    for search in searches.values { search.continuation.resume(throwing: CancellationError()) }
    for sleeper in sleepers.values { sleeper.continuation.resume(throwing: CancellationError()) }
  }
}

/// A model that is driven from another thread, which waits until its tasks can run no more.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ThreadedBox: SearchBox {
  /// The model, which only the main actor may touch.
  @MainActor private final class Driven {
    let model: any SearchBoxModel

    init(_ model: any SearchBoxModel) { self.model = model }
  }

  private let desk: BoxDesk
  private let driven: Driven
  private(set) var display: BoxDisplay

  /// The number of times that the tasks of the main executor get their turn after each event; a
  /// chain of more suspensions than that is not waited for.
  private static let turnCount = 64

  init(_ entry: SearchBoxModelEntry, restoring savedState: String?) {
    let parts = savedState?.split(separator: " ", maxSplits: 1).map(String.init)
    let desk = BoxDesk(after: parts.flatMap { Int($0[0]) } ?? 0)
    let saved = parts.flatMap { $0.count > 1 ? $0[1] : nil }
    (driven, display) = Self.onMainActor {
      let model = entry.make(SearchBoxContext(desk), saved)
      await Self.settle()
      return (Driven(model), model.display)
    }
    self.desk = desk
  }

  deinit { desk.close() }

  func handle(_ event: BoxEvent, at time: Int) -> BoxReaction {
    let (desk, driven) = (desk, driven)
    let (reaction, display) = Self.onMainActor {
      desk.begin(at: time)
      switch event {
      case .answer(let search, let answer): desk.answer(search, answer)
      case .wake: while desk.wakeOne() { await Self.settle() }
      default: driven.model.handle(event)
      }
      await Self.settle()
      return (desk.reaction, driven.model.display)
    }
    self.display = display
    return reaction
  }

  /// The number of searches so far, and the state of the model.
  func savedState() -> String? {
    let driven = driven
    return Self.onMainActor { driven.model.savedState() }.map { "\(desk.lastSearch) \($0)" }
  }

  @MainActor private static func settle() async {
    for _ in 0..<turnCount { await Task.yield() }
  }

  /// Calls a function on the main actor, and waits for it on this thread.
  private static func onMainActor<Result: Sendable>(
    _ body: @escaping @MainActor @Sendable () async -> Result
  ) -> Result {
    let (done, result) = (DispatchSemaphore(value: 0), ResultBox<Result>())
    Task { @MainActor in
      let value = await body()
      result.value.withLock { $0 = value }
      done.signal()
    }
    while true {
      done.wait()
      if let value = result.value.withLock({ $0 }) { return value }
    }
  }
}

/// A place for a result that one thread writes and another reads.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ResultBox<Value: Sendable>: Sendable {
  let value = Mutex(Value?.none)
}
