import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement

extension Contender {
  /// Starts an engine and lets it build its index; what goes wrong becomes the status.
  ///
  /// - Parameter rows: the corpus as engines read it; there wherever an engine is.
  mutating func start(
    _ contestant: EngineContestant, _ rows: EngineCorpus?, _ profile: SearchProfile
  ) {
    guard contestant.missing == nil, let rows else {
      return miss(contestant, contestant.missing ?? "there are no rows for it")
    }
    do throws(EngineFault) {
      let process = try EngineProcess(contestant.launch)
      engine = process
      let opening = try process.open(rows, profile: profile)
      record.engine = EngineRecord(process.greeting)
      switch opening {
      case .opened(let facts): begin(facts)
      case .skipped(let skip):
        record.status = .skipped
        record.reason = skip.text
        close()
      }
    } catch { fail(error) }
  }

  private mutating func begin(_ facts: EngineIntroduction) {
    record.isExact = facts.hello.capabilities.isExact
    record.plan = facts.plan
    record.build = BuildFigures(
      nanoseconds: facts.buildInNanoseconds, indexSizeInBytes: facts.indexSizeInBytes,
      peakGrowthInBytes: nil)
  }

  private mutating func miss(_ contestant: EngineContestant, _ reason: String) {
    record.status = .skipped
    record.reason = contestant.absence(reason)
    record.engine = EngineRecord(
      fault: EngineFaultRecord(
        state: EngineState.notInstalled.rawValue, phase: EnginePhase.start.rawValue, got: reason,
        expected: "a program that answers"))
  }

  /// Ends the engine's part in the cell.
  ///
  /// An answer that contradicts itself is a wrong answer; all else is a failure of the engine, and
  /// says nothing about answers. Who has answered wrongly before stays voided.
  mutating func fail(_ fault: EngineFault) {
    let greeting = engine?.greeting
    engine = nil
    if fault.state == .notInstalled, let contestant = contestant.engine {
      return miss(contestant, fault.got)
    }
    var engineRecord = record.engine ?? EngineRecord(greeting)
    engineRecord.fault = EngineFaultRecord(fault)
    record.engine = engineRecord
    if record.status != .voided {
      record.status = fault.state.isWrongAnswer ? .voided : .errored
    }
    record.reason = fault.headline
  }

  /// Asks an engine once for all rows.
  mutating func answer(
    _ query: SearchQuery, of engine: EngineProcess, into answer: inout Answer
  ) -> Reply? {
    do throws(EngineFault) {
      switch try engine.answer(query, want: .rows) {
      case .skipped(let skip):
        return Reply(response: .skipped(reason: skip.text), wallNanoseconds: 0)
      case .answered(let timed):
        if let rows = timed.answer.set(rowCount: rowCount) { answer = rows }
        let own = timed.answer.elapsedInNanoseconds.reduce(0, +)
        return Reply(
          response: .answered, wallNanoseconds: timed.wallInNanoseconds,
          ownNanoseconds: UInt64(max(own, 0)))
      }
    } catch {
      fail(error)
      return nil
    }
  }

  /// Says goodbye to an engine; one that does not end in good order has failed after all.
  mutating func close() {
    guard let engine else { return }
    record.engine?.warning = engine.durations.warning
    do throws(EngineFault) { try engine.close() } catch { fail(error) }
    self.engine = nil
  }
}

extension EngineRecord {
  init(_ hello: HelloReply?) {
    self.init()
    name = hello?.name
    version = hello?.version
    language = hello?.language
    build = hello?.build
    clock = hello?.clock
    resolutionInNanoseconds = hello?.resolutionInNanoseconds
  }
}

extension EngineFaultRecord {
  init(_ fault: EngineFault) {
    self.init(
      state: fault.state.rawValue, phase: fault.phase.rawValue, got: fault.got,
      expected: fault.expected, requestLine: fault.requestLine)
    standardErrorTail = fault.standardErrorTail
  }
}

extension EngineFault {
  /// State and phase, got and expected, on one line.
  var headline: String {
    "\(state.rawValue) in \(phase.rawValue): got \(got), expected \(expected)"
  }
}

extension EngineState {
  /// Whether the state is an answer that cannot be right, rather than none.
  var isWrongAnswer: Bool {
    switch self {
    case .idsOutOfRange, .idsNotAscending, .lyingCount, .lyingDigest: true
    default: false
    }
  }
}
