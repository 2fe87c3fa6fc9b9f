import MatchmarkCore
import MatchmarkEngines
import MatchmarkHarness

/// Everyone that can be named: the matchers of the catalog, the engines that ship, and those in the
/// user's own file.
struct ParticipantRoster {
  /// In the order of the files, the user's own last.
  let engines: [EngineEntry]
  /// The user's own file, and the engines in it.
  private let ownPath: String?
  private let ownIDs: Set<String>

  /// - Parameter engineFile: a file like Benchmarks/engines.yaml.
  /// - Throws: ``CommandError/input(_:)`` with line and column.
  init(engineFile ownPath: String?) throws(CommandError) {
    let shipped = try EngineFile.shipped().entries
    let own = try ownPath.map { path throws(CommandError) in
      try EngineFile(try YAMLFile(path: path)).entries
    }
    self.ownPath = ownPath
    let ownIDs = Set(own?.map(\.id) ?? [])
    self.ownIDs = ownIDs
    if let twice = shipped.first(where: { ownIDs.contains($0.id) }) {
      throw .input("\(ownPath ?? ""): got engine '\(twice.id)', expected an unused name")
    }
    engines = shipped + (own ?? [])
    if let taken = engines.first(where: { Catalog.current.ids.contains($0.id) }) {
      throw .input("got engine '\(taken.id)', expected a name that no matcher has")
    }
  }

  /// The ids of the engines, in the order of the files.
  var engineIDs: [String] { engines.map(\.id) }

  /// All ids, matchers first.
  var ids: [String] { Catalog.current.ids + engineIDs }

  /// The matchers with the given ids, in catalog order; `all` names every one.
  static func matchers(_ wanted: [String]) throws(CommandError) -> [Participant] {
    let catalog = Catalog.current
    return try named(wanted, "matcher", catalog.entries, by: \.descriptor.id).map {
      var participant = Participant($0)
      participant.isGuest = catalog.ownIDs.contains(participant.id)
      return participant
    }
  }

  /// The engines with the given ids, in the order of the files; `all` names every one.
  ///
  /// Each is asked for its version, which shows whether it is installed.
  func engines(
    _ wanted: [String], _ timeouts: EngineTimeouts
  ) throws(CommandError) -> [Participant] {
    try Self.named(wanted, "engine", engines, by: \.id).map { participant($0, timeouts) }
  }

  private static func named<Entry>(
    _ wanted: [String], _ kind: String, _ entries: [Entry], by id: (Entry) -> String
  ) throws(CommandError) -> [Entry] {
    let known = entries.map(id) + ["all"]
    for id in wanted where !known.contains(id) {
      throw .unknownName(kind: kind, name: id, known: known)
    }
    return entries.filter { wanted.contains("all") || wanted.contains(id($0)) }
  }

  /// Warns if no engine of the user's own file takes part.
  func warnAboutIdleness(_ wanted: [String]) {
    guard let ownPath, let first = engines.first(where: { ownIDs.contains($0.id) })?.id,
      !wanted.contains("all"), ownIDs.isDisjoint(with: wanted)
    else { return }
    StandardError.write(
      "warning: no engine of \(ownPath) takes part; name one with --engine \(first) or -e \(first)")
  }

  private func participant(_ entry: EngineEntry, _ timeouts: EngineTimeouts) -> Participant {
    var reason: String?
    if case .missing(let why) = entry.installation() { reason = why }
    let isOwn = ownIDs.contains(entry.id)
    var participant = Participant(
      EngineProgram(
        EngineLaunch(id: entry.id, command: entry.command, timeouts: timeouts),
        install: entry.install, missing: reason,
        isOwn: isOwn),
      summary: entry.summary)
    participant.isGuest = isOwn
    return participant
  }
}
