import MatchmarkConformance
package import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkSession

/// The matchers, rankers and search boxes that this program knows: the built-in ones, and those
/// that it was started with.
package struct Catalog: Sendable {
  package let entries: [MatcherEntry]
  /// The ids of the matchers that the program was started with.
  package let ownIDs: [String]
  /// The rankers as matchers of profiles that rank rows: the built-in ones, then those that the
  /// program was started with.
  package let rankingEntries: [MatcherEntry]
  /// The oracles of ranking, the built-in rankers, and those that the program was started with.
  package let rankers: [RankerEntry]
  /// The ids of the rankers that the program was started with.
  package let ownRankerIDs: [String]
  /// The search boxes of this library, and those that the program was started with.
  package let boxes: [SearchBoxEntry]
  /// The ids of the boxes that the program was started with.
  package let ownBoxIDs: [String]

  /// Adds the other matchers to the entries; one with the id of an entry takes that entry's place,
  /// and so does a ranker or a box.
  ///
  /// - Parameters:
  ///   - builtInRankers: the rankers of this program.
  ///   - rankers: those that the program was started with.
  ///   - boxes: the search boxes that it was started with.
  package init(
    replacing entries: [MatcherEntry], by others: [MatcherEntry],
    builtInRankers: [RankerEntry] = [], rankers: [RankerEntry] = [], boxes: [SearchBoxEntry] = []
  ) {
    self.boxes =
      SearchBoxEntry.references.filter { box in !boxes.contains { $0.id == box.id } } + boxes
    ownBoxIDs = boxes.map(\.id)
    let isKept = { (ranker: RankerEntry) in !rankers.contains { $0.id == ranker.id } }
    let participating = builtInRankers.filter(isKept) + rankers
    self.rankers = RankerEntry.oracles.filter(isKept) + participating
    ownRankerIDs = rankers.map(\.id)
    rankingEntries = participating.map(\.matcher)
    let replaced = entries.map(\.descriptor.id)
    self.entries =
      entries.map { entry in others.first { $0.descriptor.id == entry.descriptor.id } ?? entry }
      + others.filter { !replaced.contains($0.descriptor.id) }
    ownIDs = others.map(\.descriptor.id)
  }

  /// The ids of the matchers.
  package var ids: [String] { entries.map(\.descriptor.id) }

  /// The ids of the rankers that take part where a profile ranks rows.
  package var rankingIDs: [String] { rankingEntries.map(\.descriptor.id) }

  /// Those that take part unless others are named: the matchers, or the rankers of a profile that
  /// ranks rows.
  package func usualIDs(ranking: Bool) -> [String] { ranking ? rankingIDs : ids }

  /// Those among them that the program was started with.
  package func ownIDs(ranking: Bool) -> [String] { ranking ? ownRankerIDs : ownIDs }

  /// The matcher or ranker with an id.
  package func participant(_ id: String) throws(InputError) -> Participant {
    if let ranker = rankingEntries.first(where: { $0.descriptor.id == id }) {
      return Participant(ranker)
    }
    return Participant(try entry(id))
  }

  package func entry(_ id: String) throws(InputError) -> MatcherEntry {
    guard let entry = entries.first(where: { $0.descriptor.id == id }) else {
      throw .unknownName(kind: "matcher", name: id, known: ids)
    }
    return entry
  }

  /// The matcher without an index, to which others are compared.
  package func scan() throws(InputError) -> MatcherEntry { try entry(Suite.simplest) }

  /// The search boxes with the given ids; if there are none, or one is `all`, all of them.
  ///
  /// - Parameter others: the ids of engines, which an error also names.
  /// - Throws: an error for an unknown id, and for rules that cannot hold.
  package func boxes(
    _ wanted: [String], besides others: [String] = []
  ) throws(InputError) -> [SearchBoxEntry] {
    try Self.chosen(wanted, of: boxes, others, called: "search box") { $0.rules.contradiction }
  }

  /// The rankers with the given ids; if there are none, or one is `all`, all of them.
  ///
  /// - Parameter others: the ids of engines, which an error also names.
  /// - Throws: an error for an unknown id, and for rules that contradict each other.
  package func rankers(
    _ wanted: [String], besides others: [String] = []
  ) throws(InputError) -> [RankerEntry] {
    try Self.chosen(wanted, of: rankers, others, called: "ranker") { ranker in
      ranker.rules.contradiction.map { "\($0), expected rules that can hold together" }
    }
  }

  /// - Parameter contradiction: returns the reason why the rules of an entry cannot hold.
  private static func chosen<Entry: ContractSubject>(
    _ wanted: [String], of known: [Entry], _ others: [String], called kind: String,
    contradiction: (Entry) -> String?
  ) throws(InputError) -> [Entry] {
    let ids = known.map(\.id)
    for id in wanted where id != "all" && !ids.contains(id) {
      throw .unknownName(kind: kind, name: id, known: ids + others)
    }
    let areAll = wanted.isEmpty || wanted.contains("all")
    let chosen = areAll ? known : known.filter { wanted.contains($0.id) }
    for entry in chosen {
      guard let contradiction = contradiction(entry) else { continue }
      throw .input("\(kind) '\(entry.id)': got \(contradiction)")
    }
    return chosen
  }
}
