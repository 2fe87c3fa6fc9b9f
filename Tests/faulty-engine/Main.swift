import DatasetsSupport
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkMatchers
import MatchmarkRecord
import MatchmarkSystem
import MatchmarkTestSupport

/// An engine that does one thing wrong: `faulty-engine DEED [PHASE | MICROSECONDS]`, or that
/// answers wrongly in one way: `faulty-engine NAME`, with a ``WrongEngine``.
@main
enum Program {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count > 1, let wrong = WrongEngine(rawValue: arguments[1]) {
      var engine = FaultyEngine(.none, phase: .query, of: WrongEngine.entry(wrong))
      return try engine.run()
    }
    guard arguments.count > 1, let fault = EngineFault(rawValue: arguments[1]) else {
      throw FaultyEngineError.unknownFault(arguments)
    }
    try leaveTrace(of: arguments[0])
    let detail = arguments.count > 2 ? arguments[2] : fault.usualPhase.rawValue
    if let signal = [EngineFault.dieAtMoment: SIGKILL, .stopAtMoment: SIGSTOP][fault] {
      let moment = UInt32(detail) ?? 0
      Thread.detachNewThread {
        usleep(moment)
        kill(getpid(), signal)
      }
    }
    var engine = FaultyEngine(fault, phase: EnginePhase(rawValue: detail) ?? .query)
    try engine.run()
  }

  /// Adds a line to the file that `MATCHMARK_TRACE` names: the number and the path of this file.
  private static func leaveTrace(of program: String) throws {
    guard let path = ProcessInfo.processInfo.environment["MATCHMARK_TRACE"] else { return }
    let attributes = try FileManager.default.attributesOfItem(atPath: program)
    let number = attributes[.systemFileNumber].map { "\($0)" } ?? ""
    let before = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    try (before + Data("\(number) \(program)\n".utf8)).write(to: URL(filePath: path))
  }
}

extension EngineFault {
  /// The phase in which it happens if none is named.
  fileprivate var usualPhase: EnginePhase { self == .tinyIndex ? .build : .query }
}

/// An error message.
enum FaultyEngineError: Error {
  case unknownFault([String])
}

/// A matcher that the project's server serves, except for one fault.
struct FaultyEngine {
  private let fault: EngineFault
  private let phase: EnginePhase
  private var server: EngineServer
  private var lines = LineReader(limitInBytes: EngineLimits.requestSizeInBytes)
  /// The parts that it has built besides the matcher's own index.
  private var index: [UInt8] = []
  private var askedTexts: [[UInt8]: Int] = [:]
  /// The texts whose first query was to be repeated.
  private var repeatedFirst: Set<[UInt8]> = []

  init(
    _ fault: EngineFault, phase: EnginePhase,
    of entry: MatcherEntry = MatcherEntry(LinearScanMatcher.self)
  ) {
    self.fault = fault
    self.phase = phase
    let wants: [EngineFault: [Want]] = [.noRowsOffered: [.page], .onlyRowsOffered: [.rows]]
    var hello = HelloReply(
      serving: entry.descriptor, version: fault == .noVersion ? "" : "1", language: "swift",
      isOptimised: false)
    hello.name = "faulty"
    hello.resolutionInNanoseconds = 1
    hello.capabilities.wants = wants[fault] ?? Want.allCases
    hello.capabilities.marksRanges = [
      .none, .wrongMarks, .noMarks, .declineMarks,
    ].contains(fault)
    server = EngineServer(entry, hello: hello) { path in
      let bytes = try FileReader.read(path)
      var checksum = Checksum()
      checksum.update(bytes)
      let source = RowSource(name: path, bytes: bytes)
      return (try CanonicalCorpus.read(source, name: "rows"), checksum.identity)
    }
  }

  /// Answers until the client says goodbye.
  mutating func run() throws {
    var chunk: [UInt8] = []
    repeat {
      try StandardInput.read(into: &chunk)
      lines.append(chunk)
      while case .complete(let line) = lines.next() {
        try answer(line)
        if server.isFinished { return try end() }
      }
    } while !chunk.isEmpty
  }

