import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("A child process")
struct ChildProcessTests {
  @Test("A child process answers line by line")
  func lines() throws {
    var child = try ChildProcess(shell("cat"))
    for text in ["one", "", "three"] {
      try child.send(Array("\(text)\n".utf8), before: .far)
      let line = try child.receiveLine(limitInBytes: 10, before: .far)
      #expect(line == Array(text.utf8))
    }
    child.closeInput()
    let ending = child.waitForEnding(before: .far)
    #expect(ending == .exited(status: 0))
  }

  @Test("A child process gets its arguments unchanged, because no shell reads them")
  func arguments() throws {
    let arguments = ["a b", "$HOME", "*", "", "'", "\u{e9}"]
    var child = try ChildProcess(ChildCommand("/bin/sh", ["-c", printing, "sh"] + arguments))
    for argument in arguments {
      let line = try child.receiveLine(limitInBytes: 100, before: .far)
      #expect(line == Array("<\(argument)>".utf8))
    }
  }

  private var printing: String { "for a; do printf '<%s>\\n' \"$a\"; done" }

  @Test("A child process gets the given folder and exactly the given environment")
  func surroundings() throws {
    var child = try ChildProcess(
      ChildCommand(
        "/bin/sh", ["-c", "pwd; echo \"$X${HOME-none}\""], folder: "/usr",
        environment: ["X": "a=b "]))
    var lines: [String] = []
    for _ in 0..<2 {
      lines.append(
        String(decoding: try child.receiveLine(limitInBytes: 100, before: .far), as: UTF8.self))
    }
    #expect(lines == ["/usr", "a=b none"])
  }

  @Test("A program is looked up in the child's own PATH, and relative to the child's folder")
  func search() throws {
    var command = ChildCommand("sh", ["-c", "echo $0"], environment: ["PATH": "/nowhere:/bin"])
    var child = try ChildProcess(command)
    let line = try child.receiveLine(limitInBytes: 100, before: .far)
    #expect(line == Array("sh".utf8))
    command.folder = "/bin"
    command.environment["PATH"] = "/nowhere:"
    _ = try ChildProcess(command)
    command.program = "./sh"
    _ = try ChildProcess(command)
  }

