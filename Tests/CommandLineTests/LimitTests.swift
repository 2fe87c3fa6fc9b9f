import Foundation
import MatchmarkTestSupport
import Testing

/// System limits that a run hits; they are real, and set for the process only.
@Suite("A run that hits a limit of the system")
struct LimitTests {
  private static let someone = "setpriv --reuid=65534 --regid=65534 --clear-groups"

  /// A new folder; only this process sees its mounts.
  private static let canMount = Machine.can("unshare -m mount -t tmpfs none /mnt")
  private static let canBeSomeone = Machine.can(
    "test \"$(id -u)\" != 0 || \(someone) \"$0\" version")
  private static let seesOpenFiles = Machine.can("readlink /proc/$$/fd/0")
  /// Limits memory to slightly more than the program needs to start, which depends on libraries.
  private static let littleMemory = """
    v=80000; until (ulimit -v $v; "$0" version) >/dev/null 2>&1; do
    v=$((v + 20000)); if [ $v -gt 1000000 ]; then exit 9; fi; done; ulimit -v $((v + 10000))
    """
  /// A program under a sanitizer needs more than any sensible limit.
  private static let startsInLittleMemory = Machine.can("\(littleMemory); \"$0\" version")

  @Test("A run that hits a file-size limit leaves all reports of the previous run intact")
  func fileSize() throws {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    let old = try ReportSet(folder.file("r"))
    let outcome = try Program.matchmark.run(
      after: "ulimit -f 20", SmallRun.arguments, in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("cannot write 'r/report.html': File too large"))
    #expect(try ReportSet(folder.file("r")) == old)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("r"))
    #expect(Set(names) == Set(SmallRun.names + ["runs"]))
  }

