import Foundation
import MatchmarkTestSupport
import Testing

@Suite("The page of what a command survives")
struct SurvivalPageTests {
  private static let path = "Sources/MatchmarkCore/MatchmarkCore.docc/Survival.md"

  @Test("names only tests that exist")
  func tests() throws {
    for row in SurvivalTable.groups.flatMap(\.rows) {
      let source = try String(
        contentsOfFile: WorkingCopy.path("Tests/\(row.file).swift"), encoding: .utf8)
      #expect(source.contains("\"\(row.test)\""), "\(row.file) has no test '\(row.test)'")
    }
  }

  @Test("matches the documentation; MATCHMARK_REWRITE=1 rewrites it")
  func documentation() throws {
    let url = WorkingCopy.root.appending(path: Self.path)
    let page = SurvivalPage.text
    if ProcessInfo.processInfo.environment["MATCHMARK_REWRITE"] == "1" {
      try page.write(to: url, atomically: true, encoding: .utf8)
    }
    let committed = try? String(contentsOf: url, encoding: .utf8)
    #expect(committed == page, "\(Self.path) is out of date")
  }
}

/// The documentation's page.
private enum SurvivalPage {
  static var text: String {
    var lines = [
      "# Survival", "",
      "What can go wrong around a command, what it does then, and the test that shows it.", "",
      "## Overview", "",
      "The faults are real where a machine can have them: limits set for the process, a",
      "small disk, signals, another locale. Whatever happens, each file is the old one or the",
      "new one: it is written under a temporary name, synced and renamed, and a run's files",
      "appear together. A run locks the folder of its reports until it ends; the lock is on the",
      "folder itself, so nothing is left to clean up. On file systems without locks (some",
      "network ones) a second run is not refused; even then, each file is complete. SIGKILL runs",
      "no code: a small shell, started with the first engine, then ends the engines, and the next",
      "command that uses the folder removes half-written files. `MATCHMARK_REWRITE=1 swift test",
      "--filter SurvivalPageTests` generates this page.", "",
      "The last table has the kinds of attacks that the siege draws from a seed: a command, what",
      "it finds in and around its folder, and perhaps a signal. Around each attack, the name,",
      "kind, mode, bytes and target of everything is compared. The siege fails if anything changed",
      "that the command did not write, if a process or temporary file is left, or if an output has",
      "a control character or a line that a CI server obeys. It prints how many attacks of each",
      "kind ended with each exit code.",
    ]
    for (title, rows) in SurvivalTable.groups {
      lines += [
        "", "## \(title)", "", "| Fault | What happens | Exit code | Test |", "|---|---|---|---|",
      ]
      for row in rows {
        let suite = row.file.split(separator: "/").last ?? ""
        lines.append(
          "| \(row.fault) | \(row.outcome) | \(row.code) | `\(suite)`: \(row.test) |"
            .replacing("`| head`", with: "`\\| head`"))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
