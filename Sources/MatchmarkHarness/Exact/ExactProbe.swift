import Foundation
import MatchmarkCore
package import MatchmarkEngines
package import MatchmarkMeasurement
import MatchmarkSystem

/// Why nothing could be counted.
package enum ExactError: Error, Sendable {
  /// valgrind, which counts, is not installed.
  case noValgrind
  /// The engine declines the cell.
  case skipped(String)
  /// The engine failed, under valgrind or without.
  case failed(EngineFault)
  /// The engine answers wrongly.
  case wrong(Counterexample)
  /// valgrind left no count.
  case noCount(tool: String, log: String)
}

extension ExactError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noValgrind:
      "valgrind, which counts instructions and allocations, is not installed; "
        + "on Debian: apt-get install valgrind"
    case .skipped(let reason): reason
    case .failed(let fault): fault.description
    case .wrong(let example): "wrong answer: \(example.difference)"
    case .noCount(let tool, let log): "\(tool) left no count; its log ends: \(log.suffix(300))"
    }
  }
}

/// Counts instructions and allocations per keystroke of a matcher that is served as an engine.
///
/// Two sessions differ only in how often each keystroke is repeated; what the longer one needs more
/// is that of the repetitions alone, without starting, loading and building. Instructions are
/// counted by callgrind, allocations by memcheck.
package struct ExactProbe {
  private let stage: AgainstStage
  private let valgrind: String
  private let scratch: ScratchFolder

  private static let repeatCounts = (few: 2, many: 12)

  /// Loads one cell of the plan.
  package init(_ cell: CellPlan, plan: AgainstPlan) throws {
    guard let valgrind = Self.valgrind else { throw ExactError.noValgrind }
    self.valgrind = valgrind
    stage = try AgainstStage(cell, plan: plan)
    scratch = try ScratchFolder()
  }

  /// The program, where PATH has it.
  private static var valgrind: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/valgrind" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The cell without matchers, for a record.
  package var cell: CellRecord { stage.record }

  /// Counts for one engine, after its answers were found right.
  package func figures(_ launch: EngineLaunch) throws(ExactError) -> ExactFigures {
    let indexSize = try session(launch, want: .rows, repeatCount: 1)
    let callgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
    let instructions = try differences(launch, tool: callgrind) { log in
      [Self.number(behind: "Collected :", in: log)]
    }
    let heap = ["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no"]
    let allocations = try differences(launch, tool: heap) { log in
      [
        Self.number(behind: "total heap usage:", in: log),
        Self.number(behind: "frees,", in: log),
      ]
    }
    return ExactFigures(
      instructions: instructions[0], allocations: allocations[0],
      allocatedBytes: allocations[1], indexSizeInBytes: indexSize)
  }

  /// What one repetition of a keystroke adds to some counts, on average.
  private func differences(
    _ launch: EngineLaunch, tool: [String], _ count: (String) -> [Double?]
  ) throws(ExactError) -> [Double] {
    var counts: [[Double]] = []
    for repeatCount in [Self.repeatCounts.few, Self.repeatCounts.many] {
      let log = scratch.file("valgrind-\(repeatCount).log")
      try? Folder.remove(log)
      var watched = launch
      watched.command = [valgrind, "--log-file=\(log)"] + tool + launch.command
      watched.environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
      watched.timeouts = Self.patience
      let text = try watch(watched, repeatCount: repeatCount, log: log)
      let found = count(text)
      guard found.allSatisfy({ $0 != nil }) else { throw .noCount(tool: tool[0], log: text) }
      counts.append(found.compactMap { $0 })
    }
    let repetitions = Self.repeatCounts.many - Self.repeatCounts.few
    let keystrokes = Double(max(1, stage.workload.keystrokes.count * repetitions))
    return zip(counts[0], counts[1]).map { max(0, ($1 - $0) / keystrokes) }
  }

  /// What valgrind wrote about a session.
  private func watch(
    _ launch: EngineLaunch, repeatCount: Int, log: String
  ) throws(ExactError) -> String {
    func text() -> String {
      (try? FileReader.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    do {
      _ = try session(launch, want: .page, repeatCount: repeatCount)
    } catch .failed(let fault) {
      // It answered without valgrind, so valgrind knows more than the engine.
      throw .noCount(tool: "valgrind", log: "\(fault.description)\n\(text())")
    }
    return text()
  }

  /// Under valgrind everything takes fifty times as long.
  private static let patience = EngineTimeouts(
    hello: .seconds(120), load: .seconds(600), build: .seconds(600), query: .seconds(120),
    bye: .seconds(120))

  /// Asks every keystroke in order; all rows are held to what is right.
  ///
  /// - Returns: the bytes of the index.
  private func session(
    _ launch: EngineLaunch, want: Want, repeatCount: Int
  ) throws(ExactError) -> Int {
    let engine: EngineProcess
    let opening: EngineOpening
    do throws(EngineFault) {
      engine = try EngineProcess(launch)
      opening = try engine.open(stage.rows.corpus, profile: stage.cell.profile)
    } catch { throw .failed(error) }
    guard case .opened(let facts) = opening else { throw .skipped(opening.skipText) }
    for keystroke in stage.workload.keystrokes.indices {
      let query = stage.workload.keystrokes[keystroke].query
      let result: EngineResult
      do throws(EngineFault) {
        result = try engine.answer(query, want: want, repeatCount: repeatCount)
      } catch { throw .failed(error) }
      guard case .answered(let timed) = result else { continue }
      if let example = stage.contradiction(of: timed.answer, to: keystroke, matcher: launch.id) {
        throw .wrong(example)
      }
    }
    do throws(EngineFault) { try engine.close() } catch { throw .failed(error) }
    return facts.indexSizeInBytes
  }

  /// The number that follows a text; commas may group its digits.
  private static func number(behind text: String, in log: String) -> Double? {
    guard let range = log.range(of: text) else { return nil }
    let rest = log[range.upperBound...].drop { $0 == " " }
    return Double(rest.prefix { $0.isNumber || $0 == "," }.filter { $0 != "," })
  }
}

extension EngineOpening {
  fileprivate var skipText: String {
    guard case .skipped(let skip) = self else { return "" }
    return skip.text
  }
}