  @Test(
    "A run that fills the disk leaves all reports of the previous run intact",
    .enabled(if: canMount, "a file system of our own needs root"))
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    let old = try ReportSet(folder.file("r"))
    // The small disk disappears with the process, so its files are copied back.
    let script = """
      mkdir small && mount -t tmpfs -o size=1m none small && cp -r r small/ && cd small || exit 9
      cat /dev/zero > filler 2>&-; truncate -s -48k filler
      "$0" "$@"; status=$?; cp -r r ../after; exit $status
      """
    let outcome = try Child.start(
      path: "/usr/bin/env",
      arguments: ["unshare", "-m", "sh", "-c", script, try Program.matchmark.path]
        + SmallRun.arguments, folder: folder.path
    ).finish()
    #expect(outcome.code == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("No space left on device"))
    #expect(try ReportSet(folder.file("after")) == old)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("after"))
    #expect(names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("Too few file descriptors are an error before anything is measured")
  func descriptors() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      after: "ulimit -n 4", SmallRun.arguments, in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(/cannot (open|create a file in the folder) '[^']+': Too many/))
    #expect(try folder.names() == [])
  }

  @Test(
    "A report folder without write permission is an error before anything is measured",
    .enabled(if: canBeSomeone, "someone without rights must be able to start the program"),
    arguments: [
      ("run", "r", "cannot create a file in the folder 'r': Permission denied"),
      ("run", "r/new", "cannot create the folder 'r/new': Permission denied"),
      ("verify", "r", "cannot create a file in the folder 'r': Permission denied"),
    ])
  func readOnly(command: String, output: String, complaint: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("r"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o555])
    let measuring = command == "run" ? SmallRun.measuring : []
    let outcome = try Child.start(
      path: "/bin/sh",
      arguments: [
        "-c",
        "if [ \"$(id -u)\" = 0 ]; then exec \(Self.someone) \"$0\" \"$@\"; fi; exec \"$0\" \"$@\"",
        try Program.matchmark.path, command, "--corpus", "titles-10", "-o", output,
      ] + measuring, folder: folder.path
    ).finish()
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("cannot write reports: \(complaint)"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("r")) == [])
  }

  @Test(
    "Running out of memory is a clear error, and leaves no file",
    .enabled(if: startsInLittleMemory, "the program must start within the limit"))
  func memory() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      after: Self.littleMemory, ["data", "gen", "titles-2000000", "-o", "rows.jsonl"],
      in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("matchmark: the system refused memory (a limit such as"))
    #expect(outcome.errors.contains("raise the limit or take fewer rows"))
    #expect(try folder.names() == [])
  }

  @Test(
    "A run with closed standard streams is an error, but its reports are complete",
    arguments: [">&-", "<&- >&- 2>&-"])
  func closedStreams(closing: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      after: "exec \(closing)", SmallRun.arguments, in: folder.path)
    #expect(outcome.code == 1)
    if closing == ">&-" {
      #expect(
        outcome.errors.contains("cannot write 'standard output': Bad file descriptor"))
    }
    #expect(try ReportSet(folder.file("r")).isWhole)
  }

  @Test("A closed standard input is an error, not the end of the input")
  func closedInput() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      after: "exec <&-", ["engine", "serve", "--matcher", "linear-scan"], in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors == "matchmark: cannot read 'standard input': Bad file descriptor\n")
  }

  // Closing streams within a test would race with its threads, which open files at any time.
  @Test(
    "No file takes the number of a closed standard stream",
    .enabled(if: seesOpenFiles, "the open files of a process must be visible"))
  func reservedStreams() throws {
    let folder = try TemporaryFolder()
    let engine = """
      for n in 0 1 2; do readlink /proc/$PPID/fd/$n; done > '\(folder.file("streams"))'
      """
    _ = try Program.matchmark.run(
      after: "exec <&- >&- 2>&-", ["verify", "--", "/bin/sh", "-c", engine], in: folder.path)
    let streams = try String(contentsOfFile: folder.file("streams"), encoding: .utf8)
    #expect(streams == "/dev/null\n/dev/null\n/dev/null\n")
  }

  /// Only root can become a user without any process, for whom one is the limit.
  private static let nobody = [
    "setpriv", "--reuid=65534", "--clear-groups", "prlimit", "--nproc=1",
  ]
  private static let canBecomeNobody =
    (try? Child.run(nobody + [try Program.matchmark.path, "--version"]))?.code == 0

  @Test(
    "A lack of threads or processes is an error, and no engine counts as missing because of it",
    .enabled(if: canBecomeNobody, "root, setpriv and prlimit are needed"))
  func noProcesses() throws {
    let hunt = ["hunt", "--cases", "1", "--rows", "9", "-e", "linear-scan"]
    let verify = ["verify", "--corpus", "countries", "-e", "linear-scan", "-e", "python-plain"]
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let unknown = "cannot tell whether engine 'python-plain' is installed"
    for (arguments, complaint, code) in [
      (hunt + ["--no-progress"], " threads: ", 1), (verify + ["--no-progress"], unknown, 1),
      (["query", "--corpus", "countries", "-e", "python-plain", "new"], unknown, 1),
      (["list", "--engines"], "cannot tell whether it is installed", 1),
      (["verify", "--", "true"], "start: system-exhausted", 5),
    ] as [([String], String, Int32)] {
      let outcome = try Child.start(
        path: "/usr/bin/env",
        arguments: Self.nobody + [try Program.matchmark.path] + arguments,
        folder: folder.path, environment: ["TMPDIR": "/tmp"]
      ).finish()
      #expect(outcome.code == code, "\(arguments): \(outcome.text)")
      #expect(outcome.text.contains(complaint), "\(arguments): \(outcome.text)")
    }
  }

  @Test("A run ends silently with complete reports when the reader of its table goes away")
  func closedPipe() throws {
    let folder = try TemporaryFolder()
    let words = ([try Program.matchmark.path] + SmallRun.arguments).joined(separator: "' '")
    let outcome = try Child.start(
      path: "/bin/sh", arguments: ["-c", "{ '\(words)'; echo $? >&2; } | :"], folder: folder.path
    ).finish()
    #expect(outcome.errors == "0\n")
    #expect(try ReportSet(folder.file("r")).isWhole)
  }
}
