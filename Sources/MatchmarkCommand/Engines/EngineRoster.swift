import MatchmarkCore
import MatchmarkEngines
import MatchmarkHarness

/// Every engine that can be named: those that ship, and those of a file of one's own.
struct EngineRoster {
  /// In the order of the files, one's own last.
  let entries: [EngineEntry]

  /// - Parameter ownPath: a file like Benchmarks/engines.yaml.
  /// - Throws: ``CommandError/input(_:)`` with line and column.
  init(ownPath: String?) throws(CommandError) {
    var entries = try EngineFile.shipped().entries
    if let ownPath {
      let own = try EngineFile(try YAMLFile(path: ownPath)).entries
      if let twice = own.first(where: { new in entries.contains { $0.id == new.id } }) {
        throw .input("\(ownPath): got engine '\(twice.id)', expected a name that none has yet")
      }
      entries += own
    }
    if let taken = entries.first(where: { Catalog.current.ids.contains($0.id) }) {
      throw .input("got engine '\(taken.id)', expected a name that no matcher has")
    }
    self.entries = entries
  }

  /// The ids, in the order of the entries.
  var ids: [String] { entries.map(\.id) }

  /// The engines of the given ids, in the order of the entries; `all` names every one.
  ///
  /// Each is asked for its version, which tells whether it is there.
  ///
  /// - Throws: ``CommandError/unknownName(kind:name:known:)``.
  func contestants(_ wanted: [String]) throws(CommandError) -> [Contestant] {
    for id in wanted where id != "all" && !ids.contains(id) {
      throw .unknownName(kind: "engine", name: id, known: ids + ["all"])
    }
    return entries.filter { wanted.contains("all") || wanted.contains($0.id) }
      .map { Contestant($0) }
  }
}

extension Contestant {
  /// An engine of the roster, asked whether it is there.
  init(_ entry: EngineEntry) {
    var reason: String?
    if case .missing(let why) = entry.installation() { reason = why }
    self.init(
      EngineContestant(
        EngineLaunch(id: entry.id, command: entry.command), install: entry.install,
        missing: reason),
      summary: entry.summary)
  }
}