  @Test("A program that is open for writing starts once it is closed")
  func busyProgram() throws {
    let folder = try TemporaryFolder()
    let program = folder.file("copy")
    try FileManager.default.copyItem(
      atPath: URL(filePath: "/bin/true").resolvingSymlinksInPath().path, toPath: program)
    // A handle of Foundation would stay open in the programs that other tests start meanwhile.
    let writing = unsafe open(program, O_WRONLY | O_CLOEXEC)
    try #require(writing >= 0)
    #expect(
      throws: ChildProcessError.notStarted(program: program, reason: "Text file busy")
    ) {
      _ = try ChildProcess(ChildCommand(program, []))
    }
    let closing = Thread {
      usleep(50_000)
      close(writing)
    }
    closing.start()
    var child = try ChildProcess(ChildCommand(program, []))
    #expect(child.waitForEnding(before: .far) == .exited(status: 0))
  }

  @Test("A child process is written to and read from at once, however much fills the pipes")
  func floods() throws {
    // It fills its output before it reads, then answers a line that is longer than any pipe's
    // buffer.
    var child = try ChildProcess(
      shell("head -c 300000 /dev/zero | tr '\\0' x; echo; head -c 300000 /dev/zero >&2; cat"))
    child.unreadLimitInBytes = 1 << 22
    let long = [UInt8](repeating: 0x61, count: 3_000_000)
    try child.send(long + [0x0A], before: .far)
    let first = try child.receiveLine(limitInBytes: 300_000, before: .far)
    #expect(first.count == 300_000)
    let second = try child.receiveLine(limitInBytes: long.count, before: .far)
    #expect(second == long)
  }

  @Test("The end of a child's standard error is kept, up to a limit")
  func errors() throws {
    var child = try ChildProcess(
      shell("head -c 500000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 3"))
    #expect(throws: ChildProcessError.ended(.exited(status: 3))) {
      try child.receiveLine(limitInBytes: 10, before: .far)
    }
    let kept = child.lastErrors
    #expect(kept.count == ChildProcess.keptErrorSizeInBytes)
    #expect(kept.suffix(5) == Array("xend\n".utf8))
  }

  @Test("The ending of a child process is its exit status or the signal that killed it")
  func endings() throws {
    for (script, ending) in [
      ("exit 0", ChildEnding.exited(status: 0)), ("exit 255", .exited(status: 255)),
      ("kill -KILL $$", .killed(signal: 9)), ("kill -TERM $$", .killed(signal: 15)),
    ] {
      var child = try ChildProcess(shell(script))
      #expect(throws: ChildProcessError.ended(ending)) {
        try child.receiveLine(limitInBytes: 10, before: .far)
      }
      #expect(child.kill() == ending)
      #expect(child.kill() == ending)
    }
  }

  @Test("A child process that closes a pipe but keeps running is not reported as ended")
  func closedPipes() throws {
    var silent = try ChildProcess(shell("exec >&-; sleep 1000"))
    silent.settleTime = .milliseconds(20)
    #expect(throws: ChildProcessError.closed(.output)) {
      try silent.receiveLine(limitInBytes: 10, before: .far)
    }
    // A line after the close: the pipe must be closed before anything is written to it.
    var deaf = try ChildProcess(shell("exec <&-; echo; sleep 1000"))
    deaf.settleTime = .milliseconds(20)
    _ = try deaf.receiveLine(limitInBytes: 10, before: .far)
    // Another test's child has copies of all pipes until it starts its program.
    #expect(throws: ChildProcessError.closed(.input)) {
      for _ in 0..<1_000 {
        try deaf.send([0x0A], before: .far)
        usleep(5_000)
      }
    }
  }

  @Test("A child process that ends while its own child keeps the output open is reported as ended")
  func heldPipe() throws {
    var child = try ChildProcess(shell("sleep 1000 & echo $!; exit 4"))
    child.settleTime = .milliseconds(20)
    let line = try child.receiveLine(limitInBytes: 20, before: .far)
    #expect(Int32(String(decoding: line, as: UTF8.self)) != nil)
    #expect(throws: ChildProcessError.held(.exited(status: 4))) {
      try child.receiveLine(limitInBytes: 10, before: .far)
    }
    #expect(throws: ChildProcessError.held(.exited(status: 4))) {
      try child.awaitEndOfOutput(atMost: 0, before: .far)
    }
    let group = child.number
    child.kill()
    #expect(Processes.groupHasGone(group))
  }

  @Test(
    "A child process that was killed is reported with its signal, even if its output stays open")
  func killedWhileHeld() throws {
    var child = try ChildProcess(shell("sleep 1000 & kill -SEGV $$"))
    child.settleTime = .milliseconds(20)
    #expect(throws: ChildProcessError.ended(.killed(signal: 11))) {
      try child.receiveLine(limitInBytes: 10, before: .far)
    }
  }
}

@Suite("A child process that does not answer")
struct SilentChildTests {
  private var soon: Deadline { Deadline(after: .milliseconds(30)) }

