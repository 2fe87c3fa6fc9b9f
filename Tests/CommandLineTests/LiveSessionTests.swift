import Foundation
import MatchmarkTestSupport
import Testing

/// The live screen, driven by a script at the other end of the terminal.
@Suite("The live session", .needs(.python3))
struct LiveSessionTests {
  /// Runs a script to its end.
  ///
  /// In it, `Session()` begins a session on a terminal of 24 rows, `send` types, `wait` waits for a
  /// text, and `is_cooked` tells whether the terminal is as it was.
  private func drive(_ script: String) throws {
    let folder = try TemporaryFolder()
    try Data("name,price\nCrème brûlée,4.50\nApple tart,3.00\nTarte Tatin,5.00\n".utf8)
      .write(to: URL(filePath: folder.file("cakes.csv")))
    try Data("\(Self.library)\(script)\nprint('at the end')\n".utf8)
      .write(to: URL(filePath: folder.file("drive.py")))
    let outcome = try Child.start(
      path: "/usr/bin/env",
      arguments: [
        "python3", folder.file("drive.py"), try Program.matchmark.path, folder.file("cakes.csv"),
      ], folder: folder.path
    ).finish()
    #expect(outcome.code == 0 && outcome.output == "at the end\n", "\(outcome.text)")
  }

  private static let library = """
    import fcntl, os, pty, re, select, signal, struct, sys, termios, time

    class Session:
        def __init__(self, first="of 3 rows", columns=80, term="xterm", rows=None, words=None):
            leader, self.fd = pty.fork()
            if leader == 0:
                # A shell's place: without one, the system does not stop a program.
                program = os.fork()
                if program == 0:
                    os.setpgid(0, 0)
                    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
                    os.tcsetpgrp(0, os.getpid())
                    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                    os.environ["TERM"] = term
                    os.environ.pop("NO_COLOR", None)
                    words = words or ["session", "--corpus", rows or sys.argv[2]]
                    os.execv(sys.argv[1], [sys.argv[1]] + words)
                code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
                time.sleep(0.5)
                os._exit(code if code >= 0 else 100 - code)
            self.leader = leader
            fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            self.seen = ""
            self.cooked = None
            self.wait(first)
            self.pid = os.tcgetpgrp(self.fd)

        def send(self, text):
            os.write(self.fd, text.encode())

        def wait(self, text):
            end = time.time() + 300
            while text not in self.seen:
                if time.time() > end:
                    sys.exit("never saw %r in %r" % (text, self.seen[-3000:]))
                if select.select([self.fd], [], [], 0.1)[0]:
                    try:
                        self.seen += os.read(self.fd, 65536).decode(errors="replace")
                    except OSError:
                        break
            if text not in self.seen:
                sys.exit("ended without %r in %r" % (text, self.seen[-3000:]))
            start = self.seen.index(text)
            self.seen, found = self.seen[start + len(text):], self.seen[:start]
            return found

        def status(self):
            # What is still to be read must be read, or the last write waits.
            end = time.time() + 300
            while time.time() < end:
                if select.select([self.fd], [], [], 0.05)[0]:
                    try:
                        self.seen += os.read(self.fd, 65536).decode(errors="replace")
                    except OSError:
                        pass
                if not os.path.exists("/proc/%d" % self.pid) and self.cooked is None:
                    self.cooked = self.is_cooked()
                pid, status = os.waitpid(self.leader, os.WNOHANG)
                if pid:
                    return os.waitstatus_to_exitcode(status)
            sys.exit("does not end: %r" % self.seen[-3000:])

        def wait_for(self, state):
            end = time.time() + 300
            while open("/proc/%d/stat" % self.pid).read().split(") ")[1][0] != state:
                if time.time() > end:
                    sys.exit("is never in state " + state)
                time.sleep(0.02)

        def is_cooked(self):
            flags = termios.tcgetattr(self.fd)[3]
            return bool(flags & termios.ICANON and flags & termios.ECHO)


    """

  private static let leaving = "\\x1b[?1049l"

