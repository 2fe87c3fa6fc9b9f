import Foundation
import MatchmarkCommand
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkJSON
import MatchmarkTestSupport
import Testing

/// The peak memory of commands, relative to the size of their input.
///
/// The peak of the same command on one row is subtracted. Otherwise the constant part would hide a
/// breach on small files.
@Suite("Memory", .long)
struct MemoryTests {
  /// The promise is about an optimised build; any other would take minutes.
  static let tellsMemory =
    Build.isOptimised && Processes.peakSizeInBytes(of: getpid()) != nil

  /// The allowance for buffers and the allocator.
  private static let slack = 12 << 20

  private static let reading: [[String]] = [
    ["data", "show"], ["query", "--limit", "1", "x", "--corpus"],
    ["verify", "-e", "linear-scan", "--sessions", "1", "--no-progress", "--corpus"],
  ]

  /// A row of almost the most bytes, in cells of almost the most bytes.
  private static let widestRow: String = {
    let cell = String(repeating: "x", count: 65_000)
    let cells = (0..<124).map { "\"c\($0)\":\"\(cell)\"" }
    return "{\"title\":\"a\",\"year\":1,\(cells.joined(separator: ","))}\n"
  }()

  /// Runs a command on a file and returns its peak memory.
  private static func peak(
    _ arguments: [String], _ name: String, _ text: [UInt8], complaint: String? = nil
  ) throws -> Int {
    let folder = try TemporaryFolder()
    try Data(text).write(to: URL(filePath: folder.file(name)))
    return try peak(arguments + [name], in: folder.path, complaint: complaint)
  }

  /// - Parameter complaint: Why the input is refused; nil if it is not.
  private static func peak(
    _ arguments: [String], in folder: String? = nil, complaint: String?
  ) throws -> Int {
    let child = try Child.start(
      path: try Program.matchmark.path, arguments: arguments, folder: folder)
    var peak = 0
    while child.isRunning {
      peak = max(peak, Processes.peakSizeInBytes(of: child.number) ?? 0)
      usleep(2_000)
    }
    let outcome = try child.finish()
    #expect(outcome.code == (complaint == nil ? 0 : 1), "\(outcome.errors.prefix(300))")
    if let complaint {
      #expect(outcome.errors.contains(complaint), "\(outcome.errors.prefix(300))")
    }
    return peak
  }

  private static func lines(_ line: String, _ count: Int) -> [UInt8] {
    Array(String(repeating: line + "\n", count: count).utf8)
  }

  @Test(
    "Rows of one letter take at most twelve times the size of their file and 64 bytes each",
    .enabled(if: tellsMemory), arguments: reading)
  func letters(arguments: [String]) throws {
    let count =
      arguments[0] == "verify" ? TestAmount.letterRowCount / 2 : TestAmount.letterRowCount
    let least = try Self.peak(arguments, "r.csv", Self.lines("t\na", 1))
    let peak = try Self.peak(arguments, "r.csv", Self.lines("t", 1) + Self.lines("a", count))
    let promised = 2 * count * RowMemory.bytesPerByte + count * RowMemory.bytesPerRow
    #expect(peak - least <= promised + Self.slack)
    #expect(least <= RowMemory.constantInBytes)
  }

  @Test(
    "Empty cells take at most 32 bytes each, even if a thousand columns are numbers",
    .enabled(if: tellsMemory), arguments: Array(reading[1...]))
  func emptyCells(arguments: [String]) throws {
    let numbers =
      (0..<1_024).map { "c\($0)" }.joined(separator: ",") + "\n"
      + Array(repeating: "1", count: 1_024).joined(separator: ",")
    let empty = String(repeating: ",", count: 1_023)
    let count = 4_000
    let least = try Self.peak(arguments, "r.csv", Self.lines(numbers, 1))
    let text = Self.lines(numbers, 1) + Self.lines(empty, count)
    let peak = try Self.peak(arguments, "r.csv", text)
    let promised =
      text.count * RowMemory.bytesPerByte + count * RowMemory.bytesPerRow
      + count * 1_024 * RowMemory.bytesPerEmptyCell
    #expect(peak - least <= promised)
    #expect(least <= RowMemory.constantInBytes)
  }

