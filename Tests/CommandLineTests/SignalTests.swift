import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("Signals in mid-run")
struct SignalTests {
  /// Starts a run that only a signal ends, and waits until it is measuring.
  private func start(in folder: String) throws -> Child {
    let child = try Child.start(
      path: try Program.matchmark.path,
      arguments: [
        "run", "--corpus", "titles-1000", "--rounds", "1000000000", "--allow-debug", "-o",
        "reports",
      ],
      folder: folder)
    while try child.isRunning && !child.errors().contains("[1/1]") {
      Thread.sleep(forTimeInterval: 0.02)
    }
    return child
  }

  @Test(
    "A signal ends a run with its own exit code, without a report or a temporary file",
    arguments: [(2, 130), (15, 143)] as [(Int32, Int32)])
  func interrupt(signal: Int32, code: Int32) throws {
    let folder = try TemporaryFolder()
    let child = try start(in: folder.path)
    kill(child.number, signal)
    let outcome = try child.finish()
    #expect(outcome.code == code, "\(outcome.errors)")
    #expect(outcome.errors.contains("interrupted; no file is half-written"))
    #expect(outcome.output == "")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("reports"))
    #expect(names == [])
  }

  #if os(Linux)
    @Test("A command that an engine has stopped goes on once it is continued")
    func stopped() throws {
      let folder = try TemporaryFolder()
      let script = "kill -STOP $PPID; exec \"$0\" engine serve --matcher linear-scan"
      try EngineFixture.write(
        [("served", ["/bin/sh", "-c", script, try Program.matchmark.path])], to: folder)
      let child = try Child.start(
        path: try Program.matchmark.path,
        arguments: SmallRun.arguments + ["--engine-file", "engines.yaml", "--engine", "served"],
        folder: folder.path)
      var hasStopped = false
      while child.isRunning {
        if Processes.isStopped(child.number) {
          hasStopped = true
          kill(child.number, SIGCONT)
        }
        usleep(2_000)
      }
      let outcome = try child.finish()
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(hasStopped)
      let matchers = try ReportSet(folder.file("r")).record.cells.flatMap(\.matchers)
      #expect(matchers.contains { $0.id == "served" && $0.status == .verified })
    }
  #endif

  @Test("An earlier report survives an interrupted run")
  func earlierReport() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("reports"), withIntermediateDirectories: true)
    let old = "old\nMade by matchmark.\n"
    for name in ["record.json", "junit.xml"] {
      try Data(old.utf8).write(to: URL(filePath: folder.file("reports/\(name)")))
    }
    let child = try start(in: folder.path)
    kill(child.number, 2)
    #expect(try child.finish().code == 130)
    for name in ["record.json", "junit.xml"] {
      #expect(try String(contentsOfFile: folder.file("reports/\(name)"), encoding: .utf8) == old)
    }
  }
}
