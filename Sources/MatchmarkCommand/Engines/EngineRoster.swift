import MatchmarkCore
import MatchmarkEngines
import MatchmarkHarness

/// Every engine that can be named: those that ship, and those of a file of one's own.
struct EngineRoster {
  /// In the order of the files, one's own last.
  let entries: [EngineEntry]
  /// One's own file, and the engines in it.
  private let ownPath: String?
  private let ownIDs: Set<String>

  /// - Parameter ownPath: a file like Benchmarks/engines.yaml.
  /// - Throws: ``CommandError/input(_:)`` with line and column.
  init(ownPath: String?) throws(CommandError) {
    let shipped = try EngineFile.shipped().entries
    let own = try ownPath.map { path throws(CommandError) in
      try EngineFile(try YAMLFile(path: path)).entries
    }
    self.ownPath = ownPath
    let ownIDs = Set(own?.map(\.id) ?? [])
    self.ownIDs = ownIDs
    if let twice = shipped.first(where: { ownIDs.contains($0.id) }) {
      throw .input(
        "\(ownPath ?? ""): got engine '\(twice.id)', expected a name that none has yet")
    }
    let entries = shipped + (own ?? [])
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
  func contestants(
    _ wanted: [String], _ timeouts: EngineTimeouts
  ) throws(CommandError) -> [Contestant] {
    for id in wanted where id != "all" && !ids.contains(id) {
      throw .unknownName(kind: "engine", name: id, known: ids + ["all"])
    }
    return entries.filter { wanted.contains("all") || wanted.contains($0.id) }
      .map { contestant($0, timeouts) }
  }

  /// Warns where none of one's own file is among the ids that take part.
  func warnAboutIdleness(_ wanted: [String]) {
    guard let ownPath, let first = entries.first(where: { ownIDs.contains($0.id) })?.id,
      !wanted.contains("all"), ownIDs.isDisjoint(with: wanted)
    else { return }
    StandardError.write(
      "warning: no engine of \(ownPath) takes part; name one with --engine \(first) or -e \(first)")
  }

  private func contestant(_ entry: EngineEntry, _ timeouts: EngineTimeouts) -> Contestant {
    var reason: String?
    if case .missing(let why) = entry.installation() { reason = why }
    let isOwn = ownIDs.contains(entry.id)
    return Contestant(
      EngineContestant(
        EngineLaunch(id: entry.id, command: entry.command, timeouts: timeouts),
        install: entry.install, missing: reason,
        isOwn: isOwn),
      summary: entry.summary)
  }
}