  @Test(
    "Refused input takes constant memory, however long a name, a cell or a row is",
    .enabled(if: tellsMemory),
    arguments: [
      ("r.csv", "x", "", "got a column name of"), ("r.csv", ",", "", "more than 1024 columns"),
      ("r.csv", "\"\"", "", "got a column name of"), ("r.csv", "x", "t\n", "got a cell of"),
      ("r.jsonl", "x", "{\"a\":\"", "got a cell of"), ("r.jsonl", "x", "{\"", "got a column name"),
      ("r.jsonl", "\\n", "{\"a\":\"", "got a cell of"),
    ].every(TestAmount.refusedInputStride), [TestAmount.longLineSize, 8_000_000])
  func refusedLine(
    _ line: (name: String, text: String, start: String, complaint: String), size: Int
  ) throws {
    let isQuoted = line.text == "\"\""
    let long = String(repeating: line.text, count: size / line.text.utf8.count)
    let end = line.name == "r.csv" ? (isQuoted ? "\"" : "") : line.start == "{\"" ? "\":1}" : "\"}"
    let text = line.start + (isQuoted ? "\"" : "") + long + end + "\n"
    let peak = try Self.peak(
      ["data", "show"], line.name, Array(text.utf8),
      complaint: size > RowSource.rowSizeLimitInBytes ? "got a row of more than" : line.complaint)
    #expect(peak <= RowMemory.constantInBytes)
  }

  /// A file that is refused: a start, a text repeated up to a size, and an end.
  struct RefusedFile: Sendable {
    let arguments: [String]
    let start: String
    let text: String
    let end: String
    let size: Int
  }

  private static let records: [RefusedFile] = [
    RefusedFile(arguments: ["report", "r.json"], start: "[", text: "1,", end: "1]", size: 1 << 26),
    RefusedFile(arguments: ["report", "r.json"], start: "", text: "{}", end: "", size: 1 << 26),
    RefusedFile(
      arguments: ["report", "r.json"], start: "\"", text: "a", end: "\"", size: 1 << 26),
    RefusedFile(
      arguments: ["report", "r.json"], start: "\"", text: "\\n", end: "\"", size: 1 << 26),
    RefusedFile(
      arguments: ["report", "r.json", "r.json"], start: "[", text: "[1],", end: "", size: 1 << 26),
    // Each key and each text needs memory of its own.
    RefusedFile(
      arguments: ["report", "r.json"], start: "{",
      text: "\"aaaaaaaaaaaaaaaa\":\"bbbbbbbbbbbbbbbb\",",
      end: "\"z\":1}", size: 1 << 26),
    // Nearly the most values, so that the decoder sees them all.
    RefusedFile(
      arguments: ["report", "r.json"], start: "[", text: "{\"abcdefghijklmno\":1},",
      end: "1]", size: JSONLimits.file.valueCount / 2 * 22),
  ]

  private static let others: [RefusedFile] = [
    RefusedFile(
      arguments: ["verify", "r.json"], start: "[", text: "[],", end: "0]", size: 1 << 24),
    RefusedFile(
      arguments: ["verify", "r.json"], start: "\"", text: "a", end: "\"", size: 1 << 24),
    RefusedFile(
      arguments: ["session", "r.jsonl"], start: "", text: "{\"event\":\"x\"}\n", end: "",
      size: 1 << 24),
    RefusedFile(
      arguments: ["run", "r.yaml", "--dry-run"], start: "why: [", text: "1,", end: "1]",
      size: 1 << 20),
  ]

  @Test(
    "A refused file takes constant memory, whatever its kind", .enabled(if: tellsMemory),
    arguments: (records + others).every(TestAmount.refusedInputStride))
  func refusedFile(_ file: RefusedFile) throws {
    let count = (file.size - 100) / file.text.utf8.count
    let text = file.start + String(repeating: file.text, count: count) + file.end
    let folder = try TemporaryFolder()
    let name = try #require(file.arguments.first { $0.hasPrefix("r.") })
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    let peak = try Self.peak(file.arguments, in: folder.path, complaint: "matchmark: ")
    #expect(peak <= RowMemory.refusalInBytes, "\(file.arguments): \(peak >> 20) MiB")
  }

