import MatchmarkEngines

/// The ids of those who take part in a suite.
struct SuiteParticipants {
  let matchers: [String]
  let engines: [String]

  /// - Parameters:
  ///   - matchers: those that the suite names; nil, and the word `all`, are every one there is.
  ///   - engines: those that the suite names; the word `all` is every one that ships.
  /// - Throws: ``CommandError/input(_:)`` where the file of the engines cannot be read.
  init(matchers: [String]?, engines: [String]) throws(CommandError) {
    let named = matchers ?? ["all"]
    self.matchers = named.contains("all") ? Catalog.current.ids : named
    self.engines =
      engines.contains("all") ? try EngineFile.shipped().entries.map(\.id) : engines
  }

  var all: [String] { matchers + engines }

  /// Who is the reference where none is left out: the one that is wanted, where it takes part,
  /// else the one that stands first in a run.
  func reference(_ wanted: String) -> String {
    if all.contains(wanted) { return wanted }
    return Catalog.current.ids.first(where: matchers.contains) ?? engines.first ?? wanted
  }
}
