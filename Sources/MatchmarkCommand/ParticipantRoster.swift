import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

/// The matchers that this program knows: the built-in ones and those that it was started with.
struct Catalog: Sendable {
  @TaskLocal static var current = Catalog(replacing: [], by: [])

  let entries: [MatcherEntry]
  /// The ids of the matchers that the program was started with.
  let ownIDs: [String]

  /// Adds the other matchers to the entries; one with the id of an entry takes that entry's place.
  init(replacing entries: [MatcherEntry], by others: [MatcherEntry]) {
    let replaced = entries.map(\.descriptor.id)
    self.entries =
      entries.map { entry in others.first { $0.descriptor.id == entry.descriptor.id } ?? entry }
      + others.filter { !replaced.contains($0.descriptor.id) }
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

/// Everyone that can be named: the matchers of the catalog, the engines that ship, and those in the
/// user's own file.
struct ParticipantRoster {
  /// In the order of the files, the user's own last.
  let engines: [EngineEntry]
  private let ownPath: String?
  private let ownIDs: Set<String>

  /// - Parameter engineFile: a file like Benchmarks/engines.yaml.
  init(engineFile ownPath: String?) throws(CommandError) {
    let shipped = try EngineFile.shipped().entries
    let own = try ownPath.map { path throws(CommandError) in
      try EngineFile(try YAMLFile(path: path)).entries
    }
    self.ownPath = ownPath
    ownIDs = Set(own?.map(\.id) ?? [])
    engines = shipped + (own ?? [])
    if let twice = shipped.first(where: { ownIDs.contains($0.id) }) {
      throw .input("\(ownPath ?? ""): got engine '\(twice.id)', expected an unused name")
    }
    if let taken = engines.first(where: { Catalog.current.ids.contains($0.id) }) {
      throw .input("got engine '\(taken.id)', expected a name that no matcher has")
    }
  }

  var engineIDs: [String] { engines.map(\.id) }

  var ids: [String] { Catalog.current.ids + engineIDs }

  func engine(_ id: String) throws(CommandError) -> EngineEntry {
    guard let engine = engines.first(where: { $0.id == id }) else {
      throw .unknownName(kind: "engine", name: id, known: engineIDs)
    }
    return engine
  }

  /// The matchers with the given ids, in catalog order; `all` names every one.
  static func matchers(_ wanted: [String]) throws(CommandError) -> [Participant] {
    let catalog = Catalog.current
    return try named(wanted, "matcher", catalog.entries, by: \.descriptor.id).map {
      var participant = Participant($0)
      participant.isAdded = catalog.ownIDs.contains(participant.id)
      return participant
    }
  }

  /// The engines with the given ids, in the order of the files; `all` names every one.
  ///
  /// Each is asked for its version, which shows whether it is installed.
  func engines(
    _ wanted: [String], _ timeouts: EngineTimeouts
  ) throws(CommandError) -> [Participant] {
    try Self.named(wanted, "engine", engines, by: \.id).map { entry throws(CommandError) in
      try participant(entry, timeouts)
    }
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

  /// - Throws: ``CommandError/input(_:)`` if the system could not start its version command: it may
  ///   be installed, so it must not be left out.
  private func participant(
    _ entry: EngineEntry, _ timeouts: EngineTimeouts
  ) throws(CommandError) -> Participant {
    var reason: String?
    switch entry.installation() {
    case .installed: break
    case .missing(let why): reason = why
    case .unknown(let why):
      throw .input(
        "cannot tell whether engine '\(entry.id)' is installed: \(why), expected "
          + ChildProcessError.exhaustionRemedy)
    }
    let isOwn = ownIDs.contains(entry.id)
    var participant = Participant(
      EngineProgram(
        EngineLaunch(id: entry.id, command: entry.command, timeouts: timeouts),
        install: entry.install, missing: reason, isOwn: isOwn),
      summary: entry.summary)
    participant.isAdded = isOwn
    return participant
  }
}

extension [Participant] {
  /// The same participants, of which those with these ids are asked for.
  func asking(for ids: [String]) -> [Participant] {
    map { participant in
      var participant = participant
      participant.isAskedFor = ids.contains(participant.id)
      return participant
    }
  }
}

/// Options of matchers as given on the command line: `<matcher>.<option>=<value>`.
struct MatcherSettings {
  private var values: [String: [String: String]] = [:]

  init(_ arguments: [String]) throws(CommandError) {
    let options = Catalog.current.entries.flatMap { entry in
      entry.descriptor.options.map { (name: "\(entry.descriptor.id).\($0.name)", option: $0) }
    }
    for argument in arguments {
      guard let (name, value) = argument.halves(at: "=") else {
        throw .usage("got matcher option '\(argument)', expected <matcher>.<option>=<value>")
      }
      guard let known = options.first(where: { $0.name == name }) else {
        throw .unknownName(kind: "matcher option", name: name, known: options.map(\.name))
      }
      guard known.option.accepts(value) else {
        if known.option.range != nil {
          throw .usage("got \(argument), expected \(known.option.expectation)")
        }
        throw .unknownName(kind: "value of \(name)", name: value, known: known.option.values)
      }
      let id = String(name.dropLast(known.option.name.count + 1))
      values[id, default: [:]][known.option.name] = value
    }
  }

  /// The options hold for every use of the matcher, even if nothing is timed.
  func applied(to participant: Participant) -> Participant {
    values[participant.id].map(participant.choosing) ?? participant
  }
}
