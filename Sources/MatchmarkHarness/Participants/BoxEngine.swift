package import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
package import MatchmarkSession
import MatchmarkSystem
import Synchronization

/// A search box in another process.
///
/// A process has one box at a time, so each box that lives at the same time gets a process of its
/// own; a process whose box is gone makes the next one. The first failure ends them all.
package final class BoxEngine: Sendable {
  private struct State {
    var idle: [BoxProcess]
    var failure: String?
  }

  package let id: String
  private let summary: String
  private let launch: EngineLaunch
  private let rules: BoxRules
  private let state: Mutex<State>

  /// Takes over an engine as the first process.
  ///
  /// - Parameter rules: those of its greeting.
  package init(_ engine: sending GreetedEngine, _ rules: BoxRules) {
    (id, summary, self.rules) = (engine.id, engine.summary, rules)
    launch = engine.client.launch
    state = Mutex(State(idle: [BoxProcess(BoxClient(engine.client, rules))]))
  }

  /// The box for the contract of late answers.
  package var entry: SearchBoxEntry {
    SearchBoxEntry(id: id, summary: summary, rules: rules) { RemoteBox(self, restoring: $0) }
  }

  /// The reason why it answers no more; nil while it does.
  package var failure: String? { state.withLock { $0.failure } }

  fileprivate func take() -> BoxProcess? {
    let (idle, failure) = state.withLock { ($0.idle.popLast(), $0.failure) }
    if idle != nil || failure != nil { return idle }
    do throws(EngineFailure) {
      guard let client = try BoxClient(launch) else { return nil }
      return BoxProcess(client)
    } catch {
      fail(error)
      return nil
    }
  }

  fileprivate func giveBack(_ process: BoxProcess) {
    state.withLock { $0.idle.append(process) }
  }

  fileprivate func fail(_ failure: EngineFailure) {
    state.withLock { state in
      state.failure = state.failure ?? "\(failure.description)\(failure.lastErrors)"
      state.idle = []
    }
  }
}

/// A process with a search box.
private final class BoxProcess: Sendable {
  private let client: Mutex<BoxClient>

  init(_ client: sending BoxClient) { self.client = Mutex(client) }

  func send(_ request: BoxRequest) throws(EngineFailure) -> BoxReply {
    try client.withLock { client throws(EngineFailure) in try client.send(request) }
  }
}

/// A box of a process; after a failure it shows nothing.
private final class RemoteBox: SearchBox {
  private let engine: BoxEngine
  private var process: BoxProcess?
  private(set) var display = BoxDisplay()

  init(_ engine: BoxEngine, restoring savedState: String?) {
    self.engine = engine
    process = engine.take()
    _ = send(.start(savedState: savedState))
  }

  deinit {
    if let process { engine.giveBack(process) }
  }

  func handle(_ event: BoxEvent, at time: Int) -> BoxReaction {
    send(.event(event, time: time))?.reaction ?? BoxReaction()
  }

  func savedState() -> String? { send(.save)?.savedState }

  private func send(_ request: BoxRequest) -> BoxReply? {
    guard let process else { return nil }
    do throws(EngineFailure) {
      let reply = try process.send(request)
      if let shown = reply.display { display = shown }
      return reply
    } catch {
      engine.fail(error)
      self.process = nil
      return nil
    }
  }
}

/// The search boxes of a command: those of the program, and those in other processes.
package struct ChosenBoxes {
  package let entries: [SearchBoxEntry]
  private let engines: [BoxEngine]

  package init(_ entries: [SearchBoxEntry], _ engines: [BoxEngine]) {
    self.entries = entries + engines.map(\.entry)
    self.engines = engines
  }

  /// The contract that they are held to.
  ///
  /// - Parameter clauses: the only clauses that are checked; none for all.
  package func contract(only clauses: [String] = []) -> LateAnswers {
    let engines = engines
    return LateAnswers(entries, only: clauses) { id in
      engines.first { $0.id == id }?.failure
    }
  }
}
