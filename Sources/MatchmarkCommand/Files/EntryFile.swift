import Foundation
import MatchmarkCore
import MatchmarkSystem

/// A file to which every run adds an entry, one JSON object a line: the trials of a study, or the
/// hunts of a ledger.
struct EntryFile<Entry: Codable & Sendable> {
  let path: String
  /// What an entry is called, such as `a trial`.
  let noun: String

  /// The entries so far; none where there is no file.
  ///
  /// - Throws: ``CommandError/input(_:)`` for a line that is no entry.
  func entries() throws(CommandError) -> [Entry] {
    try read().entries
  }

  private func read() throws(CommandError) -> (bytes: [UInt8], entries: [Entry]) {
    guard (try? FileKind(at: path)) != .nothing else { return ([], []) }
    let bytes = try InputFile.entries.read(path)
    var entries: [Entry] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      if let offence = JSONNesting.offence(in: Array(line)) {
        throw .input("\(path):\(index + 1): not \(noun): \(offence.message)")
      }
      do {
        entries.append(try JSONDecoder().decode(Entry.self, from: Data(line)))
      } catch {
        throw .input("\(path):\(index + 1): not \(noun): \(DecodingReason.of(error))")
      }
    }
    return (bytes, entries)
  }

  /// Refuses what ``add(_:)`` would refuse, before hours go by: opens a file next to this one, and
  /// lets it go.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  func refuseUnwritable() throws(CommandError) {
    _ = try entries()
    do {
      try Folder.create(Folder.containing(path))
      _ = try AtomicFile(path: path)
    } catch {
      throw unwritten(error)
    }
  }

  /// Adds an entry, so that a run that is ended loses none of those before.
  ///
  /// - Returns: the entries, the new one last.
  /// - Throws: ``CommandError/input(_:)``; the file is as it was then.
  @discardableResult
  func add(_ entry: Entry) throws(CommandError) -> [Entry] {
    var (bytes, entries) = try read()
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try Folder.create(Folder.containing(path))
      bytes += Array(try encoder.encode(entry)) + [0x0A]
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw unwritten(error)
    }
    entries.append(entry)
    return entries
  }

  private func unwritten(_ error: any Error) -> CommandError {
    .input("cannot add \(noun) to '\(path)': \(error)")
  }
}
