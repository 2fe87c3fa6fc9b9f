import Foundation

/// Programs that may be installed.
enum Tool {
  /// The root of the project.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Where the schemas of others lie, which the project does not carry.
  static let schemaFolder = ProcessInfo.processInfo.environment["MATCHMARK_JUNIT_SCHEMAS"]

  static let hasPython = succeeds(["python3", "-c", "import xml.etree.ElementTree"])

  /// Python with a module, by the names that it may have.
  static func python(with module: String) -> String? {
    let candidates = [ProcessInfo.processInfo.environment["MATCHMARK_PYTHON"], "python3"]
    return candidates.compactMap(\.self).first { succeeds([$0, "-c", "import \(module)"]) }
  }

  static func succeeds(_ command: [String]) -> Bool { (try? run(command).status) == 0 }

  /// Runs a command and gives its exit status and all that it printed.
  static func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
