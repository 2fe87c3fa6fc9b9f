import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkEngines
import MatchmarkSystem

/// Everyone that can be named: the matchers of the catalog, the engines that ship, and those in the
/// user's own file.
package struct ParticipantRoster {
  /// In the order of the files, the user's own last.
  package let engines: [EngineEntry]
  private let catalog: Catalog
  private let ownPath: String?
  private let ownIDs: Set<String>

  /// - Parameter engineFile: a file like Benchmarks/engines.yaml.
  package init(
    engineFile ownPath: String?, in context: ProjectContext
  ) throws(InputError) {
    let shipped = try EngineFile.shipped(in: context).entries
    let own = try ownPath.map { path throws(InputError) in
      try EngineFile(try YAMLFile(path: path), in: context).entries
    }
    catalog = context.catalog
    self.ownPath = ownPath
    ownIDs = Set(own?.map(\.id) ?? [])
    engines = shipped + (own ?? [])
    if let twice = shipped.first(where: { ownIDs.contains($0.id) }) {
      throw .input("\(ownPath ?? ""): got engine '\(twice.id)', expected an unused name")
    }
    let taken = context.catalog.ids + context.catalog.rankers.map(\.id)
    if let engine = engines.first(where: { taken.contains($0.id) }) {
      throw .input("got engine '\(engine.id)', expected a name that no matcher or ranker has")
    }
  }

  package var engineIDs: [String] { engines.map(\.id) }

  /// The engines of the user's own file.
  package var ownEngineIDs: [String] { engineIDs.filter(ownIDs.contains) }

  package var ids: [String] { catalog.ids + catalog.rankingIDs + engineIDs }

  package func engine(_ id: String) throws(InputError) -> EngineEntry {
    guard let engine = engines.first(where: { $0.id == id }) else {
      throw .unknownName(kind: "engine", name: id, known: engineIDs)
    }
    return engine
  }

  /// The engines with the given ids, in the order of the files; `all` names every one that is held
  /// to the specification.
  ///
  /// Each is asked for its version, which shows whether it is installed.
  package func engines(
    _ wanted: [String], _ timeouts: EngineTimeouts
  ) throws(InputError) -> [Participant] {
    try Self.named(wanted, "engine", engines, by: \.id)
      .filter { !$0.isAppCode || wanted.contains($0.id) }
      .map { entry throws(InputError) in try participant(entry, timeouts) }
  }

  /// The engines that are code as an app would contain it, as far as they are installed.
  package func appCode(_ timeouts: EngineTimeouts) throws(InputError) -> [Participant] {
    try engines.filter(\.isAppCode)
      .map { entry throws(InputError) in try participant(entry, timeouts) }
      .filter(\.isStarted)
  }

  fileprivate static func named<Entry>(
    _ wanted: [String], _ kind: String, _ entries: [Entry], by id: (Entry) -> String
  ) throws(InputError) -> [Entry] {
    let known = entries.map(id) + ["all"]
    for id in wanted where !known.contains(id) {
      throw .unknownName(kind: kind, name: id, known: known)
    }
    return entries.filter { wanted.contains("all") || wanted.contains(id($0)) }
  }

  /// A warning if no engine of the user's own file takes part; nil if one does.
  package func warning(about wanted: [String]) -> String? {
    guard let ownPath, let first = engines.first(where: { ownIDs.contains($0.id) })?.id,
      !wanted.contains("all"), ownIDs.isDisjoint(with: wanted)
    else { return nil }
    return
      "warning: no engine of \(ownPath) takes part; name one with --engine \(first) or -e \(first)"
  }

  /// - Throws: ``InputError/input(_:)`` if the system could not start its version command: it may
  ///   be installed, so it must not be left out.
  private func participant(
    _ entry: EngineEntry, _ timeouts: EngineTimeouts
  ) throws(InputError) -> Participant {
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
    var program = EngineProgram(
      EngineLaunch(id: entry.id, command: entry.command, timeouts: timeouts),
      install: entry.install, missing: reason, isOwn: isOwn)
    program.isAppCode = entry.isAppCode
    var participant = Participant(program, summary: entry.summary)
    participant.isAdded = isOwn
    return participant
  }
}

extension Catalog {
  /// The matchers and rankers with the given ids, in catalog order; `all` names every matcher, or
  /// every ranker if the profile ranks rows.
  package func participants(
    _ wanted: [String], ranking: Bool = false
  ) throws(InputError) -> [Participant] {
    let wanted = wanted.flatMap { $0 == "all" ? usualIDs(ranking: ranking) : [$0] }
    return try ParticipantRoster.named(
      wanted, "matcher", entries + rankingEntries, by: \.descriptor.id
    ).map {
      var participant = Participant($0)
      participant.isAdded = (ownIDs + ownRankerIDs).contains(participant.id)
      return participant
    }
  }
}

extension [Participant] {
  /// The same participants, of which those with these ids are asked for.
  package func asking(for ids: [String]) -> [Participant] {
    map { participant in
      var participant = participant
      participant.isAskedFor = ids.contains(participant.id)
      return participant
    }
  }
}

/// Options of matchers as given on the command line: `<matcher>.<option>=<value>`.
package struct MatcherSettings {
  private var values: [String: [String: String]] = [:]

  package init(_ arguments: [String], of catalog: Catalog) throws(InputError) {
    let options = catalog.entries.flatMap { entry in
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
  package func applied(to participant: Participant) -> Participant {
    values[participant.id].map(participant.choosing) ?? participant
  }
}
