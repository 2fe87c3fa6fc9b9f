import Foundation
import MatchmarkCore
import MatchmarkHarness
import MatchmarkSystem

/// What all hunts have compared, line by line: answers add up as long as the sources stay.
struct HuntLedger {
  private let path: String

  init(path: String) { self.path = path }

  /// One hunt without a find.
  struct Entry {
    private let values: [String: JSONValue]
    let answerCount: Int

    init(_ tally: Hunt.Tally, seed: UInt64, first: Int, rows: Int, matchers: [String]) {
      let forms = tally.forms.counts
      answerCount = tally.answerCount
      values = [
        "seed": .integer(Int(truncatingIfNeeded: seed)), "first": .integer(first),
        "rows": .integer(rows), "cases": .integer(tally.caseCount),
        "answers": .integer(tally.answerCount), "wrong": .integer(0),
        "matchers": .array(matchers.map(JSONValue.string)),
        "forms": .integer(forms.count),
        "missing": .array(tally.forms.missing.map(JSONValue.string)),
      ]
    }

    func line(digest: String) -> [UInt8] {
      JSONValue.object(values.merging(["sources": .string(digest)]) { _, new in new })
        .line(first: "sources")
    }
  }

  /// Appends a line; says what the answers with these sources come to.
  ///
  /// - Throws: ``CommandError/input(_:)`` where sources or file cannot be read or written.
  func append(_ entry: Entry) throws(CommandError) -> String {
    let digest = try Self.digestOfSources()
    do {
      let known = FileManager.default.contents(atPath: path).map(Array.init) ?? []
      try AtomicFile.write(known + entry.line(digest: digest) + [0x0A], to: path)
      let total = Self.answers(in: known, with: digest) + entry.answerCount
      return "ledger: \(total) answers compared with sources \(digest)"
    } catch {
      throw .input("cannot write the ledger \(path): \(error)")
    }
  }

  /// Lines of another form, such as a half one, count nothing.
  private static func answers(in bytes: [UInt8], with digest: String) -> Int {
    bytes.split(separator: 0x0A).reduce(0) { total, line in
      guard case .object(let values)? = try? JSONDecoder().decode(JSONValue.self, from: Data(line)),
        values["sources"] == .string(digest), case .integer(let count)? = values["answers"]
      else { return total }
      return total + count
    }
  }

  /// Of the rooms that decide what is answered and what is right.
  private static let rooms = [
    "CScan", "MatchmarkConformance", "MatchmarkCore", "MatchmarkMatchers",
  ]

  private static func digestOfSources() throws(CommandError) -> String {
    guard let root = ProjectFolder.path else {
      throw .input("a ledger is keyed by the sources, and there are none here")
    }
    var checksum = Checksum()
    for room in rooms {
      let folder = "\(root)/Sources/\(room)"
      let files = (FileManager.default.subpaths(atPath: folder) ?? []).sorted().filter { file in
        [".swift", ".c", ".h", ".inc"].contains { file.hasSuffix($0) }
      }
      for file in files {
        checksum.update(Array("\(room)/\(file)\n".utf8))
        checksum.update(
          FileManager.default.contents(atPath: "\(folder)/\(file)").map(Array.init) ?? [])
      }
    }
    return checksum.identity
  }
}
