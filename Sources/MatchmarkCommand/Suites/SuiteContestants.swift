import MatchmarkEngines

/// The ids of those who take part in a suite.
struct SuiteContestants {
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
}