  private mutating func answer(_ line: [UInt8]) throws {
    let request = try EngineRequest(decoding: line)
    FileHandle.standardError.write(Data("got \(request.phase.rawValue)\n".utf8))
    guard request.phase == phase else { return try write(server.reply(to: line).encodedLine) }
    misbehave()
    if fault == .tinyIndex { index = [UInt8](repeating: 1, count: 32 << 20) }
    let pastCount = pastCount(request)
    let forgery = Forgery(
      fault, request, pastCount: pastCount,
      wasRepeatedFirst: wasRepeatedFirst(request, pastCount), work: work(request))
    let reply = forgery.reply(insteadOf: server.reply(to: line))
    let forged = Forgery.bytes(of: fault, insteadOf: reply.encodedLine)
    try write(forged)
    if fault == .endlessLine || fault == .endlessReplies || fault == .endlessGarbage {
      while true { try write(forged) }
    }
    if fault == .closeInput { close(0) }
    if fault == .closeInput || fault == .halfLine { wait() }
  }

  /// The number of earlier queries with the same text.
  private mutating func pastCount(_ request: EngineRequest) -> Int {
    guard case .query(let query) = request else { return 0 }
    let text = Array(query.query.text.utf8)
    defer { askedTexts[text, default: 0] += 1 }
    return askedTexts[text, default: 0]
  }

  private mutating func wasRepeatedFirst(_ request: EngineRequest, _ pastCount: Int) -> Bool {
    guard case .query(let query) = request else { return false }
    let text = Array(query.query.text.utf8)
    if pastCount == 0, query.repeatCount > 1 { repeatedFirst.insert(text) }
    return repeatedFirst.contains(text)
  }

  /// Works for 0.3 ms of the processor's time in each repetition; returns the elapsed time of one
  /// repetition.
  private func work(_ request: EngineRequest) -> Int {
    guard case .query(let query) = request, Self.working.contains(fault) else { return 0 }
    let isOnce = fault == .worksOnceBeforeWindow && query.query.tokens.isEmpty
    let start = MonotonicClock.now()
    let usedBefore = Self.processorNanoseconds()
    let wanted = UInt64(Forgery.leastWork) * UInt64(isOnce ? 5 : query.repeatCount)
    while Self.processorNanoseconds() - usedBefore < wanted {}
    return Int(MonotonicClock.now() - start) / query.repeatCount
  }

  /// By clock(3), which counts microseconds.
  private static func processorNanoseconds() -> UInt64 { UInt64(clock()) * 1_000 }

  private static let working: Set<EngineFault> = [
    .works, .keepsAnswers, .keepsRepetitions, .dividesDurations, .claimsThird, .claimsNineTenths,
    .honestWhenRepeated, .worksBeforeWindow, .worksOnceBeforeWindow, .constantDurations,
  ]

  /// Acts out a fault that replaces the reply.
  private func misbehave() {
    switch fault {
    case .sleep: wait()
    case .sleepsOutside: usleep(3_000)
    case .stop: kill(getpid(), SIGSTOP)
    case .crash:
      // A sanitizer would catch it and turn it into an ordinary exit.
      signal(SIGSEGV, SIG_DFL)
      kill(getpid(), SIGSEGV)
    case .exit: _exit(3)
    case .exitAsNotFound: _exit(127)
    case .closeOutput:
      close(1)
      wait()
    default: break
    }
  }

  private func end() throws {
    switch fault {
    case .textAfterBye: try write(Array("bye!".utf8))
    case .linger: wait()
    case .failAtEnd: _exit(1)
    default: break
    }
  }

  private func wait() { while true { _ = Foundation.sleep(1_000) } }

  private func write(_ bytes: [UInt8]) throws { try StandardOutput.write(bytes) }
}
