import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Leftovers of child processes", .exits)
struct ChildProcessHygieneTests {
  @Test("Child processes leave no process, zombie or open pipe behind, however they end")
  func nothing() async {
    await #expect(processExitsWith: .success) {
      let scripts = [
        "exit 0", "sleep 1000", "kill -STOP $$", "kill -KILL $$", "sleep 1000 & exit 3",
        "trap '' TERM INT; while :; do sleep 1; done", "exec <&- >&-; sleep 1000",
      ]
      func run(_ command: ChildCommand) -> Int32? {
        guard var child = try? ChildProcess(command) else { return nil }
        child.settleTime = .milliseconds(5)
        _ = try? child.receiveLine(limitInBytes: 1, before: Deadline(after: .milliseconds(10)))
        return child.number
      }
      _ = run(shell("exit 0"))
      let before = try Processes.openPipeCount()
      var groups: [Int32] = []
      for script in scripts { groups.append(try #require(run(shell(script)))) }
      for program in ["/nowhere", "/"] where run(ChildCommand(program)) != nil { exit(10) }
      guard try Processes.openPipeCount() == before else { exit(11) }
      for group in groups where !Processes.groupHasGone(group) { exit(12) }
      // No child waits to be collected.
      guard waitpid(-1, nil, WNOHANG) == -1, errno == ECHILD else { exit(13) }
    }
  }

  @Test("Unread output of a child process is kept only up to a limit while its end is awaited")
  func flood() throws {
    var child = try ChildProcess(shell("head -c 9000000 /dev/zero"))
    #expect(child.waitForEnding(before: .far) == .exited(status: 0))
    #expect(child.unreadBytes(atMost: .max).count <= child.unreadLimitInBytes)
  }

  /// A program that leaves its own group for that of its parent.
  private static func joining(_ marker: String) -> ChildCommand {
    ChildCommand(
      "python3",
      [
        "-c",
        "import os, time; os.setpgid(0, os.getpgid(os.getppid())); print('in', flush=True); "
          + "time.sleep(1000)", marker,
      ], environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
  }

  @Test("A child that joined the process group of its parent can still be killed", .needs(.python3))
  func joined() throws {
    var child = try ChildProcess(Self.joining("joined"))
    let line = try child.receiveLine(limitInBytes: 100, before: Deadline(after: .seconds(600)))
    #expect(line == Array("in".utf8))
    #expect(child.kill() == .killed(signal: SIGKILL))
  }

  #if os(Linux)
    @Test(
      "A child that joined its parent's process group does not survive a signal to the parent",
      .needs(.python3), arguments: [SIGTERM, SIGKILL])
    func joinedAndSignalled(signal: Int32) async throws {
      let marker: String = "joined-\(getpid())-\(signal)"
      await #expect(processExitsWith: signal == SIGKILL ? .signal(SIGKILL) : .exitCode(143)) {
        [marker = marker as String, signal] in
        Signals.installInterruptHandlers()
        var child = try ChildProcess(Self.joining(marker))
        _ = try child.receiveLine(limitInBytes: 100, before: .far)
        kill(getpid(), signal)
        sleep(600)
      }
      #expect(Processes.allHaveGone(withArgument: marker))
    }
  #endif

  @Test("Child processes inherit no descriptors, and no blocked or ignored signals")
  func inheritance() async {
    await #expect(processExitsWith: .success) {
      // A descriptor that would survive an exec if it were not closed, and signals that a child
      // inherits.
      guard dup(0) > 2 else { exit(10) }
      for number in [SIGTERM, SIGINT, SIGPIPE] { signal(number, SIG_IGN) }
      var blocked = sigset_t()
      _ = unsafe sigfillset(&blocked)
      _ = unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
      for number in [SIGTERM, SIGINT, SIGPIPE] {
        var child = try ChildProcess(shell("kill -\(number) $$; sleep 1000"))
        guard child.waitForEnding(before: .far) == .killed(signal: number) else { exit(11) }
      }
      // Two at once: the second must not keep the pipes of the first open.
      let first = try ChildProcess(shell("sleep 1000"))
      var second = try ChildProcess(shell("ls -m /proc/$$/fd; :"))
      let line = try second.receiveLine(limitInBytes: 1_000, before: .far)
      guard first.number > 0, line == Array("0, 1, 2".utf8) else { exit(12) }
    }
  }

