import MatchmarkCore

/// The matchers that this program knows: the built-in ones and those that it was started with.
struct Catalog: Sendable {
  /// The catalog of the running command.
  @TaskLocal static var current = Catalog(entries: [])

  let entries: [MatcherEntry]
  /// The ids of the matchers that the program was started with.
  private(set) var ownIDs: [String] = []

  init(entries: [MatcherEntry]) { self.entries = entries }

  /// Adds the other matchers to the entries; one with the id of an entry takes that entry's place.
  init(replacing entries: [MatcherEntry], by others: [MatcherEntry]) {
    func position(_ id: String, in list: [MatcherEntry]) -> Int? {
      list.firstIndex { $0.descriptor.id == id }
    }
    self.init(
      entries: entries.map { entry in
        position(entry.descriptor.id, in: others).map { others[$0] } ?? entry
      } + others.filter { position($0.descriptor.id, in: entries) == nil })
    ownIDs = others.map(\.descriptor.id)
  }

  var ids: [String] { entries.map(\.descriptor.id) }

  func entry(_ id: String) throws(CommandError) -> MatcherEntry {
    guard let entry = entries.first(where: { $0.descriptor.id == id }) else {
      throw .unknownName(kind: "matcher", name: id, known: ids)
    }
    return entry
  }
}
