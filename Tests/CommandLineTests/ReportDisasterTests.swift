import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Reports when the disk is full, the reader has gone, or the program is killed.
@Suite("Reports that cannot be written", .long)
struct ReportDisasterTests {
  /// The record of a small run, made once.
  private static let record = Result {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      [
        "run", "--corpus", "countries", "--sessions", "1", "--rounds", "1", "--max-time", "0.001",
        "--allow-debug", "--no-progress", "-o", "r",
      ], in: folder.path)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return try RunRecord(decoding: try FileReader.read(folder.file("r/record.json")))
  }

  /// A folder with `record.json`, in which the only cell is repeated under different names.
  private func folder(cellCount: Int = 1) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var record = try Self.record.get()
    record.cells = Array(repeating: try #require(record.cells.first), count: cellCount)
    for index in record.cells.indices.dropFirst() { record.cells[index].corpus.name += "-\(index)" }
    try AtomicFile.write(try record.encoded(), to: folder.file("record.json"), replacing: .own)
    return folder
  }

  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
  private static let formats = ReportFormat.allCases.map(\.rawValue)

  private static let old = Array("old\nMade by matchmark.\n".utf8)

  @Test(
    "A full disk is an error for every report format, as a file and as standard output",
    .enabled(if: hasFullDevice), arguments: formats)
  func fullDisk(format: String) throws {
    let folder = try folder()
    let report = ["report", "record.json", "--format", format]
    let file = try Program.matchmark.run(report + ["-o", "/dev/full"], in: folder.path)
    #expect(file.code == 1)
    #expect(file.errors.contains("cannot write '/dev/full': No space left on device"))
    let output = try Program.matchmark.run(report, in: folder.path, output: "/dev/full")
    #expect(output.code == 1)
    #expect(output.errors.contains("cannot write 'standard output': No space left on device"))
  }

  @Test(
    "A report that hits a file-size limit leaves the old report and no other file",
    // A comment is shorter than any limit of the shell.
    arguments: formats.filter { $0 != "comment" })
  func sizeLimit(format: String) throws {
    let folder = try folder(cellCount: 40)
    try AtomicFile.write(Self.old, to: folder.file("report"), replacing: .own)
    let outcome = try Child.start(
      path: "/bin/sh",
      arguments: [
        "-c", "ulimit -f 2; exec \"$0\" report record.json --format \"$1\" -o report",
        try Program.matchmark.path, format,
      ], folder: folder.path
    ).finish()
    #expect(outcome.code == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("cannot write 'report': File too large"))
    #expect(try FileReader.read(folder.file("report")) == Self.old)
    #expect(try folder.names() == ["record.json", "report"])
  }

  @Test("A report in any format ends silently when its reader goes away", arguments: formats)
  func closedPipe(format: String) throws {
    let folder = try folder()
    let outcome = try Child.start(
      path: "/bin/sh",
      arguments: [
        "-c", "{ sleep 0.2; \"$0\" report record.json --format \"$1\"; echo $? >&2; } | :",
        try Program.matchmark.path, format,
      ], folder: folder.path
    ).finish()
    #expect(outcome.errors == "0\n")
  }

  /// Kills the command as soon as its hidden file exists, and returns that file's name; nil if the
  /// command finished first, which happens on a busy machine.
  private func killWriter(of format: String, in folder: borrowing TemporaryFolder) throws -> String?
  {
    try AtomicFile.write(Self.old, to: folder.file("report"), replacing: .own)
    let child = try Child.start(
      path: try Program.matchmark.path,
      arguments: ["report", "record.json", "--format", format, "-o", "report"],
      folder: folder.path)
    var hidden: String?
    while hidden == nil, child.isRunning {
      hidden = try folder.names().first { $0.hasPrefix(".matchmark-") }
    }
    Foundation.kill(child.number, SIGKILL)
    // If the file was renamed before the kill came, the report was finished.
    let isWritten = try child.finish().code == 0 || !folder.names().contains { $0 == hidden }
    return isWritten ? nil : hidden
  }

  @Test(
    "A kill in the middle of writing leaves the old report intact",
    arguments: ["junit", "xml", "csv"].every(TestAmount.killedFormatStride))
  func kill(format: String) throws {
    let folder = try folder(cellCount: TestAmount.killedReportCellCount)
    var hidden: String?
    for _ in 0..<20 where hidden == nil { hidden = try killWriter(of: format, in: folder) }
    #expect(try FileReader.read(folder.file("report")) == Self.old)
    // Only a kill leaves the hidden file; the next run works in spite of it.
    #expect(try folder.names() == [try #require(hidden), "record.json", "report"])
    let next = try Program.matchmark.run(
      ["report", "record.json", "--format", "text", "-o", "report"], in: folder.path)
    #expect(next.code == 0)
  }
}