  @Test(
    "A child process that does not answer times out, and can then be killed",
    arguments: ["sleep 1000", "kill -STOP $$", "printf half; sleep 1000"])
  func silence(script: String) throws {
    var child = try ChildProcess(shell(script))
    let deadline = soon
    #expect(throws: ChildProcessError.timedOut) {
      try child.receiveLine(limitInBytes: 10, before: deadline)
    }
    #expect(child.waitForEnding(before: deadline) == nil)
    #expect(child.kill() == .killed(signal: 9))
  }

  @Test("A write to a child process that does not read times out")
  func deafness() throws {
    var child = try ChildProcess(shell("sleep 1000"))
    let deadline = soon
    let bytes = [UInt8](repeating: 0x61, count: 1_000_000)
    #expect(throws: ChildProcessError.timedOut) { try child.send(bytes, before: deadline) }
  }

  @Test("Waiting for a line from a child process times out even if bytes keep coming")
  func trickle() throws {
    var child = try ChildProcess(shell("while :; do printf x; done"))
    let deadline = soon
    #expect(throws: ChildProcessError.timedOut) {
      try child.receiveLine(limitInBytes: .max, before: deadline)
    }
  }

  @Test("A line over the limit is refused, whether or not the child process ever ends it")
  func longLines() throws {
    var endless = try ChildProcess(shell("cat /dev/zero"))
    #expect(throws: ChildProcessError.lineTooLong(limitInBytes: 1_000_000)) {
      try endless.receiveLine(limitInBytes: 1_000_000, before: .far)
    }
    var long = try ChildProcess(shell("echo 1234; echo 12345; cat"))
    let line = try long.receiveLine(limitInBytes: 4, before: .far)
    #expect(line == Array("1234".utf8))
    #expect(throws: ChildProcessError.lineTooLong(limitInBytes: 4)) {
      try long.receiveLine(limitInBytes: 4, before: .far)
    }
  }

  @Test("A child process cannot flood its writer with output")
  func unreadFloods() throws {
    let bytes = [UInt8](repeating: 0x61, count: 1_000_000)
    var lines = try ChildProcess(shell("while :; do echo; done"))
    lines.unreadLimitInBytes = 10_000
    #expect(throws: ChildProcessError.tooMuchOutput(limitInBytes: 10_000)) {
      try lines.send(bytes, before: .far)
    }
    var line = try ChildProcess(shell("cat /dev/zero"))
    line.unreadLimitInBytes = 10_000
    #expect(throws: ChildProcessError.lineTooLong(limitInBytes: 10_000)) {
      try line.send(bytes, before: .far)
    }
  }

  @Test("Unsolicited output of a child process is collected without waiting for more")
  func excess() throws {
    var child = try ChildProcess(shell("echo one; printf two; exec sleep 1000"))
    let line = try child.receiveLine(limitInBytes: 10, before: .far)
    #expect(line == Array("one".utf8))
    let count = try child.collectUnread(atMost: 3, before: .far)
    #expect(count == 3)
    #expect(child.unreadBytes(atMost: 2) == Array("tw".utf8))
  }
}

@Suite("A program that cannot be started")
struct UnstartableChildTests {
  private func failure(_ command: ChildCommand) -> String? {
    do throws(ChildProcessError) { _ = try ChildProcess(command) } catch {
      return error.description
    }
    return nil
  }

  @Test("A program that cannot be started is reported with the reason")
  func missing() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(Array("#!/nowhere/sh\n".utf8), to: folder.file("script"), replacing: .own)
    #expect(
      failure(ChildCommand("no-such-program", environment: ["PATH": "/bin:/usr/bin"]))
        == "cannot find the program 'no-such-program': it is in no folder of PATH, which is "
        + "'/bin:/usr/bin'")
    #expect(
      failure(ChildCommand("/nowhere/program"))
        == "cannot find the program '/nowhere/program': there is no such file")
    #expect(
      failure(ChildCommand("script", environment: ["PATH": folder.path]))
        == "cannot start 'script': '\(folder.file("script"))' is not executable")
    #expect(
      failure(ChildCommand(folder.file("script")))
        == "cannot start '\(folder.file("script"))': Permission denied")
    #expect(
      failure(ChildCommand("/bin/sh", folder: "/nowhere"))
        == "cannot start '/bin/sh': there is no working folder '/nowhere'")
    #expect(
      failure(ChildCommand("/bin/sh", ["a\0b"]))
        == "cannot start '/bin/sh': an argument or a variable holds a zero byte")
    #expect(failure(ChildCommand("")) == "cannot find the program '': the name is empty")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.file("script"))
    #expect(
      failure(ChildCommand(folder.file("script")))
        == "cannot start '\(folder.file("script"))': the interpreter that it names is missing")
  }
}
