import Foundation
import MatchmarkCore
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

/// What hunts have compared: their answers add up.
struct HuntLedger {
  private let file: EntryFile<Entry>

  init(path: String) { file = EntryFile(path: path, noun: "a hunt") }

  /// One hunt, as it stands in the file.
  struct Entry: Codable, Equatable {
    /// The digest of the sources that decide what is answered and what is right.
    let sources: String
    let seed: UInt64
    /// The number of the first case.
    let first: Int
    /// The most rows of a case.
    let rows: Int
    /// The matchers that were asked.
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

  /// Refuses a file that ``add(_:)`` could not add to, before anything is hunted.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  func refuseUnwritable() throws(CommandError) {
    _ = try Self.digestOfSources()
    try file.refuseUnwritable()
  }

  /// Adds a hunt; says what the answers come to.
  ///
  /// - Throws: ``CommandError/input(_:)`` where sources or file cannot be read or written.
  func add(
    _ tally: Hunt.Tally, seed: UInt64, first: Int, rows: Int, matchers: [String]
  ) throws(CommandError) -> String {
    let entry = Entry(
      sources: try Self.digestOfSources(), seed: seed, first: first, rows: rows,
      matchers: matchers, cases: tally.caseCount, answers: tally.answerCount,
      wrong: tally.wrongCount,
      forms: tally.forms.counts.count, missing: tally.forms.missing)
    let entries = try file.add(entry)
    func sum(_ entries: [Entry]) -> String {
      QuantityFormat.count(entries.reduce(0) { $0 + $1.answers })
    }
    return "ledger: \(sum(entries)) answers compared, "
      + "\(sum(entries.filter { $0.sources == entry.sources })) of them with these sources"
  }

  /// Of the rooms that decide what is answered and what is right.
  private static let rooms = [
    "CScan", "MatchmarkConformance", "MatchmarkCore", "MatchmarkMatchers",
  ]
  private static let suffixes = [".swift", ".c", ".h", ".inc"]

  private static func digestOfSources() throws(CommandError) -> String {
    guard let root = ProjectFolder.path else {
      throw .input("a ledger says which sources were hunted, and they are not here")
    }
    var checksum = Checksum()
    for room in rooms {
      let folder = "\(root)/Sources/\(room)"
      let files = (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
      for file in files where suffixes.contains(where: file.hasSuffix) {
        checksum.update(Array("\(room)/\(file)\n".utf8))
        do throws(FileError) {
          checksum.update(try FileReader.read("\(folder)/\(file)"))
        } catch {
          throw .input(error.description)
        }
      }
    }
    return checksum.identity
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