  /// Files of rows in which only the last one is wrong.
  private static let wrongAtLast:
    [(name: String, header: String, row: String, last: String, complaint: String)] = [
      ("r.csv", "title,year\n", "\"a b\",1999\n", "x\n", "got 1 cells"),
      ("r.csv", "title,year\n", "\"a b\",1999\n", "\"x,1\n", "got a quoted cell without an end"),
      ("r.csv", "title,year\n", "\"a b\",1999\n", "\u{0},1\n", "that is not UTF-8"),
      ("r.jsonl", "", "{\"title\":\"a b\",\"year\":1999}\n", "{\"title\":tru}\n", "'true'"),
      ("r.jsonl", "", widestRow, "{\"title\":tru}\n", ": got "),
    ]

  @Test(
    "Refused rows take at most two and a half times their size, even if only the last row is wrong",
    .enabled(if: tellsMemory),
    arguments: wrongAtLast.every(TestAmount.refusedInputStride).enumerated().flatMap {
      place, file in
      let ways = TestAmount.isFull ? [true, false] : [!place.isMultiple(of: 2)]
      return ways.map { (file, $0) }
    })
  func refusedAtLast(
    _ file: (name: String, header: String, row: String, last: String, complaint: String),
    isMapped: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let count = TestAmount.refusedFileSize / file.row.utf8.count
    // A zero byte stands for a byte that is not UTF-8.
    let last = file.last.utf8.map { $0 == 0 ? 0xFF : $0 }
    var rows = Data(file.header.utf8)
    rows.append(Data(String(repeating: file.row, count: count).utf8))
    try (rows + last).write(to: URL(filePath: folder.file(file.name)))
    let profile = "columns: {title: text, year: numeric}\ntext: {title: contains}\nnumeric: year\n"
    try Data(profile.utf8).write(to: URL(filePath: folder.file("p.yaml")))
    let arguments =
      isMapped ? ["query", "--profile", "p.yaml", "x", "--corpus"] : ["data", "show"]
    let peak = try Self.peak(
      arguments + [file.name], in: folder.path, complaint: file.complaint)
    #expect(peak <= RowMemory.constantInBytes + (rows.count + last.count) * 5 / 2)
  }

  @Test(
    "Rows without keys are refused in bounded memory, even rows of two brackets",
    .enabled(if: tellsMemory))
  func missingKeys() throws {
    let first = "{" + (0..<1_024).map { "\"c\($0)\":1" }.joined(separator: ",") + "}"
    let least = try Self.peak(["data", "show"], "r.jsonl", Self.lines(first, 1))
    let peak = try Self.peak(
      ["data", "show"], "r.jsonl", Self.lines(first, 1) + Self.lines("{}", 50_000),
      complaint: "more cells without a key than bytes")
    // Four million cells are kept before there are too many.
    #expect(peak - least <= Self.slack + (1 << 22) * 5)
  }

  @Test(
    "A file of unknown size takes only the memory for what is read before it is refused",
    .enabled(if: tellsMemory))
  func unsized() throws {
    let folder = try TemporaryFolder()
    // Rows from a source without a size may be longer; records may not.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("r.csv"), withDestinationPath: "/proc/self/pagemap")
    let peak = try Self.peak(
      ["data", "show", "r.csv"], in: folder.path, complaint: "expected at most 268435456 bytes")
    #expect(peak <= (256 << 20) + RowMemory.constantInBytes)
  }
}

/// The most memory that a command takes for its input, as SECURITY.md promises.
///
/// Nothing enforces it: it follows from how rows are kept.
private enum RowMemory {
  /// The bytes for each byte of the file.
  static let bytesPerByte = 12
  /// The bytes for each row.
  static let bytesPerRow = 64
  /// The bytes for each cell that is empty or missing.
  static let bytesPerEmptyCell = 32
  /// The bytes for the program, its tables and buffers.
  static let constantInBytes = 128 << 20
  /// The bytes for other refused input: a pipe, which is held in memory, or a record.
  static let refusalInBytes = 320 << 20
}
