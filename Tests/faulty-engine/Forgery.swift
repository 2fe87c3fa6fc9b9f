import MatchmarkCore
import MatchmarkEngines
import MatchmarkTestSupport

/// The replies of a lying engine.
struct Forgery {
  private let fault: EngineFault
  private let request: EngineRequest
  /// The number of earlier identical queries.
  private let pastCount: Int
  /// True if the first of all identical queries was to be repeated.
  private let wasRepeatedFirst: Bool
  /// The nanoseconds of work in each repetition, which the reply still leaves out.
  private let work: Int

  /// The processor time of the work in each repetition, in nanoseconds.
  static let leastWork = 300_000

  init(
    _ fault: EngineFault, _ request: EngineRequest, pastCount: Int, wasRepeatedFirst: Bool,
    work: Int
  ) {
    self.fault = fault
    self.request = request
    self.pastCount = pastCount
    self.wasRepeatedFirst = wasRepeatedFirst
    self.work = work
  }

  /// Turns a right reply into the fault's.
  func reply(insteadOf reply: EngineReply) -> EngineReply {
    switch (fault, reply) {
    case (.error, _): .error("out of order today")
    case (.wrongType, .bye): .build(.skipped(SkipReason("not today")))
    case (.wrongType, _): .bye
    case (.wrongProtocol, .hello(var hello)): forged(&hello)
    case (.declineLoad, _):
      .load(.skipped(SkipReason("not today", url: "https://example.org")))
    case (_, .load(.done(var rows))): forged(&rows)
    case (.tinyIndex, .build(.done(let index))):
      .build(
        .done(
          BuiltIndex(elapsedInNanoseconds: index.elapsedInNanoseconds, indexSizeInBytes: 1)))
    case (_, .query(let id, let result)): query(id, result)
    default: reply
    }
  }

  private func forged(_ hello: inout HelloReply) -> EngineReply {
    hello.protocolVersion = 2
    return .hello(hello)
  }

  private func forged(_ rows: inout LoadedRows) -> EngineReply {
    if fault == .rowTooFew { rows.count -= 1 }
    if fault == .wrongHash { rows.hash = "00000000-1" }
    return .load(.done(rows))
  }

  private func query(_ id: Int, _ result: StepResult<EngineAnswer>) -> EngineReply {
    switch fault {
    case .declineQuery: return .query(id: id, .skipped(SkipReason("too short")))
    case .declineMarks where marksRanges:
      return .query(id: id, .skipped(SkipReason("later\n::error::x")))
    case .laterID: return .query(id: id + 1, result)
    case .earlierID: return .query(id: max(id - 1, 1), result)
    default:
      guard case .done(let answer) = result else { return .query(id: id, result) }
      if fault == .declineOdd, answer.count % 2 == 1 {
        return .query(id: id, .skipped(SkipReason("odd")))
      }
      return .query(id: id, .done(forged(answer)))
    }
  }

  private func forged(_ answer: EngineAnswer) -> EngineAnswer {
    var forged = EngineAnswer(
      elapsedInNanoseconds: durations(answer.elapsedInNanoseconds), count: count(answer),
      digest: answer.digest.map { fault == .wrongDigest ? $0 ^ 1 : $0 },
      rows: answer.rows.map(rows))
    let excess = fault == .wrongMarks ? 1 : 0
    forged.ranges = answer.ranges?.map { marks in
      fault == .noMarks ? [:] : marks.mapValues { $0.map { [$0[0], $0[1] + excess] } }
    }
    return forged
  }

  private var marksRanges: Bool {
    if case .query(let query) = request { query.marksRanges } else { false }
  }

  private func count(_ answer: EngineAnswer) -> Int {
    switch fault {
    case .countBesideRows: answer.count + 1
    case .countBeyondCorpus: 1_000_000
    case .otherCount where answer.rows == nil: max(answer.count - 1, 0)
    case .wrongWhenNew where wasRepeatedFirst: 0
    default: answer.count
    }
  }

  /// In the tests' corpus, answers have several rows.
  private func rows(_ rows: [Int]) -> [Int] {
    switch fault {
    case .unknownRow: rows.dropLast() + [1_000_000]
    case .negativeRow: [-1] + rows.dropFirst()
    case .descendingRows: rows.reversed()
    case .wrongWhenNew where wasRepeatedFirst: []
    case .repeatedRow: rows.dropLast() + rows.dropLast().suffix(1)
    default: rows
    }
  }

  private var hasTokens: Bool {
    if case .query(let query) = request { !query.query.tokens.isEmpty } else { false }
  }

  private func durations(_ durations: [Int]) -> [Int] {
    switch fault {
    case .durationTooFew: Array(durations.dropLast())
    case .durationTooMany: durations + [1]
    case .zeroDuration: durations.dropLast() + [0]
    case .negativeDuration: durations.dropLast() + [-1]
    case .longDuration: durations.dropLast() + [3_600_000_000_000]
    case .remembers where pastCount > 0: durations.map { $0 / 100 + 1 }
    case .remembersLate where pastCount > 1: durations.map { $0 / 100 + 1 }
    case .works: durations.map { $0 + work }
    case .keepsAnswers: pastCount > 0 ? durations : durations.map { $0 + work }
    case .keepsRepetitions: [Self.leastWork] + durations.dropFirst()
    case .dividesDurations: durations.map { ($0 + work) / 50 }
    case .claimsThird: durations.map { ($0 + work) / 3 }
    case .claimsNineTenths: durations.map { ($0 + work) * 9 / 10 }
    case .honestWhenRepeated: durations.map { ($0 + work) / (durations.count > 1 ? 1 : 50) }
    case .worksBeforeWindow, .worksOnceBeforeWindow:
      durations.map { $0 / 10 + 1 + (hasTokens ? work : 0) }
    case .constantDurations: durations.map { _ in 100 }
    default: durations
    }
  }

  /// Turns a line into the fault's bytes.
  static func bytes(of fault: EngineFault, insteadOf line: [UInt8]) -> [UInt8] {
    switch fault {
    case .noJSON: Array("thinking…\n".utf8)
    case .noUTF8: Array(line.dropLast(3)) + [0xFF] + Array(line.suffix(3))
    case .wrongShape: Array("[]\n".utf8)
    case .missingKey: Array("{\"type\":\"query\"}\n".utf8)
    case .emptyLine: [0x0A] + line
    case .halfLine: Array(line.prefix(line.count / 2))
    case .endlessLine: [UInt8](repeating: 0x20, count: 65_536)
    case .endlessReplies: line
    case .endlessGarbage: Array(String(repeating: "y\n", count: 1_000).utf8)
    case .secondReply: line + line
    case .unaskedReply: line + Array("{\"type\":\"bye\"}\n".utf8)
    case .unaskedText: line + Array("done\n".utf8)
    default: line
    }
  }
}
