import Foundation
import MatchmarkTestSupport
import Testing

/// A program of this build, beside the tests that run it.
enum Program: String {
  case matchmark
  case faulty = "matchmark-faulty"
  case faultyEngine = "faulty-engine"

  /// The root of the project.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder that the tests were built into.
  private static let folder: String? = {
    #if DEBUG
      let configuration = "debug"
    #else
      let configuration = "release"
    #endif
    let candidates = [
      Bundle.main.bundlePath,
      (CommandLine.arguments.first.map { ($0 as NSString).deletingLastPathComponent }) ?? "",
      "\(root)/.build/\(configuration)",
    ]
    return candidates.first { folder in
      [Program.matchmark, .faulty, .faultyEngine].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0.rawValue)")
      }
    }
  }()

  /// The path of the binary.
  var path: String {
    get throws {
      "\(try #require(Program.folder, "the programs must be built beside the tests"))/\(rawValue)"
    }
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    output: String? = nil, input: String = ""
  ) throws -> Outcome {
    let child = try Child.start(
      path: try path, arguments: arguments, folder: folder, environment: environment,
      output: output, input: input)
    return try child.finish()
  }
}

/// How a program ended.
struct Outcome {
  /// The exit code; 128 and the signal's number where a signal ended it.
  let code: Int32
  let output: String
  let errors: String

  /// The lines of the output.
  var lines: [Substring] { output.split(separator: "\n") }
}

/// A program that runs.
struct Child: ~Copyable {
  private let process: Process
  private let captured: TemporaryFolder
  private let ended: DispatchSemaphore
  private let capturesOutput: Bool

  /// No program of the tests takes longer, however busy the machine.
  private static let limitInSeconds = 240

  /// Starts a program; what it says goes to files, so that no pipe can fill up.
  ///
  /// - Parameters:
  ///   - output: a file that is there; nil captures the output.
  ///   - input: what it reads on standard input.
  static func start(
    path: String, arguments: [String], folder: String? = nil,
    environment: [String: String] = [:], output: String? = nil, input: String = ""
  ) throws -> Child {
    let captured = try TemporaryFolder()
    for name in ["out", "err"] { try Data().write(to: URL(filePath: captured.file(name))) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.environment = ProcessInfo.processInfo.environment
      .merging(["MATCHMARK_HOME": Program.root]) { $1 }.merging(environment) { $1 }
    try Data(input.utf8).write(to: URL(filePath: captured.file("in")))
    let streams = [
      try FileHandle(forReadingFrom: URL(filePath: captured.file("in"))),
      try FileHandle(forWritingTo: URL(filePath: output ?? captured.file("out"))),
      try FileHandle(forWritingTo: URL(filePath: captured.file("err"))),
    ]
    process.standardInput = streams[0]
    process.standardOutput = streams[1]
    process.standardError = streams[2]
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    // Foundation would keep them, and with some 1 300 descriptors open its `run` crashes.
    for stream in streams { try stream.close() }
    return Child(
      process: process, captured: captured, ended: ended, capturesOutput: output == nil)
  }

  /// The number by which signals reach it.
  var number: Int32 { process.processIdentifier }

  /// Whether it has not ended yet.
  var isRunning: Bool { process.isRunning }

  /// What it has said so far beside its output.
  func errors() throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: captured.file("err"))), as: UTF8.self)
  }

  /// Waits until it ends; one that does not is killed, and is an error.
  consuming func finish() throws -> Outcome {
    if ended.wait(timeout: .now() + .seconds(Self.limitInSeconds)) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      Issue.record("\(process.arguments ?? []) did not end in \(Self.limitInSeconds) seconds")
      ended.wait()
    }
    let text =
      capturesOutput
      ? String(decoding: try Data(contentsOf: URL(filePath: captured.file("out"))), as: UTF8.self)
      : ""
    let code = process.terminationStatus
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(code: isSignal ? 128 + code : code, output: text, errors: try errors())
  }
}
