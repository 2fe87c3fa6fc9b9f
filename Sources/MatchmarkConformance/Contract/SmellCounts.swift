/// The smells of one subject: answers that no clause forbids, but that people complain about.
package struct SmellCounts: Sendable {
  /// A smell with the number of cases that have it, and the shortest of them.
  package struct Entry: Sendable {
    package let id: String
    package let sentence: String
    package fileprivate(set) var count: Int
    package fileprivate(set) var example: String
  }

  /// The number of answers in which smells were looked for.
  package var answerCount = 0
  private var entriesByID: [String: Entry] = [:]

  package init() {}

  /// The smells that were counted, in the order of their ids.
  package var entries: [Entry] { entriesByID.values.sorted { $0.id < $1.id } }

  /// Counts a smell in one case.
  mutating func add(_ id: String, _ sentence: String, _ example: String) {
    add(Entry(id: id, sentence: sentence, count: 1, example: example))
  }

  package mutating func add(_ other: SmellCounts) {
    answerCount += other.answerCount
    for entry in other.entriesByID.values { add(entry) }
  }

  /// Examples are compared so that the same one is kept, whatever the order of the cases.
  private mutating func add(_ other: Entry) {
    guard var entry = entriesByID[other.id] else {
      entriesByID[other.id] = other
      return
    }
    entry.count += other.count
    let (new, old) = (other.example, entry.example)
    if (new.utf8.count, new) < (old.utf8.count, old) { entry.example = new }
    entriesByID[other.id] = entry
  }
}
