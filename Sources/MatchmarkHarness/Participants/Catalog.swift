package import MatchmarkCore
package import MatchmarkDatasets

/// The matchers that this program knows: the built-in ones and those that it was started with.
package struct Catalog: Sendable {
  package let entries: [MatcherEntry]
  /// The ids of the matchers that the program was started with.
  package let ownIDs: [String]

  /// Adds the other matchers to the entries; one with the id of an entry takes that entry's place.
  package init(replacing entries: [MatcherEntry], by others: [MatcherEntry]) {
    let replaced = entries.map(\.descriptor.id)
    self.entries =
      entries.map { entry in others.first { $0.descriptor.id == entry.descriptor.id } ?? entry }
      + others.filter { !replaced.contains($0.descriptor.id) }
    ownIDs = others.map(\.descriptor.id)
  }

  package var ids: [String] { entries.map(\.descriptor.id) }

  package func entry(_ id: String) throws(InputError) -> MatcherEntry {
    guard let entry = entries.first(where: { $0.descriptor.id == id }) else {
      throw .unknownName(kind: "matcher", name: id, known: ids)
    }
    return entry
  }
}
