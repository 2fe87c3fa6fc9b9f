import Foundation
package import MatchmarkConformance
import MatchmarkCore
package import MatchmarkDatasets
import MatchmarkJSON
package import MatchmarkRecord
package import MatchmarkSystem

/// A file with one line of JSON for each hunt; the answers of one contract add up.
package struct HuntLedger {
  let path: String
  private let replacement: Replacement

  package init(path: String, replacing replacement: Replacement) {
    (self.path, self.replacement) = (path, replacement)
  }

  /// Refuses a file that could not be written, before hours pass: opens a file in the same folder
  /// and discards it.
  package func refuseUnwritable() throws(InputError) {
    _ = try sum(try read().entries)
    try InputError.wrap(unwritten) {
      try Folder.create(Folder.containing(path))
      _ = try AtomicFile(path: path, replacing: replacement)
    }
  }

  /// Adds a hunt, and returns a line about the total of the answers of its contract.
  ///
  /// An interrupted run loses no earlier hunt.
  ///
  /// - Throws: ``InputError/input(_:)``; the file is then unchanged.
  package func add(_ entry: HuntRecord) throws(InputError) -> String {
    var (bytes, entries) = try read()
    entries.append(entry)
    let alike = entries.filter { $0.contract == entry.contract }
    let sums = try (all: sum(alike), own: sum(alike.filter { $0.sources == entry.sources }))
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    try InputError.wrap(unwritten) {
      try Folder.create(Folder.containing(path))
      bytes += try JSONText.line(entry) + [0x0A]
      try AtomicFile.write(bytes, to: path, replacing: replacement)
    }
    let head = entry.contract.map { "ledger of \($0)" } ?? "ledger"
    return "\(head): \(QuantityFormat.count(sums.all)) answers compared, "
      + "\(QuantityFormat.count(sums.own)) of them with these sources"
  }

  private func sum(_ entries: [HuntRecord]) throws(InputError) -> Int {
    var sum = 0
    do throws(InputError) {
      for entry in entries { sum = try NumberRange.total.sum(sum, entry.answers) }
    } catch { throw .input("the answers in '\(path)': \(error.description)") }
    return sum
  }

  private func read() throws(InputError) -> (bytes: [UInt8], entries: [HuntRecord]) {
    guard (try? FileKind(at: path)) != .nothing else { return ([], []) }
    let bytes = try InputFile.entries.read(path)
    var entries: [HuntRecord] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let lead = "\(path):\(index + 1): not a hunt"
      let entry: HuntRecord = try JSONText.decoded(line, or: lead)
      if let complaint = entry.complaint { throw .input("\(lead): \(complaint)") }
      entries.append(entry)
    }
    return (bytes, entries)
  }

  private var unwritten: String { "cannot add a hunt to '\(path)': " }
}

extension HuntRecord {
  /// - Parameters:
  ///   - sources: the digest of the sources.
  ///   - askedFor: the matchers that were asked for.
  ///   - path: the file of the find; nil if none was stored.
  package init<C>(
    _ tally: Hunt<C>.Tally, sources: String, seed: UInt64, first: Int, rows: Int,
    matchers: [String], askedFor: [String] = [], storedAt path: String? = nil
  ) {
    self.init(
      sources: sources, seed: seed, first: first, rows: rows, matchers: matchers,
      counts: (tally.caseCount, tally.answerCount, tally.wrongCount),
      forms: (tally.forms.counts.count, tally.forms.missing),
      find: HuntRecord.Find(tally, storedAt: path))
    let idle = matchers.filter { !tally.answering.contains($0) }
    self.idle = idle.isEmpty ? nil : idle
    self.askedFor = askedFor.isEmpty ? nil : askedFor
  }

  /// The first value that no hunt writes, in words; nil if there is none.
  package var complaint: String? {
    do throws(InputError) {
      for count in [cases, answers, forms] { try NumberRange.total.require(count) }
      try NumberRange.wrongCount.require(wrong)
    } catch { return error.description }
    if wrong > 0, find == nil { return "got a wrong answer without a find, expected its find" }
    if missing.count > forms {
      return "got \(missing.count) forms that were not reached, expected at most \(forms)"
    }
    let strangers = (idle ?? []).filter { !matchers.contains($0) }
    return strangers.first.map { "got '\($0)' that answered nothing, expected one of the matchers" }
  }

  /// The sum with a hunt over other cases.
  package func adding(_ other: Self) throws(InputError) -> Self {
    var sum = self
    sum.cases = try NumberRange.total.sum(cases, other.cases)
    sum.answers = try NumberRange.total.sum(answers, other.answers)
    sum.wrong = try NumberRange.total.sum(wrong, other.wrong)
    sum.idle = idle?.filter { other.idle?.contains($0) == true }
    // A hunt that ended before it reached every matcher knows fewer forms.
    if other.forms > forms { (sum.forms, sum.missing) = (other.forms, other.missing) }
    if other.forms == forms { sum.missing.removeAll { !other.missing.contains($0) } }
    return sum
  }
}

extension HuntRecord.Find {
  /// The reason why a hunt ended early; nil if it did not.
  package init?<C>(_ tally: Hunt<C>.Tally, storedAt path: String?) {
    guard let find = tally.find, let number = tally.foundAt else { return nil }
    self.init(
      number: number, matcher: find.subject.id, text: find.description,
      options: find.subject.options, file: path.map { URL(filePath: $0).lastPathComponent })
  }
}

extension Hunt.Tally {
  /// An engine that fails has not given a wrong answer.
  fileprivate var wrongCount: Int {
    switch find {
    case nil, .failure: 0
    default: 1
    }
  }
}

package struct HuntStore {
  private let folder: String
  private let replacement: Replacement

  package init(folder: String, replacing replacement: Replacement) {
    (self.folder, self.replacement) = (folder, replacement)
  }

  /// Stores a find, and returns the path of its file.
  ///
  /// The name comes from the case with its keys sorted, so the same find has the same file.
  package func store(_ find: StoredFind, about: String) throws(InputError) -> String {
    try InputError.wrap("cannot store the find: ") {
      let identity = Checksum.identity(of: find.file(id: "", about: "").sorted().bytes)
      let name = "\(find.subject)-\(identity.prefix(8))"
      let path = "\(folder)/\(name).json"
      let text = JSONLayout.text(find.file(id: name, about: about))
      try Folder.create(folder)
      try AtomicFile.write(Array(text.utf8), to: path, replacing: replacement)
      return path
    }
  }
}