  @Test("An exchange with a child survives frequent signals and a parent that ignored SIGCHLD")
  func interruptions() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { _ in }
      _ = unsafe sigaction(SIGALRM, &action, nil)
      var alarms = sigset_t()
      _ = unsafe sigemptyset(&alarms)
      _ = unsafe sigaddset(&alarms, SIGALRM)
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
      // The signal goes to this thread; otherwise the system could pick any.
      let thread = pthread_self()
      Thread.detachNewThread {
        while true {
          pthread_kill(thread, SIGALRM)
          usleep(500)
        }
      }
      var child = try ChildProcess(shell("cat; exit 5"))
      let long = [UInt8](repeating: 0x61, count: 500_000)
      for _ in 0..<20 {
        try child.send(long + [0x0A], before: .far)
        let line = try child.receiveLine(limitInBytes: long.count, before: .far)
        guard line == long else { exit(10) }
      }
      child.closeInput()
      guard child.waitForEnding(before: .far) == .exited(status: 5) else { exit(11) }
    }
  }

  @Test(
    "No child survives a SIGINT or SIGTERM that ends its parent",
    arguments: [SIGINT, SIGTERM] as [Int32])
  func signalled(signal: Int32) async throws {
    let result = await #expect(
      processExitsWith: .exitCode(128 + signal), observing: [\.standardOutputContent]
    ) { [signal] in
      Signals.installInterruptHandlers()
      // Each has a child that a signal to the leader alone would not reach.
      let script = "trap '' INT TERM; sleep 1000 & while :; do sleep 1; done"
      let first = try ChildProcess(shell(script))
      let second = try ChildProcess(shell(script))
      print("\n\(first.number)\n\(second.number)")
      fflush(nil)
      kill(getpid(), signal)
      sleep(60)
    }
    let groups = Processes.numbers(in: result?.standardOutputContent ?? [])
    #expect(groups.count == 2)
    for group in groups { #expect(Processes.groupHasGone(group)) }
  }

  @Test("A tidy child removes its files after a signal to its parent, and is killed if it does not")
  func tidy() async throws {
    let folder = try TemporaryFolder()
    let (file, ready) = (folder.file("file"), folder.file("ready"))
    try "".write(toFile: file, atomically: false, encoding: .utf8)
    let result = await #expect(
      processExitsWith: .exitCode(143), observing: [\.standardOutputContent]
    ) { [file = file as String, ready = ready as String] in
      Signals.installInterruptHandlers()
      let loop = "while :; do sleep 0.01; done"
      var deaf = shell("trap '' TERM; touch \(ready); \(loop)")
      deaf.isTidy = true
      var tidy = shell("trap 'rm \(file); exit' TERM; touch \(ready)-too; \(loop)")
      tidy.isTidy = true
      let first = try ChildProcess(deaf)
      let second = try ChildProcess(tidy)
      print("\n\(first.number)\n\(second.number)")
      fflush(nil)
      for path in [ready, "\(ready)-too"] {
        while !FileManager.default.fileExists(atPath: path) { usleep(1_000) }
      }
      kill(getpid(), SIGTERM)
      sleep(60)
    }
    #expect(!FileManager.default.fileExists(atPath: file))
    let groups = Processes.numbers(in: result?.standardOutputContent ?? [])
    #expect(groups.count == 2)
    for group in groups { #expect(Processes.groupHasGone(group)) }
  }

  #if os(Linux)
    @Test(
      "No child survives a signal that its parent receives while starting it",
      arguments: [3_000, 7_000, 11_000, 13_000, 17_000, 19_000] as [UInt32])
    func signalledAtStart(moment: UInt32) async throws {
      let marker: String = "1000.0\(getpid())\(moment)"
      await #expect(processExitsWith: .exitCode(143)) { [marker = marker as String, moment] in
        Signals.installInterruptHandlers()
        for _ in 0..<3 {
          Thread.detachNewThread {
            // It reads no input, so only a signal ends it.
            let command = ChildCommand("/bin/sleep", [marker])
            while true { _ = try? ChildProcess(command) }
          }
        }
        usleep(moment)
        kill(getpid(), SIGTERM)
        sleep(60)
      }
      #expect(Processes.allHaveGone(withArgument: marker))
    }
  #endif

  @Test("A child that reads its input ends when its parent is killed")
  func killed() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) {
      let child = try ChildProcess(shell("cat"))
      print("\n\(child.number)")
      fflush(nil)
      kill(getpid(), SIGKILL)
      sleep(60)
    }
    let groups = Processes.numbers(in: result?.standardOutputContent ?? [])
    #expect(groups.count == 1)
    for group in groups { #expect(Processes.groupHasGone(group)) }
  }
}

/// A script for the system's shell, with an ordinary environment.
func shell(_ script: String) -> ChildCommand {
  ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
}

extension Deadline {
  /// A moment that only a hanging test reaches.
  static var far: Deadline { Deadline(after: .seconds(60)) }
}
