import Foundation
import MatchmarkTestSupport
import Testing

/// The project of the pipeline's tests: two commits, and a command that logs its arguments.
extension PipelineTests {
  static let script = WorkingCopy.path("scripts/pipeline")

  /// Logs folder and arguments, writes the command's files, and exits with the first of the codes.
  static let command = #"""
    #!/usr/bin/env bash
    echo "$(basename "$PWD"): $*" >>"$LOG"
    for folder in answers conformance gate; do mkdir -p "reports/$folder"; done
    case "$1 $2" in
      "verify --conformance") printf '%s\n' right '' verdict '' '- failure' more '' '### Groups' \
        >reports/conformance/report.md ;;
      verify\ *) echo '{}' >reports/answers/record.json ;;
      check\ *)
        printf '%s\n' '<!-- Made by matchmark. -->' gate >reports/gate/report.md
        code="$(head -n 1 "$CODES" 2>/dev/null)"
        if [[ -n "$code" ]]; then sed -i 1d "$CODES"; fi
        echo '{}' >reports/gate/record.json
        exit "${code:-0}"
        ;;
      report\ *)
        seq 31
        echo "${MATCHMARK_SHOWN:-$0} check --engine-file ENGINES.yaml --against OTHER-BUILD"
        ;;
    esac
    """#

  /// The project `own`, at the second of two commits, and the command in `bin`.
  static func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for path in ["bin", "own"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(path), withIntermediateDirectories: false)
    }
    try write(command, to: folder.file("bin/matchmark"))
    try write("engines: []\n", to: folder.file("own/engines.yaml"))
    try write("reports/\n.matchmark/\nbuilt\n", to: folder.file("own/.gitignore"))
    try Data().write(to: URL(filePath: folder.file("own/Package.swift")))
    try git(["init", "-q", "-b", "main"], in: folder)
    try commit(in: folder)
    try git(["checkout", "-q", "-b", "change"], in: folder)
    try write("engines: [ ]\n", to: folder.file("own/engines.yaml"))
    try commit(in: folder)
    return folder
  }

  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  @discardableResult
  static func git(
    _ arguments: [String], in folder: borrowing TemporaryFolder
  ) throws -> String {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
    let outcome = try Child.run(["git", "-C", folder.file("own")] + identity + arguments)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  static func commit(in folder: borrowing TemporaryFolder) throws {
    try git(["add", "-A"], in: folder)
    try git(["commit", "-q", "-m", "x"], in: folder)
  }

  /// Runs a pipeline command and returns its code and the lines that the program logged.
  static func run(
    _ command: String, in folder: borrowing TemporaryFolder, _ environment: [String: String] = [:]
  ) throws -> (outcome: ProgramOutcome, notes: [String]) {
    let log = folder.file("log")
    try? FileManager.default.removeItem(atPath: log)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let outcome = try Child.start(
      path: "/bin/bash", arguments: ["-ec", command], folder: folder.file("own"),
      environment: [
        "PATH": "\(folder.file("bin")):\(path)", "LOG": log, "CODES": folder.file("codes"),
        "GITHUB_ACTION_PATH": WorkingCopy.root.path, "GITHUB_STEP_SUMMARY": folder.file("summary"),
        "MATCHMARK_PARTICIPANT": "mine", "MATCHMARK_BASE": "main", "MATCHMARK_CACHE": ".matchmark",
        "MATCHMARK_CORPUS": "rows.csv",
      ].merging(environment) { $1 }
    ).finish()
    let notes = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return (outcome, notes.split(separator: "\n").map(String.init))
  }

  static func step(
    _ name: String, in folder: borrowing TemporaryFolder, _ environment: [String: String] = [:]
  ) throws -> (outcome: ProgramOutcome, notes: [String]) {
    try run("'\(script)' \(name)", in: folder, environment)
  }

  /// The checkout of the base branch.
  static func base(in folder: borrowing TemporaryFolder) -> String {
    URL(filePath: folder.file("own/.matchmark/base/own")).standardizedFileURL.path
  }
}
