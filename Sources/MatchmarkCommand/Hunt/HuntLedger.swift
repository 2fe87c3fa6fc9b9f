import Foundation
import MatchmarkCore
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

/// What hunts have compared, in a file with one JSON object a line: their answers add up.
struct HuntLedger {
  let path: String

  /// One hunt, as it stands in the file.
  struct Entry: Codable, Equatable {
    /// The digest of the sources that decide what is answered and what is right.
    let sources: String
    let seed: UInt64
    /// The number of the first case.
    let first: Int
    /// The most rows of a case.
    let rows: Int
    let matchers: [String]
    let cases: Int
    let answers: Int
    /// Answers that were wrong; the first one ends a hunt.
    let wrong: Int
    /// How many forms of structures there are, as far as matchers count them.
    let forms: Int
    /// Those of them that were not reached.
    let missing: [String]
  }

  /// Refuses a file that could not be added to, before hours go by: opens a file next to it, and
  /// lets it go.
  func refuseUnwritable() throws(CommandError) {
    _ = try SourceDigest.current()
    _ = try read()
    try CommandError.wrap(unwritten) {
      try Folder.create(Folder.containing(path))
      _ = try AtomicFile(path: path)
    }
  }

  /// Adds a hunt; says what the answers come to.
  ///
  /// - Throws: ``CommandError/input(_:)`` where sources or file cannot be read or written.
  func add(_ entry: Entry) throws(CommandError) -> String {
    let entries = try append(entry)
    func sum(_ entries: [Entry]) -> String {
      QuantityFormat.count(entries.reduce(0) { $0 + $1.answers })
    }
    return "ledger: \(sum(entries)) answers compared, "
      + "\(sum(entries.filter { $0.sources == entry.sources })) of them with these sources"
  }

  private func read() throws(CommandError) -> (bytes: [UInt8], entries: [Entry]) {
    guard (try? FileKind(at: path)) != .nothing else { return ([], []) }
    let bytes = try InputFile.entries.read(path)
    var entries: [Entry] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      if let offence = JSONBounds.offence(in: Array(line)) {
        throw .input("\(path):\(index + 1): not a hunt: \(offence.message)")
      }
      do {
        entries.append(try JSONDecoder().decode(Entry.self, from: Data(line)))
      } catch {
        throw .input("\(path):\(index + 1): not a hunt: \(DecodingReason.of(error))")
      }
    }
    return (bytes, entries)
  }

  /// Adds an entry, so that a run that is ended loses none of those before.
  ///
  /// - Returns: the entries, the new one last.
  /// - Throws: ``CommandError/input(_:)``; the file is as it was then.
  private func append(_ entry: Entry) throws(CommandError) -> [Entry] {
    var (bytes, entries) = try read()
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try CommandError.wrap(unwritten) {
      try Folder.create(Folder.containing(path))
      bytes += Array(try encoder.encode(entry)) + [0x0A]
      try AtomicFile.write(bytes, to: path)
    }
    entries.append(entry)
    return entries
  }

  private var unwritten: String { "cannot add a hunt to '\(path)': " }
}

extension HuntLedger.Entry {
  /// What a hunt has compared with these sources.
  ///
  /// - Throws: ``CommandError/input(_:)`` where the sources cannot be read.
  init(
    _ tally: Hunt.Tally, seed: UInt64, first: Int, rows: Int, matchers: [String]
  ) throws(CommandError) {
    self.init(
      sources: try SourceDigest.current(), seed: seed, first: first, rows: rows,
      matchers: matchers, cases: tally.caseCount, answers: tally.answerCount,
      wrong: tally.wrongCount, forms: tally.forms.counts.count, missing: tally.forms.missing)
  }
}

extension Hunt.Tally {
  /// An engine that fails has given no wrong answer.
  fileprivate var wrongCount: Int {
    switch find {
    case nil, .failure: 0
    default: 1
    }
  }
}
