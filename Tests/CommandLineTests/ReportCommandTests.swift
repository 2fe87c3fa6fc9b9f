import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("The report command")
struct ReportCommandTests {
  /// A folder with the reports of a small run.
  private func reports() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      [
        "run", "--corpus", "countries", "--sessions", "2", "--rounds", "3", "--max-time", "0.001",
        "--allow-debug", "--no-progress", "-o", "r",
      ], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return folder
  }

  private func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("The report command reproduces what the run wrote, byte for byte")
  func again() throws {
    let folder = try reports()
    let files = [
      ("junit", "junit.xml"), ("json", "record.json"), ("xml", "result.xml"),
      ("html", "report.html"), ("markdown", "report.md"),
    ]
    for (format, name) in files {
      let outcome = try Program.matchmark.run(
        ["report", "r", "--format", format, "-o", "again"], in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try contents(folder.file("again")) == contents(folder.file("r/\(name)")))
    }
  }

  @Test("The report command prints the same from a folder, a file or standard input")
  func inputs() throws {
    let folder = try reports()
    let ofFolder = try Program.matchmark.run(["report", "r"], in: folder.path)
    #expect(ofFolder.code == 0)
    #expect(ofFolder.lines.last?.hasPrefix("Choose ") == true)
    let ofFile = try Program.matchmark.run(["report", "r/record.json"], in: folder.path)
    #expect(ofFile.output == ofFolder.output)
    let ofInput = try Child.start(
      path: "/bin/sh", arguments: ["-c", "\"$0\" report - <r/record.json", Program.matchmark.path],
      folder: folder.path
    ).finish()
    #expect(ofInput.output == ofFolder.output)
  }

  @Test("The report command takes the format from the file extension if none is given")
  func endings() throws {
    let folder = try reports()
    for (name, start) in [
      ("a.json", "{\"cells\""), ("a.txt", "Time per keystroke"), ("a.html", "<!DOCTYPE html>"),
      ("a.md", "## ✅ "), ("a.csv", "corpus,corpus_rows,"),
    ] {
      let outcome = try Program.matchmark.run(["report", "r", "-o", name], in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try contents(folder.file(name)).hasPrefix(start))
    }
    // Nothing is written as text under the name of another format.
    for name in ["a.csv.gz", "junit.xml", "a"] {
      let refused = try Program.matchmark.run(["report", "r", "-o", name], in: folder.path)
      #expect(refused.code == 64, "\(refused.text)")
      #expect(refused.errors.contains("got -o '\(name)', whose extension names no format"))
      #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
    }
  }

  @Test("Two records are shown side by side, with the gate's verdict on each cell")
  func sideBySide() throws {
    let folder = try reports()
    let run = ["report", "r", "r/record.json"]
    let markdown = try Program.matchmark.run(run + ["--format", "markdown"], in: folder.path)
    #expect(markdown.code == 0, "\(markdown.errors)")
    #expect(markdown.output.hasPrefix("## ⚖️ "))
    #expect(markdown.output.contains("±0.0 %"))
    #expect(markdown.output.contains("same") || markdown.output.contains("inconclusive"))
    let html = try Program.matchmark.run(run + ["-o", "c.html"], in: folder.path)
    #expect(html.code == 0, "\(html.errors)")
    #expect(try contents(folder.file("c.html")).contains("class=\"whisker"))
    let csv = try Program.matchmark.run(run + ["--format", "csv"], in: folder.path)
    #expect(csv.code == 64)
  }

  @Test("The report command ends silently when its reader goes away")
  func brokenPipe() throws {
    let folder = try reports()
    let outcome = try Child.start(
      path: "/bin/sh",
      arguments: [
        "-c", "{ sleep 0.2; \"$0\" report r --format json; echo $? >&2; } | :",
        Program.matchmark.path,
      ], folder: folder.path
    ).finish()
    #expect(outcome.errors == "0\n")
  }
}