  @Test("Each key in a live session filters at once, marks the matches and shows its time")
  func keys() throws {
    try drive(
      """
      s = Session()
      assert not s.is_cooked()
      s.send("c")
      s.wait("1 of 3 rows in ")
      s.wait(" µs, ")
      s.wait("% of a frame at 120 Hz (8.33 ms)")
      s.wait("\\x1b[1;4mC\\x1b[0mrème brûlée · 4.50")
      s.send("reme b")
      s.wait("\\x1b[1;4mCrème\\x1b[0m \\x1b[1;4mb\\x1b[0mrûlée")
      s.send("\\x7f" * 7)
      s.wait("3 of 3 rows")
      s.send("ta")
      s.wait("2 of 3 rows")
      s.wait("Apple \\x1b[1;4mta\\x1b[0mrt")
      s.send("\\x15")
      s.wait("3 of 3 rows")
      s.send("zz")
      s.wait("0 of 3 rows")
      s.send("\\x1b")
      s.wait("3 of 3 rows")
      s.send("\\x1b")
      s.wait("\(Self.leaving)")
      assert s.status() == 0 and s.cooked
      """)
  }

  @Test("A live session redraws a resized terminal at once, and no line is too wide")
  func resizing() throws {
    try drive(
      """
      s = Session()
      fcntl.ioctl(s.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 30, 0, 0))
      os.kill(s.pid, signal.SIGWINCH)
      lines = []
      while len(lines) != 10:
          s.wait("\\x1b[H")
          screen = s.wait("\\x1b[J")
          # A terminal puts a carriage return of its own before each line feed.
          lines = re.split("\\r+\\n", re.sub(r"\\x1b\\[[0-9;]*[mKH]", "", screen))
      assert max(len(line) for line in lines) <= 30, lines
      s.send("\\x04")
      assert s.status() == 0
      """)
  }

  @Test("A live session restores the terminal after Ctrl-C, SIGINT, SIGTERM and SIGHUP")
  func endings() throws {
    try drive(
      """
      for number in [None, signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
          s = Session()
          assert not s.is_cooked()
          if number is None:
              s.send("\\x03")
          else:
              os.kill(s.pid, number)
          s.wait("\(Self.leaving)")
          code = s.status()
          assert code == 128 + (number or signal.SIGINT), (number, code)
          assert s.cooked, number
      """)
  }

  @Test("A live session restores the terminal when suspended, and redraws it when continued")
  func stopping() throws {
    try drive(
      """
      s = Session()
      s.send("ta")
      s.wait("2 of 3 rows")
      os.kill(s.pid, signal.SIGTSTP)
      s.wait("\(Self.leaving)")
      s.wait_for("T")
      assert s.is_cooked()
      os.kill(s.pid, signal.SIGCONT)
      s.wait("\\x1b[?1049h")
      s.wait("2 of 3 rows")
      assert not s.is_cooked()
      s.send("r")
      s.wait("Apple \\x1b[1;4mtar\\x1b[0mt")
      s.send("\\x04")
      assert s.status() == 0 and s.cooked
      """)
  }

  @Test("A live session shows no line that is too wide, even on a terminal of one column")
  func narrowing() throws {
    try drive(
      """
      s = Session()
      s.send("ta")
      s.wait("2 of 3 rows")
      for rows, columns in [(1, 1), (2, 1), (24, 2), (5, 3), (24, 4), (3, 7), (1, 80), (24, 1)]:
          fcntl.ioctl(s.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
          os.kill(s.pid, signal.SIGWINCH)
          widest = 99
          count = 99
          while widest > columns or count > rows:
              s.wait("\\x1b[H")
              screen = s.wait("\\x1b[J")
              lines = re.split("\\r+\\n", re.sub(r"\\x1b\\[[0-9;]*[mKH]", "", screen))
              widest = max(len(line) for line in lines)
              count = len(lines)
      for number in range(300):
          size = struct.pack("HHHH", 1 + number % 5, 1 + number * 7 % 6, 0, 0)
          fcntl.ioctl(s.fd, termios.TIOCSWINSZ, size)
          if number % 10 == 0:
              s.send("tart "[number // 10 % 5])
      s.send("\\x04")
      assert s.status() == 0 and s.cooked
      """)
  }

