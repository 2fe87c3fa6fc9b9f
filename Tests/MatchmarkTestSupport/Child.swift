import Foundation

/// The result of a program that has ended.
package struct ProgramOutcome {
  /// The exit code; 128 plus the signal's number if a signal ended the program.
  package let code: Int32
  package let output: String
  package let errors: String

  /// The lines of the output.
  package var lines: [Substring] { output.split(separator: "\n") }

  /// The output and the standard error, one after the other.
  package var text: String { output + errors }
}

/// A running program.
package struct Child: ~Copyable {
  private let process: Process
  private let captured: TemporaryFolder
  private let ended: DispatchSemaphore
  private let capturesOutput: Bool

  /// The program did not end in time and was killed.
  package struct Overdue: Error {
    let arguments: [String]
    let limitInSeconds: Int
  }

  /// The usual time limit; few programs of the tests take longer, even on a busy machine.
  private static let usualLimitInSeconds = 400

  /// Starts a program; its outputs go to files, so that no pipe can fill up.
  ///
  /// - Parameters:
  ///   - output: an existing file; nil captures the output.
  ///   - input: the bytes on the program's standard input.
  package static func start(
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
      .merging(["MATCHMARK_HOME": WorkingCopy.root.path]) { $1 }.merging(environment) { $1 }
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
    // Foundation would keep the files open, and with about 1 300 open descriptors its `run`
    // crashes.
    for stream in streams { try stream.close() }
    return Child(
      process: process, captured: captured, ended: ended, capturesOutput: output == nil)
  }

  /// Runs a program, found as `env` finds it, until it ends.
  package static func run(_ command: [String]) throws -> ProgramOutcome {
    try start(path: "/usr/bin/env", arguments: command).finish()
  }

  /// Runs a command line in a shell, as a person who copied it would.
  package static func paste(
    _ line: some StringProtocol, in folder: String, environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    try start(
      path: "/bin/sh", arguments: ["-c", String(line)], folder: folder, environment: environment
    ).finish()
  }

  /// The process number.
  package var number: Int32 { process.processIdentifier }

  /// True if the program is still running.
  package var isRunning: Bool { process.isRunning }

  /// Returns the program's standard error so far.
  package func errors() throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: captured.file("err"))), as: UTF8.self)
  }

  /// Waits for the program to end.
  ///
  /// - Throws: ``Overdue``.
  package consuming func finish(
    limitInSeconds: Int = Self.usualLimitInSeconds
  ) throws -> ProgramOutcome {
    if ended.wait(timeout: .now() + .seconds(limitInSeconds)) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      throw Overdue(arguments: process.arguments ?? [], limitInSeconds: limitInSeconds)
    }
    // The program has already ended, but without this call Foundation would never release it.
    process.waitUntilExit()
    let text =
      capturesOutput
      ? String(decoding: try Data(contentsOf: URL(filePath: captured.file("out"))), as: UTF8.self)
      : ""
    let code = process.terminationStatus
    let isSignal = process.terminationReason == .uncaughtSignal
    return ProgramOutcome(code: isSignal ? 128 + code : code, output: text, errors: try errors())
  }
}
