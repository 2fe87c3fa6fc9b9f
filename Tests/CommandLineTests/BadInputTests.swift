import Foundation
import MatchmarkTestSupport
import Testing

@Suite("Bad input", .long)
struct BadInputTests {
  @Test(
    "Bad input ends with its own exit code and error message, and leaves no file behind",
    arguments: BadInput.names + BadInput.yaml + BadInput.rowFiles + BadInput.output
      + BadInput.targets + BadInput.ledgers + BadInput.engines + BadInput.records)
  func complaint(input: BadInput) throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in input.files {
      try Data(bytes).write(to: URL(filePath: folder.file(name)))
    }
    let outcome = try Program.matchmark.run(input.arguments, in: folder.path)
    #expect(outcome.code == input.code, "\(outcome.errors)")
    #expect(outcome.output == "")
    for text in input.complaint {
      #expect(outcome.errors.contains(text), "'\(text)' is not in: \(outcome.errors)")
    }
    #expect(try folder.names() == input.files.keys.sorted())
    for (name, bytes) in input.files {
      #expect(try Data(contentsOf: URL(filePath: folder.file(name))) == Data(bytes))
    }
  }

  @Test(
    "A second input is refused where a command takes one, since only the last would count",
    arguments: [
      ("run", "--corpus"), ("verify", "--profile"), ("query", "--rank"), ("run", "--engine-file"),
      ("run", "--queries"), ("quality", "--labels"), ("check", "--baseline"),
      ("quality", "--against"), ("session", "--app"), ("session", "--settings"),
      ("report", "--targets"), ("report", "--suite"),
    ])
  func secondInput(_ command: String, option: String) throws {
    let outcome = try Program.matchmark.run([command, option, "a.csv", "\(option)=b.csv"])
    #expect(outcome.code == 64)
    #expect(
      outcome.errors.hasPrefix(
        "matchmark: got \(option) with 'a.csv' and 'b.csv', expected it once"))
    let program = try Program.matchmark.run(["list", "--corpus", "a", "--", "--corpus", "b"])
    #expect(!program.errors.contains("expected it once"))
  }

  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  @Test(
    "Output that cannot be written is an error, not a crash or a success",
    .enabled(if: hasFullDevice),
    arguments: [
      ["data", "gen", "titles-1000"], ["list"], ["--help"], ["--version"], ["list", "limits"],
      ["list", "clauses"], ["data", "show", "countries"],
      ["run", "--help"], ["info"], ["query", "--corpus", "countries", "--json", "a"],
      ["query", "--corpus", "countries", "new"],
    ])
  func fullOutput(arguments: [String]) throws {
    let outcome = try Program.matchmark.run(arguments, output: "/dev/full")
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == "matchmark: cannot write 'standard output': No space left on device\n")
  }

  @Test("Output that meets a file-size limit halfway is an error that says so")
  func limitedOutput() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      after: "ulimit -f 4; exec >out", ["list", "limits"], in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors == "matchmark: cannot write 'standard output': File too large\n")
  }

  @Test(
    "Wrong answers take precedence over output that cannot be written", .enabled(if: hasFullDevice))
  func wrongAndFull() throws {
    let outcome = try Program.faulty.run(
      ["query", "--corpus", "countries", "-e", "broken-drops-last-row", "new"],
      output: "/dev/full")
    #expect(outcome.code == 2)
  }

  @Test(
    "A command ends silently when the reader of its output goes away",
    arguments: [
      ["data", "gen", "titles-20000"], ["data", "show", "titles-20000", "--rows", "20000"],
      ["list"],
    ])
  func brokenPipe(arguments: [String]) throws {
    let words = ([try Program.matchmark.path] + arguments).joined(separator: "' '")
    let child = try Child.start(
      path: "/bin/sh", arguments: ["-c", "{ '\(words)'; echo $? >&2; } | head -c 10"])
    let outcome = try child.finish()
    #expect(outcome.output.utf8.count == 10)
    #expect(outcome.errors == "0\n")
  }

  @Test("A file with only one row is a valid corpus")
  func oneRow() throws {
    let folder = try TemporaryFolder()
    try Data("title\nx\n".utf8).write(to: URL(filePath: folder.file("rows.csv")))
    let outcome = try Program.matchmark.run(
      ["query", "--corpus", "rows.csv", "x"], in: folder.path)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("  0  x\n1 row: oracle, linear-scan"))
  }
}