  @Test("A live session shows a match that is far to the right of the screen")
  func scrolling() throws {
    try drive(
      """
      open("long.csv", "w").write("name\\n%s needle %s\\nb\\nc\\n" % ("hay " * 100, "straw " * 99))
      s = Session(rows="long.csv")
      s.wait("hay hay hay")
      s.send("needle")
      s.wait("1 of 3 rows")
      s.wait("\\x1b[1;4mneedle\\x1b[0m straw straw")
      s.send("\\x04")
      assert s.status() == 0
      """)
  }

  @Test("Arrow keys, Alt with a letter, and a terminal's replies do not end a live session")
  func sequences() throws {
    try drive(
      """
      s = Session()
      for text in ["\\x1bOA", "\\x1bOB", "\\x1b[1;5C", "\\x1bx", "\\x1b\\x1b[A", "\\x1b[12;40R",
                   "\\x1b]11;rgb:0000/0000/0000\\x1b\\\\", "\\x1b]11;rgb:ffff/ffff/ffff\\x07",
                   "\\x1bP>|xterm(370)\\x1b\\\\", "\\x1b[?62;22c", "\\x1b[I", "\\x1bé"]:
          s.send(text)
          s.send("ta")
          s.wait("2 of 3 rows")
          s.send("\\x15")
          s.wait("3 of 3 rows")
      # Two sequences and text that arrive at once.
      s.send("\\x1bOA\\x1b[1;5Cta")
      s.wait("2 of 3 rows")
      s.send("\\x15")
      s.wait("3 of 3 rows")
      # A long paste after a key, which the field accepts in pieces of any size.
      s.send("\\x1b[A" + "ta" + " " * 4090)
      s.wait("2 of 3 rows")
      s.send("\\x1b")
      s.wait("3 of 3 rows")
      s.send("\\x1b")
      s.wait("\(Self.leaving)")
      assert s.status() == 0 and s.cooked
      """)
  }

  private static let uncommonSignals: [String] = {
    let all = ["SIGQUIT", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGPROF", "SIGXCPU"]
    #if os(Linux)
      return all + ["SIGIO", "SIGPWR", "SIGSTKFLT"]
    #else
      return all
    #endif
  }()

  @Test(
    "A live session restores the terminal after an uncommon signal",
    arguments: uncommonSignals)
  func otherSignals(name: String) throws {
    try drive(
      """
      import resource
      resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
      s = Session()
      assert not s.is_cooked()
      os.kill(s.pid, signal.\(name))
      s.wait("\(Self.leaving)")
      code = s.status()
      # What the script's shell makes of it: 100 and the number.
      assert code == 100 + signal.\(name), code
      assert s.cooked
      """)
  }

  @Test("Keys typed while the rows are read appear only in the field of the live session")
  func typingEarly() throws {
    try drive(
      """
      with open("many.csv", "w") as file:
          file.write("name\\n" + "".join("row %d\\n" % number for number in range(20000)))
      s = Session(rows="many.csv", first="inferred profile")
      s.send("19999")
      before = s.wait("\\x1b[?1049h")
      assert "19999" not in before, before
      s.wait("1 of 20 000 rows")
      s.send("\\x04")
      assert s.status() == 0 and s.cooked
      assert "19999" not in s.seen.split("\(Self.leaving)")[1]
      """)
  }

  @Test("A dumb terminal gets no control sequence, and lines instead of the live screen")
  func dumb() throws {
    try drive(
      """
      s = Session(term="dumb", first="inferred profile")
      s.send("type tart\\n")
      s.wait("Apple tart")
      s.send("quit\\n")
      assert s.status() == 0
      assert "\\x1b" not in s.seen
      s = Session(term="dumb", words=["verify", "--corpus", sys.argv[2]], first="right")
      assert s.status() == 0
      assert "\\x1b" not in s.seen, s.seen
      s = Session(term="dumb", words=["list", "matchers"], first="linear-scan")
      assert s.status() == 0
      assert "\\x1b" not in s.seen, s.seen
      """)
  }
}
