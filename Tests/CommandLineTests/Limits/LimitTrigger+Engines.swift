import DatasetsSupport
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkMatchers
import MatchmarkMeasurement
import MatchmarkSystem
import MatchmarkTestSupport

extension LimitTrigger {
  static let messages: [LimitTrigger] = [
    .calls(
      "message-nesting", atLimit: { value(nested(32)) }, beyond: { value(nested(33)) }),
    .calls("message-keys", atLimit: { value(keys(1_024)) }, beyond: { value(keys(1_025)) }),
    .calls(
      "message-text-size", atLimit: { value("{\"type\":\"\(letters(65_536))\"}") },
      beyond: { value("{\"type\":\"\(letters(65_537))\"}") }),
    .calls(
      "message-number", atLimit: { reply(count: "9007199254740991") },
      beyond: { reply(count: "9007199254740992") }),
    .calls(
      "repetitions", atLimit: { request(repeating: 10_000) },
      beyond: { request(repeating: 10_001) }),
    .calls(
      // Reading 64 MiB byte by byte is too slow without optimisation.
      "request-size", expected: { $0.replacing("67108864", with: "1000") },
      atLimit: { served(1_000, limitInBytes: 1_000) },
      beyond: { served(1_001, limitInBytes: 1_000) }),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static func keys(_ count: Int) -> String {
    let members = (0..<count).map { number in
      "\"\(String(repeating: "0", count: 4 - "\(number)".count))\(number)\":0"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func value(_ line: String) -> String? {
    complaint { _ = try JSONTree(reading: Array(line.utf8)) }
  }

  private static func reply(count: String) -> String? {
    complaint {
      let line = "{\"type\":\"query\",\"id\":1,\"elapsed_ns\":[1],\"count\":\(count)}"
      _ = try EngineReply(decoding: Array(line.utf8))
    }
  }

  private static func request(repeating count: Int) -> String? {
    let request = EngineRequest.query(
      QueryRequest(id: 1, query: SearchQuery(), want: .count, repeatCount: count))
    return complaint { _ = try EngineRequest(decoding: Array(request.encodedLine.dropLast())) }
  }

  /// A server's reply to a line of this many bytes, if it is about the line's length.
  private static func served(_ size: Int, limitInBytes: Int) -> String? {
    let entry = MatcherEntry(LinearScanMatcher.self)
    let hello = HelloReply(
      serving: entry.descriptor, version: "1", language: "", isOptimised: false)
    var server = EngineServer(
      entry, hello: hello, requestSizeInBytes: limitInBytes
    ) { _ in throw FileError(.open, path: "none", code: ENOENT) }
    var input = [Array((letters(size) + "\n").utf8)]
    var output: [UInt8] = []
    server.serve(
      from: { chunk in chunk = input.popLast() ?? [] }, to: { output += $0 })
    let text = String(decoding: output, as: UTF8.self)
    return text.contains("got a line of") ? text : nil
  }
}

// MARK: - Processes

extension LimitTrigger {
  static let engines: [LimitTrigger] =
    [
      .calls(
        "reply-size", atLimit: { try flawless.get() }, beyond: { try fault(.endlessLine, .hello) }),
      .calls(
        "excess-output-size", atLimit: { try flawless.get() },
        beyond: { try fault(.endlessReplies, .query) }),
      .untried(
        "child-processes", "two hundred and fifty-six processes leave other tests none to start"),
      .calls(
        "standard-error-size", atLimit: { try lostErrors(65_536) },
        beyond: { try lostErrors(65_537) }),
      .calls(
        "shown-request-size", atLimit: { shownRequest(4_096) }, beyond: { shownRequest(4_097) }),
      .calls(
        "version-output-size", atLimit: { try version(65_536) }, beyond: { try version(65_537) }),
      .calls(
        "version-time", atLimit: { missing("echo 1.0", within: .seconds(600)) },
        beyond: { missing("exec sleep 1000", within: .milliseconds(60)) }),
    ] + timeouts

  /// The table's times are too long to wait for; this is the same check with a shorter one.
  private static let timeouts = [
    (EnginePhase.hello, 10), (.load, 120), (.build, 600), (.query, 10), (.bye, 5),
  ].map { phase, seconds in
    calls(
      "\(phase.rawValue)-time",
      expected: { $0.replacing("within \(seconds).0 seconds", with: "within 0.06 seconds") },
      atLimit: { try flawless.get() }, beyond: { try fault(.sleep, phase, isImpatient: true) })
  }

  /// The reason why an engine counts as not installed; nil if it is installed.
  private static func missing(_ version: String, within limit: Duration) -> String? {
    let entry = EngineEntry(
      id: "x", summary: "", command: [], versionCommand: ["sh", "-c", version], install: "")
    guard case .missing(let reason) = entry.installation(within: limit) else { return nil }
    return reason
  }

  /// The outcome of a right engine that is slow.
  private static let flawless = Result { try fault(.none) }

  /// The outcome of an engine that does something wrong in a step of its session.
  private static func fault(
    _ deed: EngineDeed, _ phase: EnginePhase = .query, isImpatient: Bool = false
  ) throws -> String? {
    let folder = try TemporaryFolder()
    let corpus = try CorpusGenerator.all[0].corpus(rowCount: 10, seed: 1)
    let bytes = CanonicalCorpus.bytes(of: corpus)
    try AtomicFile.write(bytes, to: folder.file("rows.jsonl"))
    let rows: EngineCorpus = (
      path: folder.file("rows.jsonl"), identity: CorpusIdentity(of: corpus).description,
      schemaLine: Array(bytes.prefix { $0 != 0x0A }), rowCount: 10
    )
    let launch = EngineLaunch(
      id: "faulty", command: [try Program.faultyEngine.path, deed.rawValue, phase.rawValue],
      environment: ["SWIFT_BACKTRACE": "enable=no"],
      timeouts: timeouts(shortIn: isImpatient ? phase : nil))
    return complaint {
      let engine = try EngineClient(launch)
      try engine.hello()
      _ = try engine.open(rows, profile: .titles)
      for text in ["a", "b"] { _ = try engine.query(SearchQuery(text), want: .rows) }
      try engine.bye()
    }
  }

  private static func timeouts(shortIn phase: EnginePhase?) -> EngineTimeouts {
    func time(_ step: EnginePhase) -> Duration {
      step == phase ? .milliseconds(60) : .seconds(30)
    }
    var timeouts = EngineTimeouts()
    timeouts.hello = time(.hello)
    timeouts.load = time(.load)
    timeouts.build = time(.build)
    timeouts.query = time(.query)
    timeouts.bye = time(.bye)
    timeouts.settle = .seconds(5)
    return timeouts
  }

  private static func shell(_ script: String) -> ChildCommand {
    ChildCommand("sh", ["-c", script], environment: ChildCommand.inheritedEnvironment)
  }

  /// A program's standard error; nil if all of it is kept.
  private static func lostErrors(_ size: Int) throws -> String? {
    var child = try ChildProcess(shell("head -c \(size) /dev/zero >&2"))
    _ = try child.awaitEndOfOutput(atMost: 0, before: Deadline(after: .seconds(30)))
    _ = child.waitForEnding(before: Deadline(after: .seconds(30)))
    return child.lastErrors.count == size ? nil : "\(child.lastErrors.count) of \(size) bytes"
  }

  private static func shownRequest(_ size: Int) -> String? {
    let fault = EngineFault(
      .crashed, in: .query, got: "g", expected: "e", requestLine: letters(size))
    return fault.description.contains(letters(size)) ? nil : fault.description
  }

  /// A version command that prints one line of this many bytes; nil if all of it is the version.
  private static func version(_ size: Int) throws -> String? {
    let script = "printf 'v1\\n'; head -c \(size - 3) /dev/zero | tr '\\0' x"
    let command = ["sh", "-c", script]
    let entry = EngineEntry(
      id: "x", summary: "", command: command, versionCommand: command, install: "")
    switch entry.installation() {
    case .installed(let version): return size > 65_536 && version == "v1" ? version : nil
    case .missing(let reason), .unknown(let reason): return "missing: \(reason)"
    }
  }
}
